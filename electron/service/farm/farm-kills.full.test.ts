import { expect, test } from 'vitest';
import { waitUntil } from '#service/testing/wait-until.ts';
import { webhookSink } from '#service/testing/webhook-sink.ts';
import { amount } from '#shared/testing/scale.ts';
import { below, seeded } from '#shared/testing/seeded.ts';
import { digests, embeddedFilms, endedFilms, waitingNotifications } from './testing/ended-films.ts';
import { type FarmProcesses, startFarm } from './testing/farm-processes.ts';
import { batchesEnded, createSmallProject, filmRows, startRows } from './testing/small-films.ts';

const KILLS = amount('farmKills');
const FILMS = amount('farmFilms');
const SEED = Number(process.env['SCENEWRIGHT_FARM_SEED'] ?? Date.now() % 1_000_000);
const WORKERS = 2;
/** The range of milliseconds between two kills, in which a restarted process sometimes completes work. */
const QUIET = { least: 50, most: 700 };
/**
 * Generous limits in seconds for a kill, a film, and the start on a busy machine. They end a hanging test and measure
 * nothing.
 */
const SECONDS = { kill: 20, film: 20, start: 600 };
/** The seconds after the last kill: for one round of films, and for the expiry of the killed workers' leases. */
const PATIENCE_SECONDS = SECONDS.start + SECONDS.film * FILMS;
/**
 * The time limit of the test in seconds. Kills overlap with the films, and the embedded engine renders all films again.
 */
const MAX_SECONDS = 2 * (SECONDS.kill * KILLS + PATIENCE_SECONDS);

test(`${KILLS} killed processes lose and repeat no film or notification (SCENEWRIGHT_FARM_SEED=${SEED})`, {
  tags: ['promise:P8', 'promise:P9', 'promise:F24', 'promise:F27', 'promise:F28', 'promise:F29'],
  timeout: 1000 * MAX_SECONDS,
}, async () => {
  const random = seeded(SEED);
  await using sink = await webhookSink();
  await using farm = await startFarm({ workers: WORKERS });
  const project = await createSmallProject(farm.control);
  const batches: string[] = [];
  let films = 0;
  let kills = 0;
  const startMore = async (): Promise<void> => {
    batches.push(...(await startRows(farm.control.client, project, filmRows(FILMS, films), sink.url)));
    films += FILMS;
  };
  await startMore();
  while (kills < KILLS) {
    await waitRandomly(random);
    await causeFault(farm, random);
    kills += 1;
    // Keep films running during all kills.
    if (await hasEnded(farm, project, batches)) await startMore();
  }
  const ended = batchesEnded(() => farm.control.client, project, batches, PATIENCE_SECONDS);
  await ended.catch(async (error: unknown) => {
    throw new Error(await stateOf(farm), { cause: error });
  });
  await waitUntil(async () => Object.keys(await farm.ordersLeft()).length === 0, PATIENCE_SECONDS);
  // Notifications are sent one by one after a film has ended.
  await waitUntil(() => waitingNotifications(farm.workspace) === 0, PATIENCE_SECONDS);
  await farm.control.stop();

  const made = endedFilms(farm.workspace);
  expect(made.size).toBe(films);
  const wrong = [...made].filter(
    ([, { state, ends, reported: reports }]) => state !== 'succeeded' || (ends ?? 1) !== 1 || reports.length !== 1,
  );
  expect(wrong).toEqual([]);
  // A crash between sending and recording repeats a notification with the same id.
  expect(new Set(sink.received.map(({ headers }) => headers['webhook-id'])).size).toBe(films);
  expect(new Set(sink.received.map(({ path }) => path))).toEqual(new Set(['/yes']));
  const embedded = await embeddedFilms(films);
  expect(digests(made)).toEqual(digests(embedded));
});

async function waitRandomly(random: () => number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, QUIET.least + below(random, QUIET.most - QUIET.least));
  await promise;
}

/** Causes a random fault: mostly of a worker, sometimes of the service or the queue. */
async function causeFault(farm: FarmProcesses, random: () => number): Promise<void> {
  const worker = farm.worker(below(random, farm.workers.length));
  const kind = random();
  if (kind < 0.7) {
    await worker.restart();
    // Usually wait until the worker has started a job.
    if (random() < 0.7) await worker.untilHere();
  } else if (kind < 0.8) {
    // Suspend the worker for a moment during its work.
    worker.pause();
    await waitRandomly(random);
    worker.resume();
  } else if (kind < 0.9) {
    await farm.restartControl();
  } else if (kind < 0.96) {
    await farm.redis.flush();
  } else {
    // Restart the queue without its data, like on a replaced machine.
    await farm.redis.kill();
    await waitRandomly(random);
    await farm.redis.restart();
  }
}

async function hasEnded({ control }: FarmProcesses, project: string, batches: readonly string[]): Promise<boolean> {
  const states = await Promise.all(
    batches.map((batch) => control.client.call('readBatch', { parameters: { project, batch }, query: {} })),
  );
  return states.every(({ state }) => state === 'ended');
}

/** Returns the state of a farm that does not finish, which is the only information about the failure. */
async function stateOf(farm: FarmProcesses): Promise<string> {
  const films = [...endedFilms(farm.workspace)].filter(([, { state }]) => state !== 'succeeded');
  const state = await farm.control.client.call('readFarm', { parameters: {}, query: {} });
  const left = await farm.ordersLeft();
  const outputs = [farm.control.output(), ...farm.workers.map((worker) => worker.output())];
  // Omit the many lines about successful requests.
  const lines = outputs.map((text) => text.split('\n').filter((line) => !line.includes('"msg":"request"')));
  return JSON.stringify({ films, state, left, said: lines.map((line) => line.slice(-60)) }, null, 1);
}
