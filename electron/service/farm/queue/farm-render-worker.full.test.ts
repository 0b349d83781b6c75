import { Queue, WaitingChildrenError } from 'bullmq';
import { Redis } from 'ioredis';
import { describe, expect, test } from 'vitest';
import { ServiceError } from '#service/errors/service-error.ts';
import type { BlobDigest } from '#service/storage/ports.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { required } from '#shared/lib/assert.ts';
import { full } from '#shared/testing/full.ts';
import { queueName } from '../protocol/queue-names.ts';
import { jobsIn, madeAnswer, pretendedWorker } from '../testing/pretended-worker.ts';
import { FILM, filmWork, jobOf, type TestFarm, TOOLCHAIN, testFarm } from '../testing/test-farm.ts';

async function failureOf(film: Promise<unknown>): Promise<ServiceError> {
  const error = await film.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ServiceError)) throw new Error('it did not fail as it should', { cause: error });
  return error;
}

/** Opens the queue like another process. */
async function openQueue({ redis, prefix }: TestFarm, toolchain = TOOLCHAIN) {
  const connection = new Redis({ port: redis.port, maxRetriesPerRequest: null });
  const queue = new Queue(queueName(toolchain), { connection, prefix });
  return {
    queue,
    jobs: async () => {
      const counts = await jobsIn(queue);
      return Object.values(counts).reduce((sum, count) => sum + count, 0);
    },
    keys: async () => await connection.keys(`${prefix}:*`),
    [Symbol.asyncDispose]: async () => {
      await queue.close();
      connection.disconnect();
    },
  };
}

