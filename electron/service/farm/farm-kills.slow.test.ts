import { expect, test } from 'vitest';
import { waitUntil } from '#service/testing/wait-until.ts';
import { webhookSink } from '#service/testing/webhook-sink.ts';
import { below, seeded } from '#shared/testing/seeded.ts';
import { digests, embeddedFilms, endedFilms, waitingNotifications } from './testing/ended-films.ts';
import { type FarmProcesses, startFarm } from './testing/farm-processes.ts';
import { batchesEnded, createSmallProject, filmRows, startRows } from './testing/small-films.ts';

// Before a release: SCENEWRIGHT_FARM_KILLS=2000 SCENEWRIGHT_FARM_FILMS=300 npm run test:faults -- electron/service/farm
const KILLS = Number(process.env['SCENEWRIGHT_FARM_KILLS'] ?? 8);
const FILMS = Number(process.env['SCENEWRIGHT_FARM_FILMS'] ?? 4);
const SEED = Number(process.env['SCENEWRIGHT_FARM_SEED'] ?? Date.now() % 1_000_000);
const WORKERS = 2;
/** Between two kills, in milliseconds: long enough that a process which starts again now and then gets something done. */
const QUIET = { least: 50, most: 700 };
/** What a kill and a film take at most, on a machine that is busy: a bound for what never comes, and no measure. */
const SECONDS = { kill: 20, film: 20, start: 600 };
/** Is left when nothing is killed any more: a round of films, and the leases of what was killed, which have to run out. */
const PATIENCE_SECONDS = SECONDS.start + SECONDS.film * FILMS;
/** Films go on being made while others are killed, and all are made once more by the embedded engine. */
const MOST_SECONDS = 2 * (SECONDS.kill * KILLS + PATIENCE_SECONDS);

test(
  `P8, P9, F24, F27, F29: ${KILLS} kills of workers, service, and queue leave each film rendered and notified once (SCENEWRIGHT_FARM_SEED=${SEED})`,
  async () => {
    const random = seeded(SEED);
    await using sink = await webhookSink();
    await using farm = await startFarm({ workers: WORKERS });
    const project = await createSmallProject(farm.control.client);
    const batches: string[] = [];
    let films = 0;
    let kills = 0;
    const startMore = async (): Promise<void> => {
      batches.push(...(await startRows(farm.control.client, project, filmRows(FILMS, films), sink.url)));
      films += FILMS;
    };
    await startMore();
    while (kills < KILLS) {
      await quiet(random);
      await harm(farm, random);
      kills += 1;
      // There is always something to spoil.
      if (await hasEnded(farm, project, batches)) await startMore();
    }
    const ended = batchesEnded(() => farm.control.client, project, batches, PATIENCE_SECONDS);
    await ended.catch(async (error: unknown) => {
      throw new Error(await stateOf(farm), { cause: error });
    });
    await waitUntil(async () => Object.keys(await farm.ordersLeft()).length === 0, PATIENCE_SECONDS);
    // Notifications go out one after another once a film has ended.
    await waitUntil(() => waitingNotifications(farm.workspace) === 0, PATIENCE_SECONDS);
    await farm.control.stop();

    const made = endedFilms(farm.workspace);
    expect(made.size).toBe(films);
    const wrong = [...made].filter(
      ([, { state, ends, reported: told }]) => state !== 'succeeded' || (ends ?? 1) !== 1 || told.length !== 1,
    );
    expect(wrong).toEqual([]);
    // Of those that were sent several times, as a crash between sending and noting makes it, each has the same id.
    expect(new Set(sink.received.map(({ headers }) => headers['webhook-id'])).size).toBe(films);
    expect(new Set(sink.received.map(({ path }) => path))).toEqual(new Set(['/yes']));
    const embedded = await embeddedFilms(films);
    expect(digests(made)).toEqual(digests(embedded));
  },
  1000 * MOST_SECONDS,
);

async function quiet(random: () => number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, QUIET.least + below(random, QUIET.most - QUIET.least));
  await promise;
}

/** Does one of the things that happen to a farm: mostly to a worker, sometimes to the control or the queue. */
async function harm(farm: FarmProcesses, random: () => number): Promise<void> {
  const worker = farm.worker(below(random, farm.workers.length));
  const what = random();
  if (what < 0.7) {
    await worker.restart();
    // Often it has begun something before the next kill.
    if (random() < 0.7) await worker.untilHere();
  } else if (what < 0.8) {
    // Neither dead nor alive for a moment, in the middle of whatever it did.
    worker.pause();
    await quiet(random);
    worker.resume();
  } else if (what < 0.9) {
    await farm.restartControl();
  } else if (what < 0.96) {
    await farm.redis.flush();
  } else {
    // Without what it had: as a machine that is replaced.
    await farm.redis.kill();
    await quiet(random);
    await farm.redis.restart();
  }
}

async function hasEnded({ control }: FarmProcesses, project: string, batches: readonly string[]): Promise<boolean> {
  const states = await Promise.all(
    batches.map((batch) => control.client.call('readBatch', { parameters: { project, batch }, query: {} })),
  );
  return states.every(({ state }) => state === 'ended');
}

/** What is known of a farm that does not come to an end: whoever reads of the failure has nothing else. */
async function stateOf(farm: FarmProcesses): Promise<string> {
  const films = [...endedFilms(farm.workspace)].filter(([, { state }]) => state !== 'succeeded');
  const state = await farm.control.client.call('readFarm', { parameters: {}, query: {} });
  const left = await farm.ordersLeft();
  const outputs = [farm.control.output(), ...farm.workers.map((worker) => worker.output())];
  // Requests are many, and none of them went wrong.
  const lines = outputs.map((text) => text.split('\n').filter((line) => !line.includes('"msg":"request"')));
  return JSON.stringify({ films, state, left, said: lines.map((each) => each.slice(-60)) }, null, 1);
}
