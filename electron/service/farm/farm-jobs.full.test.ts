import { describe, expect, test } from 'vitest';
import type { RenderId } from '#service/renders/records/render-record.ts';
import { claimRender, endRender } from '#service/renders/records/transitions.ts';
import { readRender, startRender } from '#service/renders/testing/calls.ts';
import { type JobWorld, openJobWorld } from '#service/renders/testing/job-world.ts';
import type { BlobDigest, Database } from '#service/storage/ports.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { createFarmRenderWorker } from './queue/farm-renderer.ts';
import { filmsInFarm } from './queue/worker-registry.ts';
import { madeAnswer } from './testing/pretended-worker.ts';
import { FILM, jobOf, type TestFarm, testFarm } from './testing/test-farm.ts';

const LATER = {
  template: '<movie width="64" height="64" framerate="10"><scene duration="5"/></movie>',
  async: 'true',
  onsuccess: 'https://hook.example/yes',
};

/** Opens the renders of a workspace with a farm. They can be closed and opened again with the same folder. */
async function jobWorld(farm: TestFarm, folder: string): Promise<JobWorld> {
  let database: Database | null = null;
  const { dispatcher, registry } = farm.service().queue;
  const worker = createFarmRenderWorker({
    blobs: {
      acceptStored: async (sha256, bytes) => {
        const sql = 'INSERT OR IGNORE INTO blob (sha256, bytes, created_at) VALUES (?, ?, ?)';
        database?.run(sql, sha256, bytes, Date.now());
        return { sha256, bytes };
      },
    },
    ...{
      write: async (work) => jobOf(work),
      dispatcher,
      storeIsReached: () => true,
      keepFaults: async () => undefined,
    },
  });
  const world = await openJobWorld(folder, { worker, atOnce: () => filmsInFarm(registry.cores()) });
  database = world.foundation.database;
  world.queue.start();
  return world;
}

const stateOf = async (world: JobWorld, id: unknown) => (await readRender(world, id))['state'];
const notified = (world: JobWorld) => world.foundation.database.all('SELECT url FROM notification').length;