describe('a dispatched film', () => {
  test('is made by a worker, reports progress, and leaves the queue empty', async () => {
    await using farm = await testFarm();
    await using queue = await openQueue(farm);
    const run = await farm.submit();
    const worker = await farm.pretend({
      make: async (job) => {
        const progress = { total: 5, framesPerSecond: 10, etaSeconds: 1, by: 'w1' };
        await job.updateProgress({ nonsense: true });
        // The queue drops progress that is reported before the listener starts.
        await waitUntil(async () => {
          await job.updateProgress({ done: 2, ...progress });
          return run.events.length > 0;
        });
        return madeAnswer(FILM);
      },
    });
    const { [Symbol.asyncDispose]: _, ...film } = await run.film;
    expect(film).toEqual({
      ...{ path: null, sha256: FILM, bytes: 4, frames: 5, durationSeconds: 0.5, warnings: [] },
      scenes: { total: 1, cached: 0 },
    });
    expect(worker.jobs).toEqual([jobOf(run.work)]);
    expect(farm.accepted).toEqual([FILM]);
    expect(run.events[0]).toEqual({ kind: 'rendering' });
    expect(run.events[1]).toEqual({ kind: 'progress', done: 2, total: 5, framesPerSecond: 10, etaSeconds: 1 });
    expect(await queue.jobs()).toBe(1);
    await (await run.film)[Symbol.asyncDispose]();
    await waitUntil(async () => (await queue.jobs()) === 0);
  });

  test('passes on the damage that its worker found', async () => {
    const stored: unknown[] = [];
    await using farm = await testFarm({ keepFaults: async (...fault) => void stored.push(fault) });
    const source = 'b'.repeat(64) as BlobDigest;
    const places = [{ from: 2.96, until: 3.4 }];
    await farm.pretend({ make: async () => ({ ...madeAnswer(FILM), faults: [[source, places]] }) });
    await using _film = await (await farm.submit()).film;
    expect(stored).toEqual([[source, places]]);
  });

  test('fails with the error of its worker', async () => {
    await using farm = await testFarm();
    const error = { code: 'ffmpeg/failed', detail: 'FFmpeg stopped with an error. Code 1.', log: ['bad'] };
    await farm.pretend({ make: async () => ({ state: 'failed', error }) });
    expect(await failureOf((await farm.submit()).film)).toMatchObject({
      ...{ code: 'ffmpeg/failed', message: 'FFmpeg stopped with an error. Code 1.', log: ['bad'] },
    });
  });

  test.each([
    ['no answer', undefined],
    ['a path instead of a digest', { ...madeAnswer(FILM), sha256: '../../etc/passwd' }],
    ['an answer of another shape', { state: 'made' }],
    ['a negative size', { ...madeAnswer(FILM), bytes: -1 }],
  ])('is not published from %s', async (_, answer) => {
    await using farm = await testFarm();
    await using queue = await openQueue(farm);
    await farm.pretend({ make: async () => answer });
    expect(await failureOf((await farm.submit()).film)).toMatchObject({ code: 'farm/failed' });
    expect(farm.accepted).toEqual([]);
    await waitUntil(async () => (await queue.jobs()) === 0);
  });

  full.test.each([
    ['once is checked and dispatched again', 1, [false, true], 'made'],
    ['each time fails with farm/lacking', 9, [false, true, true], 'farm/lacking'],
  ])('with a missing file %s', async (_, times, doubts, expected) => {
    const doubted: boolean[] = [];
    await using farm = await testFarm({
      write: async (work, _signal, options) => {
        doubted.push(options?.isDoubted === true);
        return jobOf(work);
      },
    });
    await using queue = await openQueue(farm);
    const error = { code: 'farm/lacking', detail: 'The render farm’s storage is missing files of the film.' };
    let made = 0;
    await farm.pretend({ make: async () => (made++ < times ? { state: 'failed', error } : madeAnswer(FILM)) });
    const run = await farm.submit();
    if (expected === 'made') await (await run.film)[Symbol.asyncDispose]();
    else expect(await failureOf(run.film)).toMatchObject({ code: expected });
    expect(doubted).toEqual(doubts);
    await waitUntil(async () => (await queue.jobs()) === 0);
  });

  full.test('waits until a worker has the required versions', async () => {
    await using farm = await testFarm();
    const other = { ...TOOLCHAIN, canvasKit: '0.1.0' };
    const stranger = await farm.pretend({ id: 'other', toolchain: other, make: async () => madeAnswer(FILM) });
    const run = await farm.submit();
    await waitUntil(() => farm.service().queue.registry.workers().length === 1);
    expect(farm.service().queue.registry.toolchain()).toBe(null);
    await farm.pretend({ make: async () => madeAnswer(FILM) });
    await run.film;
    expect(stranger.jobs).toEqual([]);
  });

  full.test('moves to workers with another FFmpeg after the last worker left', async () => {
    await using farm = await testFarm();
    const first = await farm.pretend({ takes: false });
    const run = await farm.submit();
    await using queue = await openQueue(farm);
    await waitUntil(async () => (await queue.jobs()) === 1);
    await farm.pretend({ id: 'w2', toolchain: { ...TOOLCHAIN, ffmpeg: '8.0' }, make: async () => madeAnswer(FILM) });
    await waitUntil(() => farm.service().queue.registry.workers().length === 2);
    expect(farm.service().queue.registry.toolchain()).toEqual(TOOLCHAIN);
    await first.kill();
    await run.film;
    expect(await queue.jobs()).toBe(0);
  });

  full.test('is one job if it is submitted twice', async () => {
    await using farm = await testFarm();
    const release = Promise.withResolvers<void>();
    const worker = await farm.pretend({
      make: async () => {
        await release.promise;
        return madeAnswer(FILM);
      },
    });
    const run = await farm.submit();
    await waitUntil(() => worker.jobs.length === 1);
    const again = await farm.submit(run.work);
    release.resolve();
    await again.film;
    expect(worker.jobs).toHaveLength(1);
  });
});

