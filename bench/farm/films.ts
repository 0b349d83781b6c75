import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type FarmProcesses, startFarm } from '#service/farm/testing/farm-processes.ts';
import { startServiceProcess } from '#service/testing/service-process.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import type { TestClient } from '#service/testing/test-client.ts';
import { timeByTurns } from '../by-turns.ts';
import { type BenchFilm, film, RATE, SOURCES, templateOf, variantsOf } from '../films.ts';
import { makeMedia } from '../media.ts';
import type { RenderBench } from '../renders.ts';
import type { Row } from '../report.ts';

const R30 = film('R30', 30, 2);
/** A short film, as in the typical batch of a farm. */
const CARD = film('card', 3, 1);
const CARDS = 100;
const MEMORY = '6GiB';
/** The milliseconds between two checks whether a film is finished. */
const LOOK = 50;

/** One side of the comparison: a farm or the embedded engine. */
interface Side extends AsyncDisposable {
  /** Renders a film. Returns the seconds from the job to the end, and the digest of the result. */
  film(name: string, template: string): Promise<Made>;
  batch(name: string, template: string, tints: readonly string[]): Promise<Made>;
}

interface Made {
  readonly seconds: number;
  readonly digest: string | null;
}

/**
 * Compares a farm with the embedded engine on the same number of cores, and two workers with one core each with one
 * worker with two cores.
 */
export async function benchFarmFilms({ folder, tools, rounds }: RenderBench): Promise<readonly Row[]> {
  await makeMedia(tools.ffmpeg, folder);
  await using one = await farmSide(folder, 1, 2);
  const rows: Row[] = [];
  {
    await using embedded = await embeddedSide(folder);
    rows.push(
      await sameFilm('farm-films: R30, one worker', 'the embedded engine on the same cores', one, embedded, rounds),
    );
    rows.push(await sameBatch(one, embedded, rounds));
  }
  await using two = await farmSide(folder, 2, 1);
  rows.push(await sameFilm('farm-films: R30, two workers', 'one worker with as many cores', two, one, rounds));
  return rows;
}

/** Compares both sides with the same film, always without cached parts. Both sides must produce the same bytes. */
async function sameFilm(name: string, against: string, ours: Side, theirs: Side, rounds: number): Promise<Row> {
  const digests: (string | null)[][] = [[], []];
  const make = (side: Side, index: number) => async (): Promise<number> => {
    const mine = digests[index] ?? [];
    const { seconds, digest } = await side.film(
      `${name}-${mine.length}`,
      templateOf(later(R30, nth(name, mine.length))),
    );
    mine.push(digest);
    return seconds;
  };
  const row = await timeByTurns(
    { name, what: '30 scenes, nothing of it made before', against, ours: make(ours, 0), theirs: make(theirs, 1) },
    rounds,
  );
  const [first, second] = digests.map((each) => each.join('\n'));
  if (first !== second) throw new Error(`${name}: the films are not the same`);
  return row;
}

async function sameBatch(ours: Side, theirs: Side, rounds: number): Promise<Row> {
  const runs = new Map<Side, number>();
  const make = (side: Side) => async (): Promise<number> => {
    const run = runs.get(side) ?? 0;
    runs.set(side, run + 1);
    const { template, rows } = variantsOf(later(CARD, run), CARDS);
    const tints = rows.split('\n').filter((line) => /^\d/.test(line));
    return (await side.batch(`cards-${run}`, template, tints)).seconds;
  };
  return timeByTurns(
    {
      name: `farm-films: batch of ${CARDS}, one worker`,
      what: 'of three scenes of 1 s, one of them with a variable',
      against: 'the embedded engine on the same cores',
      ours: make(ours),
      theirs: make(theirs),
    },
    rounds,
  );
}

/** Returns the film with a later start in each source, which is a different film with the same work. */
function later(each: BenchFilm, frames: number): BenchFilm {
  return { ...each, scenes: each.scenes.map((scene) => ({ ...scene, skip: scene.skip + frames / RATE })) };
}

/**
 * Returns a different film number for each row of the table, because a worker has cached the films of the first row.
 */
function nth(name: string, run: number): number {
  return run + (name.includes('two') ? 30 : 0);
}

async function embeddedSide(folder: string): Promise<Side> {
  const workspace = await temporaryFolder();
  const service = await startServiceProcess(workspace.path);
  return side(folder, service, async () => {
    await service.stop();
    await workspace[Symbol.asyncDispose]();
  });
}

async function farmSide(folder: string, workers: number, cores: number): Promise<Side> {
  const workerArgs = ['--cores', String(cores), '--memory', MEMORY];
  const farm = await startFarm({ workers, workerArgs, redis: { keeps: true, args: ['--appendfsync', 'everysec'] } });
  await workersAreThere(farm, workers);
  return side(folder, farm.control, async () => {
    await farm[Symbol.asyncDispose]();
  });
}

async function workersAreThere({ control, workers }: FarmProcesses, count: number): Promise<void> {
  for (let look = 0; look < 1200; look++) {
    const state = await control.client.call('readFarm', { parameters: {}, query: {} });
    if (state.kind === 'farm' && state.workers.length === count && state.waitsFor === null) return;
    await pause(LOOK);
  }
  throw new Error(`the workers are not there: ${workers.map((worker) => worker.output()).join('\n')}`);
}

async function side(folder: string, service: TestClient, end: () => Promise<void>): Promise<Side> {
  const { client } = service;
  const project = await service.createProject('Bench');
  for (const name of SOURCES) {
    const body = await readFile(join(folder, name));
    await service.putAsset(project, name, body);
  }
  const region = { region: 'local', project };
  return {
    film: async (name, template) => {
      const startedAt = performance.now();
      const { id } = await client.call('startRender', {
        parameters: region,
        query: {},
        body: { async: 'true', template, format: 'mp4' },
      });
      for (;;) {
        const render = await service.readRender(project, id);
        if (render.state === 'succeeded')
          return { seconds: (performance.now() - startedAt) / 1000, digest: render.sha256 ?? null };
        if (render.state === 'failed' || render.state === 'cancelled') throw new Error(`${name}: ${render.error}`);
        await pause(LOOK);
      }
    },
    batch: async (name, template, tints) => {
      await client.call('createMovie', { parameters: { project, movie: name }, query: {}, body: template });
      const rows = tints.map((tint) => ({ tint }));
      const body = { movie: name, rows, filename: `${name}-\${tint}.mp4`, format: 'mp4' };
      const startedAt = performance.now();
      const { id } = await client.call('startBatch', { parameters: region, query: {}, body });
      for (;;) {
        const batch = await client.call('readBatch', { parameters: { project, batch: id }, query: {} });
        const seconds = (performance.now() - startedAt) / 1000;
        if (batch.counts.succeeded === rows.length) return { seconds, digest: null };
        if (batch.state === 'ended') throw new Error(`${name}: ${JSON.stringify(batch.counts)}`);
        await pause(4 * LOOK);
      }
    },
    [Symbol.asyncDispose]: end,
  };
}
