// @module-tag full-scale

import { expect, test } from 'vitest';
import { cuttingProxy } from '#service/testing/cutting-proxy.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { webhookSink } from '#service/testing/webhook-sink.ts';
import { required } from '#shared/lib/assert.ts';
import { amount } from '#shared/testing/scale.ts';
import { below, seeded } from '#shared/testing/seeded.ts';
import { digests, embeddedFilms, endedFilms, waitingNotifications } from './testing/ended-films.ts';
import { type FarmProcesses, startFarm } from './testing/farm-processes.ts';
import { batchesEnded, createSmallProject, filmRows, startRows } from './testing/small-films.ts';

const ROUNDS = amount('farmCuts');
const SEED = Number(process.env['SCENEWRIGHT_FARM_SEED'] ?? Date.now() % 1_000_000);
const FILMS = 20;
const PATIENCE_SECONDS = 600;
/** A generous limit for the rounds, the end, and the embedded engine. It ends a hanging test and measures nothing. */
const MAX_SECONDS = 120 * ROUNDS + 3 * PATIENCE_SECONDS;

test(`${ROUNDS} failures of network or bucket lose and repeat nothing (SCENEWRIGHT_FARM_SEED=${SEED})`, {
  tags: ['promise:F24', 'promise:F27', 'promise:F28', 'promise:F30'],
  timeout: 1000 * MAX_SECONDS,
}, async () => {
  const random = seeded(SEED);
  await using scope = new AsyncDisposableStack();
  const sink = scope.use(await webhookSink());
  const proxies: Awaited<ReturnType<typeof cuttingProxy>>[] = [];
  const through = async (port: number): Promise<number> => {
    const proxy = scope.use(await cuttingProxy(port));
    proxies.push(proxy);
    return proxy.port;
  };
  const farm = scope.use(
    await startFarm({
      workers: 2,
      store: 's3',
      queuePort: (redis) => through(redis.port),
      storeUrl: async ({ url }) => `http://127.0.0.1:${await through(Number(new URL(url).port))}`,
    }),
  );
  const { faults } = required(farm.store, 'a bucket');
  const project = await createSmallProject(farm.control);
  const batches: string[] = [];
  let films = 0;
  for (let round = 0; round < ROUNDS; round++) {
    if (await haveEnded(farm, project, batches)) {
      batches.push(...(await startRows(farm.control.client, project, filmRows(FILMS, films), sink.url)));
      films += FILMS;
    }
    const proxy = required(proxies[below(random, proxies.length)], 'a proxy');
    switch (below(random, 8)) {
      case 0:
        proxy.cut();
        break;
      case 1:
        proxy.silence();
        break;
      case 2:
        proxy.delay(1 + below(random, 150));
        break;
      case 3:
        proxy.reset();
        break;
      case 4:
        faults.slowDown = below(random, 20);
        faults.internalError = below(random, 10);
        break;
      case 5:
        faults.lies = below(random, 5);
        faults.shortened = below(random, 5);
        break;
      case 6:
        faults.cuts = below(random, 5);
        faults.stalls = below(random, 2);
        break;
      default:
        faults.resets = below(random, 5);
        faults.silent = below(random, 2);
    }
    await waitFor(100 + below(random, 3000));
    for (const each of proxies) each.restore();
  }
  await finish(farm, project, batches);

  await farm.control.stop();
  expectEachOnce(farm, films);
  expect(new Set(sink.received.map(({ headers }) => headers['webhook-id'])).size).toBe(films);
  expect(digests(endedFilms(farm.workspace))).toEqual(digests(await embeddedFilms(films)));
});