describe('an unreachable queue', { tags: ['promise:F28'] }, () => {
  full.test('delays films that are submitted during the outage', async () => {
    await using farm = await testFarm();
    await farm.redis.kill();
    const run = await farm.submit();
    await waitUntil(() => farm.service().queue.reachability().state === 'away');
    await farm.redis.restart();
    await farm.pretend({ make: async () => madeAnswer(FILM) });
    await run.film;
    await waitUntil(() => farm.service().queue.reachability().state === 'reached');
  });

  test('loses no film that is being made and answers each once', async () => {
    await using farm = await testFarm({ redis: { keeps: true } });
    const release = Promise.withResolvers<void>();
    const worker = await farm.pretend({
      make: async () => {
        await release.promise;
        return madeAnswer(FILM);
      },
    });
    const runs = await Promise.all(Array.from({ length: 5 }, () => farm.submit()));
    await waitUntil(() => worker.jobs.length === 5);
    await farm.redis.kill();
    // Keep the workers from sending their answers to the queue.
    release.resolve();
    await waitUntil(() => farm.service().queue.reachability().state === 'away');
    await farm.redis.restart();
    await Promise.all(runs.map(({ film }) => film));
    expect(farm.accepted).toHaveLength(5);
  });

  full.test('does not delay a stop at any moment of reconnecting', async () => {
    await using farm = await testFarm();
    await farm.pretend({ make: async () => madeAnswer(FILM) });
    for (let round = 0; round < 8; round++) {
      await (await farm.submit()).film;
      await farm.redis.kill();
      await waitUntil(() => farm.service().queue.reachability().state === 'away');
      if (round % 2 === 0) await farm.redis.restart();
      await farm.service().queue[Symbol.asyncDispose]();
      if (round % 2 === 1) await farm.redis.restart();
      await farm.restart();
    }
  });

  full.test('answers again after a silence', async () => {
    await using farm = await testFarm();
    await farm.pretend({ make: async () => madeAnswer(FILM) });
    await waitUntil(() => farm.service().queue.registry.toolchain() !== null);
    const resume = farm.redis.pause();
    const run = await farm.submit();
    await waitUntil(() => farm.service().queue.reachability().state === 'away');
    resume();
    await run.film;
  });
});

describe('an emptied queue', { tags: ['promise:F29'] }, () => {
  test('gets each film again within seconds, and each is published once', { tags: ['promise:F29'] }, async () => {
    await using farm = await testFarm();
    const release = Promise.withResolvers<void>();
    const worker = await farm.pretend({
      make: async () => {
        await release.promise;
        return madeAnswer(FILM);
      },
    });
    const runs = await Promise.all(Array.from({ length: 20 }, () => farm.submit()));
    await waitUntil(() => worker.jobs.length === 20);
    await farm.redis.flush();
    await using queue = await openQueue(farm);
    await waitUntil(async () => (await queue.jobs()) === 20);
    release.resolve();
    await Promise.all(runs.map(({ film }) => film));
    expect(farm.accepted).toHaveLength(20);
    for (const { film } of runs) await (await film)[Symbol.asyncDispose]();
    await waitUntil(async () => (await queue.jobs()) === 0);
  });
});

describe('lost workers', () => {
  test('are replaced, and one that wakes up changes nothing', { tags: ['promise:F27'] }, async () => {
    await using farm = await testFarm();
    const wakeUp = Promise.withResolvers<void>();
    const sleeper = await farm.pretend({
      id: 'sleeper',
      lease: 1000,
      make: async (job, token) => {
        // The lease of the worker expires while the worker sleeps.
        await job.extendLock(token, 1);
        await wakeUp.promise;
        return madeAnswer('f'.repeat(64));
      },
    });
    const run = await farm.submit();
    await waitUntil(() => sleeper.jobs.length === 1);
    await sleeper.kill();
    await farm.pretend({ id: 'w2', lease: 1000, make: async () => madeAnswer(FILM) });
    expect((await run.film).sha256).toBe(FILM);
    wakeUp.resolve();
    expect(farm.accepted).toEqual([FILM]);
  });

  full.test('fail their film after several losses', async () => {
    await using farm = await testFarm();
    const run = await farm.submit();
    for (let index = 0; index < 4; index++) {
      const worker = await farm.pretend({
        id: `w${index}`,
        lease: 600,
        make: () => new Promise(() => undefined),
      });
      await Promise.race([waitUntil(() => worker.jobs.length > 0), run.film.catch(() => undefined)]);
      await worker.kill();
    }
    await farm.pretend({ id: 'last', lease: 600, make: () => new Promise(() => undefined) });
    const failure = await failureOf(run.film);
    expect(failure).toMatchObject({ code: 'farm/failed', says: { code: 'farm/workers-lost' } });
  });
});