describe('renders of a farm', () => {
  test('continue while the service is stopped, in the same attempt', async () => {
    await using folder = await temporaryFolder();
    await using farm = await testFarm();
    const release = Promise.withResolvers<void>();
    const worker = await farm.pretend({
      make: async (job) => {
        await job.updateProgress({ done: 1, total: 5, framesPerSecond: 1, etaSeconds: 4, by: 'w1' });
        await release.promise;
        return madeAnswer(FILM);
      },
    });
    const first = await jobWorld(farm, folder.path);
    const ids = [(await startRender(first, LATER)).id, (await startRender(first, LATER)).id];
    await waitUntil(() => worker.jobs.length === 2);
    await first[Symbol.asyncDispose]();
    await farm.restart();
    await using second = await jobWorld(farm, folder.path);
    for (const id of ids) expect(await readRender(second, id)).toMatchObject({ attempt: 1 });
    release.resolve();
    for (const id of ids) await waitUntil(async () => (await stateOf(second, id)) === 'succeeded');
    for (const id of ids) expect(await readRender(second, id)).toMatchObject({ attempt: 1, sha256: FILM, frames: 5 });
    expect(worker.jobs).toHaveLength(2);
    expect(notified(second)).toBe(2);
  });

  test('are dispatched after the service died between claiming and dispatching them', {
    tags: ['promise:F24'],
  }, async () => {
    await using folder = await temporaryFolder();
    await using farm = await testFarm();
    const before = await openJobWorld(folder.path);
    const { id } = await startRender(before, LATER);
    expect(claimRender(before.records, id as RenderId)).toMatchObject({ state: 'fetching', attempt: 1 });
    before.foundation.database.close();
    const worker = await farm.pretend({ make: async () => madeAnswer(FILM) });
    await using after = await jobWorld(farm, folder.path);
    await waitUntil(async () => (await stateOf(after, id)) === 'succeeded');
    expect(await readRender(after, id)).toMatchObject({ attempt: 1 });
    expect(worker.jobs.map((order) => order.id)).toEqual([`${id}-1`]);
  });

  test('end once each when the queue is emptied and killed', {
    tags: ['promise:P8', 'promise:F28', 'promise:F29'],
  }, async () => {
    await using folder = await temporaryFolder();
    await using farm = await testFarm();
    let made = 0;
    await farm.pretend({
      cores: 5,
      make: async () => {
        made += 1;
        if (made === 12) await farm.redis.flush();
        if (made === 25) {
          await farm.redis.kill();
          await farm.redis.restart();
        }
        return madeAnswer(FILM);
      },
    });
    await using world = await jobWorld(farm, folder.path);
    const ids: unknown[] = [];
    for (let count = 0; count < 40; count++) ids.push((await startRender(world, LATER)).id);
    for (const id of ids) await waitUntil(async () => (await stateOf(world, id)) === 'succeeded');
    expect(notified(world)).toBe(40);
    for (const id of ids) expect(await readRender(world, id)).toMatchObject({ attempt: 1 });
  });

  test("run at the same time in proportion to the workers' cores", async () => {
    await using folder = await temporaryFolder();
    await using farm = await testFarm();
    await using world = await jobWorld(farm, folder.path);
    for (let count = 0; count < 30; count++) await startRender(world, LATER);
    await waitUntil(() => world.queue.counts().running === 8);
    const worker = await farm.pretend({ cores: 10, takes: false });
    // The service also wakes its queue when workers come and go.
    await waitUntil(() => {
      world.queue.wake();
      return world.queue.counts().running === 20;
    });
    expect(world.queue.counts()).toEqual({ queued: 10, running: 20 });
    await worker.kill();
    await waitUntil(() => farm.service().queue.registry.cores() === 0);
    world.queue.wake();
    expect(world.queue.counts()).toEqual({ queued: 10, running: 20 });
  });

  test.each(['given', 'made'])(
    'end as canceled once despite a later answer: %s',
    { tags: ['promise:F26', 'promise:F27'] },
    async (stage) => {
      await using folder = await temporaryFolder();
      await using farm = await testFarm();
      const release = Promise.withResolvers<void>();
      const worker = await farm.pretend({
        takes: stage === 'made',
        make: async () => {
          await release.promise;
          return madeAnswer(FILM);
        },
      });
      await using world = await jobWorld(farm, folder.path);
      const { id } = await startRender(world, LATER);
      await waitUntil(async () => (await stateOf(world, id)) === 'fetching');
      if (stage === 'made') await waitUntil(() => worker.jobs.length === 1);
      const cancelled = world.queue.cancel(id as RenderId);
      await waitUntil(async () => (await stateOf(world, id)) === 'cancelled');
      release.resolve();
      await cancelled;
      expect(await stateOf(world, id)).toBe('cancelled');
      expect(notified(world)).toBe(0);
    },
  );

  test('publish no answer of an outdated attempt', { tags: ['promise:P8', 'promise:F27'] }, async () => {
    await using folder = await temporaryFolder();
    await using farm = await testFarm();
    const release = Promise.withResolvers<void>();
    const worker = await farm.pretend({
      make: async () => {
        await release.promise;
        return madeAnswer(FILM);
      },
    });
    await using world = await jobWorld(farm, folder.path);
    const { id } = await startRender(world, LATER);
    await waitUntil(() => worker.jobs.length === 1);
    // Another process took over the render and ended it.
    const { database } = world.foundation;
    database.run('UPDATE render SET attempt = 2 WHERE id = ?', String(id));
    const outcome = {
      url: null,
      frames: 1,
      durationSeconds: 1,
      bytes: 1,
      sha256: 'e'.repeat(64),
      warnings: [],
      files: [],
      scenes: null,
    };
    database.run('INSERT INTO blob (sha256, bytes, created_at) VALUES (?, 1, 0)', outcome.sha256);
    const ending = { state: 'succeeded', film: outcome.sha256 as BlobDigest, outcome } as const;
    endRender(world.records, { id: id as RenderId, attempt: 2 }, ending);
    release.resolve();
    await waitUntil(() => world.queue.counts().running === 0);
    expect(await readRender(world, id)).toMatchObject({ attempt: 2, sha256: outcome.sha256 });
    expect(notified(world)).toBe(1);
  });
});