test('a worker that sleeps longer than its lease changes nothing', {
  tags: ['promise:F27'],
  timeout: 900_000,
}, async () => {
  await using farm = await startFarm({ workers: 1 });
  const project = await createSmallProject(farm.control);
  // Each film takes some seconds, so the worker is suspended while it makes a film.
  const rows = ['#000001', '#000002', '#000003'].map((color) => ({ movie: 'long', color }) as const);
  const batches = await startRows(farm.control.client, project, rows);
  const suspended = farm.worker(0);
  await waitUntil(async () => (await renderOf(farm, suspended.name)) !== null, 60);
  suspended.pause();
  await farm.addWorker();
  await finish(farm, project, batches);
  const before = endedFilms(farm.workspace);
  suspended.resume();
  // After the worker wakes, it reports again and has dropped its job.
  await waitUntil(async () => (await stateOf(farm, suspended.name)) === 'idle', 60);
  expect(await suspended.stop()).toBe(0);
  await farm.control.stop();
  expect(endedFilms(farm.workspace)).toEqual(before);
  expectEachOnce(farm, rows.length);
});

test.each(['silence', 'cut'] as const)(
  'a worker cut off from its queue changes nothing: %s',
  {
    tags: ['promise:F27', 'promise:F28'],
    timeout: 900_000,
  },
  async (fault) => {
    await using farm = await startFarm({ workers: 0 });
    await using network = await cuttingProxy(farm.redis.port);
    const project = await createSmallProject(farm.control);
    const rows = ['#000001', '#000002', '#000003'].map((color) => ({ movie: 'long', color }) as const);
    const separated = await farm.addWorker(['--queue', farm.redis.url.replace(/:\d+$/, `:${network.port}`)]);
    const batches = await startRows(farm.control.client, project, rows);
    await waitUntil(async () => (await renderOf(farm, separated.name)) !== null, 60);
    // Unlike a suspended worker, this worker continues its film, and its answer waits in the connection.
    network[fault]();
    await farm.addWorker();
    await finish(farm, project, batches);
    const before = endedFilms(farm.workspace);
    network.restore();
    await waitUntil(async () => (await stateOf(farm, separated.name)) === 'idle', 120);
    expect(await separated.stop()).toBe(0);
    await farm.control.stop();
    expect(endedFilms(farm.workspace)).toEqual(before);
    expectEachOnce(farm, rows.length);
  },
);

/** Waits until the films have ended, the queue is empty, and the notifications are sent. */
async function finish(farm: FarmProcesses, project: string, batches: readonly string[]): Promise<void> {
  await batchesEnded(() => farm.control.client, project, batches, PATIENCE_SECONDS);
  await waitUntil(async () => Object.keys(await farm.ordersLeft()).length === 0, 120);
  await waitUntil(() => waitingNotifications(farm.workspace) === 0, 120);
}

function expectEachOnce(farm: FarmProcesses, count: number): void {
  const made = [...endedFilms(farm.workspace)];
  expect(made).toHaveLength(count);
  expect(
    made.filter(([, { state, ends, reported: reports }]) => state !== 'succeeded' || ends !== 1 || reports.length > 1),
  ).toEqual([]);
}

async function haveEnded(farm: FarmProcesses, project: string, batches: readonly string[]): Promise<boolean> {
  const states = await Promise.all(
    batches.map((batch) => farm.control.client.call('readBatch', { parameters: { project, batch }, query: {} })),
  );
  return states.every(({ state }) => state === 'ended');
}

async function workerNamed(farm: FarmProcesses, name: string) {
  const answer = await farm.control.client.call('readFarm', { parameters: {}, query: {} });
  return (answer.kind === 'farm' && answer.workers.find((worker) => worker.name === name)) || null;
}

/** Returns the render that a worker reports; null for none. */
async function renderOf(farm: FarmProcesses, name: string): Promise<string | null> {
  return (await workerNamed(farm, name))?.doing[0]?.render ?? null;
}

async function stateOf(farm: FarmProcesses, name: string): Promise<string | null> {
  return (await workerNamed(farm, name))?.state ?? null;
}

async function waitFor(milliseconds: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, milliseconds);
  await promise;
}