describe('canceling', () => {
  const reason = new ServiceError('render/cancelled');

  test('removes a waiting film and its parts from the queue', async () => {
    await using farm = await testFarm();
    await using queue = await openQueue(farm);
    const dividing = await farm.pretend({
      make: async (job, token) => {
        const parent = { id: required(job.id, 'an id'), queue: job.queueQualifiedName };
        await queue.queue.add('parts', {}, { jobId: `${job.id}.1`, parent, delay: 600_000 });
        if (await job.moveToWaitingChildren(token)) throw new WaitingChildrenError();
        return null;
      },
    });
    const run = await farm.submit();
    await waitUntil(async () => (await queue.queue.getWaitingChildrenCount()) === 1);
    run.cancel(reason);
    await expect(run.film).rejects.toBe(reason);
    expect(await queue.jobs()).toBe(0);
    expect(dividing.jobs).toHaveLength(1);
  });

  full.test('ends a film that was not dispatched immediately', async () => {
    await using farm = await testFarm();
    const run = await farm.submit();
    run.cancel(reason);
    await expect(run.film).rejects.toBe(reason);
    await farm.pretend({ takes: false });
    await waitUntil(() => farm.service().queue.registry.toolchain() !== null);
    await using queue = await openQueue(farm);
    expect(await queue.jobs()).toBe(0);
  });

  test('publishes and stores the cancellation of a running film', async () => {
    await using farm = await testFarm();
    await using queue = await openQueue(farm);
    const heard: string[] = [];
    const listener = new Redis({ port: farm.redis.port });
    await listener.subscribe(`${farm.prefix}:cancelled`);
    const received = Promise.withResolvers<void>();
    listener.on('message', (_, id) => {
      heard.push(id);
      received.resolve();
    });
    const worker = await farm.pretend({
      make: async () => {
        await received.promise;
        return { state: 'failed', error: { code: 'render/cancelled', detail: 'It was cancelled.' } };
      },
    });
    const run = await farm.submit();
    await waitUntil(() => worker.jobs.length === 1);
    run.cancel(reason);
    await expect(run.film).rejects.toBe(reason);
    const id = jobOf(run.work).id;
    expect(heard).toEqual([id]);
    expect(await farm.redis.command('GET', `${farm.prefix}:cancelled:${id}`)).toBe('1');
    await waitUntil(async () => (await queue.jobs()) === 0);
    listener.disconnect();
  });
});

describe('a restarted service', () => {
  test('resumes dispatched films and dispatches the others', async () => {
    await using farm = await testFarm();
    const release = Promise.withResolvers<void>();
    const worker = await farm.pretend({
      make: async () => {
        await release.promise;
        return madeAnswer(FILM);
      },
    });
    const run = await farm.submit();
    await waitUntil(() => worker.jobs.length === 1);
    const stopping = new Error('the service stops');
    run.leave?.(stopping);
    await expect(run.film).rejects.toBe(stopping);
    await farm.restart();
    // The row records only the claim, not the dispatch.
    const [again, other] = [await farm.submit(run.work), await farm.submit()];
    release.resolve();
    await Promise.all([again.film, other.film]);
    expect(worker.jobs.map(({ id }) => id)).toEqual([jobOf(run.work).id, jobOf(other.work).id]);
  });

  full.test('finds the answer of a film that was made during the stop', async () => {
    await using farm = await testFarm();
    const run = await farm.submit();
    const worker = await farm.pretend({ takes: false });
    await using queue = await openQueue(farm);
    await waitUntil(async () => (await queue.jobs()) === 1);
    run.leave?.(new Error('the service stops'));
    await farm.service().queue[Symbol.asyncDispose]();
    await worker.kill();
    const toolchain = await farm.pretend({ id: 'w2', make: async () => madeAnswer(FILM) });
    await waitUntil(async () => (await queue.queue.getCompletedCount()) === 1);
    await farm.restart();
    await (await farm.submit(run.work)).film;
    expect(toolchain.jobs).toHaveLength(1);
  });
});

test('a film that the store lost is made again', async () => {
  let requests = 0;
  await using farm = await testFarm({
    blobs: {
      acceptStored: async (sha256, bytes) => {
        requests += 1;
        if (requests === 1) throw new ServiceError('storage/away');
        if (requests === 2) throw new ServiceError('storage/lost');
        return { sha256, bytes };
      },
    },
  });
  const worker = await farm.pretend({ make: async () => madeAnswer(FILM) });
  await (await farm.submit()).film;
  expect(worker.jobs).toHaveLength(2);
});

test('a film that the store loses three times fails', async () => {
  await using farm = await testFarm({
    blobs: {
      acceptStored: async () => {
        throw new ServiceError('storage/lost');
      },
    },
  });
  const worker = await farm.pretend({ make: async () => madeAnswer(FILM) });
  expect(await failureOf((await farm.submit()).film)).toMatchObject({ code: 'storage/lost' });
  expect(worker.jobs).toHaveLength(3);
});

test('a film whose files are missing three times fails', async () => {
  await using farm = await testFarm();
  const error = { code: 'farm/lacking', detail: 'A file is missing.' };
  const worker = await farm.pretend({ make: async () => ({ state: 'failed', error }) });
  expect(await failureOf((await farm.submit()).film)).toMatchObject({ code: 'farm/lacking' });
  expect(worker.jobs).toHaveLength(3);
});

full.test('a full queue is reported once, and films continue afterward', { tags: ['promise:F28'] }, async () => {
  await using farm = await testFarm();
  await farm.pretend({ make: async () => madeAnswer(FILM) });
  const { queue, reached } = farm.service();
  await waitUntil(() => queue.registry.toolchain() !== null);
  await farm.redis.command('CONFIG', 'SET', 'maxmemory', '1');
  const run = await farm.submit();
  await waitUntil(() => reached.length > 0);
  // Meanwhile, the dispatcher and the registry use the queue repeatedly.
  await queue.registry.read();
  await queue.registry.read();
  expect(reached).toMatchObject([{ state: 'away', why: { code: 'farm/queue-full' } }]);
  await farm.redis.command('CONFIG', 'SET', 'maxmemory', '0');
  expect(await run.film).toMatchObject({ sha256: FILM });
  await waitUntil(() => reached.length === 2);
  expect(reached[1]).toEqual({ state: 'reached' });
});

test('an evicting queue is reported', async () => {
  await using farm = await testFarm({ redis: { args: ['--maxmemory-policy', 'allkeys-lru'] } });
  await waitUntil(() => farm.service().faults.includes('farm/evicts'));
});

test('a second service with the same prefix is reported', async () => {
  await using farm = await testFarm();
  // A restart does not count as another service.
  const again = await farm.restart();
  await again.queue.registry.read();
  await using other = await testFarm({ redis: farm.redis, prefix: farm.prefix });
  for (const { faults } of [again, other.service()]) await waitUntil(() => faults.includes('farm/second-service'));
});

full.test('services with different prefixes share a queue without conflicts', async () => {
  await using one = await testFarm();
  await using other = await testFarm({ redis: one.redis, prefix: `${one.prefix}-other` });
  const work = filmWork();
  const workers = [
    await one.pretend({ make: async () => madeAnswer('1'.repeat(64)) }),
    await other.pretend({ make: async () => madeAnswer('2'.repeat(64)) }),
  ];
  const films = await Promise.all([(await one.submit(work)).film, (await other.submit(work)).film]);
  expect(films.map(({ sha256 }) => sha256[0])).toEqual(['1', '2']);
  expect(workers.map(({ jobs }) => jobs.length)).toEqual([1, 1]);
});

test('the core count includes all workers except draining ones', async () => {
  await using farm = await testFarm();
  const { coreCounts } = farm.service();
  const worker = await farm.pretend({ cores: 8, takes: false });
  await waitUntil(() => coreCounts.at(-1) === 8);
  const second = await pretendedWorker({ ...farm, toolchain: TOOLCHAIN, id: 'w2', cores: 4, takes: false });
  await waitUntil(() => coreCounts.at(-1) === 12);
  await second.kill();
  await worker.writeReport({ isDraining: true });
  await waitUntil(() => coreCounts.at(-1) === 0);
  expect(farm.service().queue.registry.toolchain()).toBe(null);
});
