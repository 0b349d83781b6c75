import { Queue, WaitingChildrenError } from 'bullmq';
import { Redis } from 'ioredis';
import { describe, expect, test } from 'vitest';
import { ServiceError } from '#service/errors/service-error.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { required } from '#shared/lib/assert.ts';
import { testMore } from '#shared/testing/more.ts';
import { queueName } from '../protocol/queue-names.ts';
import { type FarmWorld, FILM, farmWorld, filmWork, MAKER, orderOf } from './testing/farm-world.ts';
import { jobsIn, madeAnswer, pretendedWorker } from './testing/pretended-worker.ts';

async function failureOf(film: Promise<unknown>): Promise<ServiceError> {
  const error = await film.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ServiceError)) throw new Error('it did not fail as it should', { cause: error });
  return error;
}

/** Opens the queue like another process. */
async function seen({ redis, prefix }: FarmWorld, toolchain = MAKER) {
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
    await using world = await farmWorld();
    await using queue = await seen(world);
    const run = await world.submit();
    const worker = await world.worker({
      make: async (job) => {
        const told = { total: 5, framesPerSecond: 10, etaSeconds: 1, by: 'w1' };
        await job.updateProgress({ nonsense: true });
        // Progress before the listener has started is lost.
        await waitUntil(async () => {
          await job.updateProgress({ done: 2, ...told });
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
    expect(worker.orders).toEqual([orderOf(run.work)]);
    expect(world.accepted).toEqual([FILM]);
    expect(run.events[0]).toEqual({ kind: 'rendering' });
    expect(run.events[1]).toEqual({ kind: 'progress', done: 2, total: 5, framesPerSecond: 10, etaSeconds: 1 });
    expect(await queue.jobs()).toBe(1);
    await (await run.film)[Symbol.asyncDispose]();
    await waitUntil(async () => (await queue.jobs()) === 0);
  });

  test('fails with the error of its worker', async () => {
    await using world = await farmWorld();
    const error = { code: 'ffmpeg/failed', detail: 'FFmpeg stopped with an error. Code 1.', log: ['bad'] };
    await world.worker({ make: async () => ({ state: 'failed', error }) });
    expect(await failureOf((await world.submit()).film)).toMatchObject({
      ...{ code: 'ffmpeg/failed', message: 'FFmpeg stopped with an error. Code 1.', log: ['bad'] },
    });
  });

  test.each([
    ['no answer', undefined],
    ['a path instead of a digest', { ...madeAnswer(FILM), sha256: '../../etc/passwd' }],
    ['an answer of another shape', { state: 'made' }],
    ['a negative size', { ...madeAnswer(FILM), bytes: -1 }],
  ])('is not published from %s', async (_, answer) => {
    await using world = await farmWorld();
    await using queue = await seen(world);
    await world.worker({ make: async () => answer });
    expect(await failureOf((await world.submit()).film)).toMatchObject({ code: 'farm/failed' });
    expect(world.accepted).toEqual([]);
    await waitUntil(async () => (await queue.jobs()) === 0);
  });

  testMore.each([
    ['once is checked and dispatched again', 1, [false, true], 'made'],
    ['each time fails with farm/lacking', 9, [false, true, true], 'farm/lacking'],
  ])('with a missing file %s', async (_, times, doubts, ending) => {
    const doubted: boolean[] = [];
    await using world = await farmWorld({
      write: async (work, _signal, options) => {
        doubted.push(options?.isDoubted === true);
        return orderOf(work);
      },
    });
    await using queue = await seen(world);
    const error = { code: 'farm/lacking', detail: 'The render farm’s storage is missing files of the film.' };
    let made = 0;
    await world.worker({ make: async () => (made++ < times ? { state: 'failed', error } : madeAnswer(FILM)) });
    const run = await world.submit();
    if (ending === 'made') await (await run.film)[Symbol.asyncDispose]();
    else expect(await failureOf(run.film)).toMatchObject({ code: ending });
    expect(doubted).toEqual(doubts);
    await waitUntil(async () => (await queue.jobs()) === 0);
  });

  testMore('waits until a worker has the required versions', async () => {
    await using world = await farmWorld();
    const other = { ...MAKER, canvasKit: '0.1.0' };
    const stranger = await world.worker({ id: 'other', maker: other, make: async () => madeAnswer(FILM) });
    const run = await world.submit();
    await waitUntil(() => world.control().queue.registry.workers().length === 1);
    expect(world.control().queue.registry.maker()).toBe(null);
    await world.worker({ make: async () => madeAnswer(FILM) });
    await run.film;
    expect(stranger.orders).toEqual([]);
  });

  testMore('moves to workers with another FFmpeg when its workers are gone', async () => {
    await using world = await farmWorld();
    const first = await world.worker({ takes: false });
    const run = await world.submit();
    await using queue = await seen(world);
    await waitUntil(async () => (await queue.jobs()) === 1);
    await world.worker({ id: 'w2', maker: { ...MAKER, ffmpeg: '8.0' }, make: async () => madeAnswer(FILM) });
    await waitUntil(() => world.control().queue.registry.workers().length === 2);
    expect(world.control().queue.registry.maker()).toEqual(MAKER);
    await first.kill();
    await run.film;
    expect(await queue.jobs()).toBe(0);
  });

  testMore('is one job if it is submitted twice', async () => {
    await using world = await farmWorld();
    const release = Promise.withResolvers<void>();
    const worker = await world.worker({
      make: async () => {
        await release.promise;
        return madeAnswer(FILM);
      },
    });
    const run = await world.submit();
    await waitUntil(() => worker.orders.length === 1);
    const again = await world.submit(run.work);
    release.resolve();
    await again.film;
    expect(worker.orders).toHaveLength(1);
  });
});

describe('an unreachable queue', { tags: ['promise:F28'] }, () => {
  testMore('delays films that are submitted meanwhile', async () => {
    await using world = await farmWorld();
    await world.redis.kill();
    const run = await world.submit();
    await waitUntil(() => world.control().queue.reachability().state === 'away');
    await world.redis.restart();
    await world.worker({ make: async () => madeAnswer(FILM) });
    await run.film;
    await waitUntil(() => world.control().queue.reachability().state === 'reached');
  });

  test('loses no film that is being made and answers each once', async () => {
    await using world = await farmWorld({ redis: { keeps: true } });
    const release = Promise.withResolvers<void>();
    const worker = await world.worker({
      make: async () => {
        await release.promise;
        return madeAnswer(FILM);
      },
    });
    const runs = await Promise.all(Array.from({ length: 5 }, () => world.submit()));
    await waitUntil(() => worker.orders.length === 5);
    await world.redis.kill();
    // The answers cannot reach the queue.
    release.resolve();
    await waitUntil(() => world.control().queue.reachability().state === 'away');
    await world.redis.restart();
    await Promise.all(runs.map(({ film }) => film));
    expect(world.accepted).toHaveLength(5);
  });

  testMore('does not delay a stop at any moment of reconnecting', async () => {
    await using world = await farmWorld();
    await world.worker({ make: async () => madeAnswer(FILM) });
    for (let round = 0; round < 8; round++) {
      await (await world.submit()).film;
      await world.redis.kill();
      await waitUntil(() => world.control().queue.reachability().state === 'away');
      if (round % 2 === 0) await world.redis.restart();
      await world.control().queue[Symbol.asyncDispose]();
      if (round % 2 === 1) await world.redis.restart();
      await world.restart();
    }
  });

  testMore('is asked again after it was silent', async () => {
    await using world = await farmWorld();
    await world.worker({ make: async () => madeAnswer(FILM) });
    await waitUntil(() => world.control().queue.registry.maker() !== null);
    const goOn = world.redis.pause();
    const run = await world.submit();
    await waitUntil(() => world.control().queue.reachability().state === 'away');
    goOn();
    await run.film;
  });
});

describe('an emptied queue', { tags: ['promise:F29'] }, () => {
  test('gets each film again within seconds, and each is published once', { tags: ['promise:F29'] }, async () => {
    await using world = await farmWorld();
    const release = Promise.withResolvers<void>();
    const worker = await world.worker({
      make: async () => {
        await release.promise;
        return madeAnswer(FILM);
      },
    });
    const runs = await Promise.all(Array.from({ length: 20 }, () => world.submit()));
    await waitUntil(() => worker.orders.length === 20);
    await world.redis.flush();
    await using queue = await seen(world);
    await waitUntil(async () => (await queue.jobs()) === 20);
    release.resolve();
    await Promise.all(runs.map(({ film }) => film));
    expect(world.accepted).toHaveLength(20);
    for (const { film } of runs) await (await film)[Symbol.asyncDispose]();
    await waitUntil(async () => (await queue.jobs()) === 0);
  });
});

describe('lost workers', () => {
  test('are replaced, and one that wakes up changes nothing', { tags: ['promise:F27'] }, async () => {
    await using world = await farmWorld();
    const slept = Promise.withResolvers<void>();
    const sleeper = await world.worker({
      id: 'sleeper',
      lease: 1000,
      make: async (job, token) => {
        // Its lease expires while it sleeps.
        await job.extendLock(token, 1);
        await slept.promise;
        return madeAnswer('f'.repeat(64));
      },
    });
    const run = await world.submit();
    await waitUntil(() => sleeper.orders.length === 1);
    await sleeper.kill();
    await world.worker({ id: 'w2', lease: 1000, make: async () => madeAnswer(FILM) });
    expect((await run.film).sha256).toBe(FILM);
    slept.resolve();
    expect(world.accepted).toEqual([FILM]);
  });

  testMore('fail their film after several losses', async () => {
    await using world = await farmWorld();
    const run = await world.submit();
    for (let index = 0; index < 4; index++) {
      const worker = await world.worker({
        id: `w${index}`,
        lease: 600,
        make: () => new Promise(() => undefined),
      });
      await Promise.race([waitUntil(() => worker.orders.length > 0), run.film.catch(() => undefined)]);
      await worker.kill();
    }
    await world.worker({ id: 'last', lease: 600, make: () => new Promise(() => undefined) });
    const failure = await failureOf(run.film);
    expect(failure).toMatchObject({ code: 'farm/failed', says: { code: 'farm/workers-lost' } });
  });
});

describe('canceling', () => {
  const reason = new ServiceError('render/cancelled');

  test('removes a waiting film and its parts from the queue', async () => {
    await using world = await farmWorld();
    await using queue = await seen(world);
    const dividing = await world.worker({
      make: async (job, token) => {
        const parent = { id: required(job.id, 'an id'), queue: job.queueQualifiedName };
        await queue.queue.add('parts', {}, { jobId: `${job.id}.1`, parent, delay: 600_000 });
        if (await job.moveToWaitingChildren(token)) throw new WaitingChildrenError();
        return null;
      },
    });
    const run = await world.submit();
    await waitUntil(async () => (await queue.queue.getWaitingChildrenCount()) === 1);
    run.cancel(reason);
    await expect(run.film).rejects.toBe(reason);
    expect(await queue.jobs()).toBe(0);
    expect(dividing.orders).toHaveLength(1);
  });

  testMore('a film before its dispatch ends immediately', async () => {
    await using world = await farmWorld();
    const run = await world.submit();
    run.cancel(reason);
    await expect(run.film).rejects.toBe(reason);
    await world.worker({ takes: false });
    await waitUntil(() => world.control().queue.registry.maker() !== null);
    await using queue = await seen(world);
    expect(await queue.jobs()).toBe(0);
  });

  test('a running film publishes and stores its cancellation', async () => {
    await using world = await farmWorld();
    await using queue = await seen(world);
    const heard: string[] = [];
    const listener = new Redis({ port: world.redis.port });
    await listener.subscribe(`${world.prefix}:cancelled`);
    const told = Promise.withResolvers<void>();
    listener.on('message', (_, id) => {
      heard.push(id);
      told.resolve();
    });
    const worker = await world.worker({
      make: async () => {
        await told.promise;
        return { state: 'failed', error: { code: 'render/cancelled', detail: 'It was cancelled.' } };
      },
    });
    const run = await world.submit();
    await waitUntil(() => worker.orders.length === 1);
    run.cancel(reason);
    await expect(run.film).rejects.toBe(reason);
    const id = orderOf(run.work).id;
    expect(heard).toEqual([id]);
    expect(await world.redis.command('GET', `${world.prefix}:cancelled:${id}`)).toBe('1');
    await waitUntil(async () => (await queue.jobs()) === 0);
    listener.disconnect();
  });
});

describe('a restarted service', () => {
  test('resumes dispatched films and dispatches the others', async () => {
    await using world = await farmWorld();
    const release = Promise.withResolvers<void>();
    const worker = await world.worker({
      make: async () => {
        await release.promise;
        return madeAnswer(FILM);
      },
    });
    const run = await world.submit();
    await waitUntil(() => worker.orders.length === 1);
    const stopping = new Error('the service stops');
    run.leave?.(stopping);
    await expect(run.film).rejects.toBe(stopping);
    await world.restart();
    // The row only records the claim, not the dispatch.
    const [again, other] = [await world.submit(run.work), await world.submit()];
    release.resolve();
    await Promise.all([again.film, other.film]);
    expect(worker.orders.map(({ id }) => id)).toEqual([orderOf(run.work).id, orderOf(other.work).id]);
  });

  testMore('finds the answer of a film that was made meanwhile', async () => {
    await using world = await farmWorld();
    const run = await world.submit();
    const worker = await world.worker({ takes: false });
    await using queue = await seen(world);
    await waitUntil(async () => (await queue.jobs()) === 1);
    run.leave?.(new Error('the service stops'));
    await world.control().queue[Symbol.asyncDispose]();
    await worker.kill();
    const toolchain = await world.worker({ id: 'w2', make: async () => madeAnswer(FILM) });
    await waitUntil(async () => (await queue.queue.getCompletedCount()) === 1);
    await world.restart();
    await (await world.submit(run.work)).film;
    expect(toolchain.orders).toHaveLength(1);
  });
});

test('a film that the store lost is made again', async () => {
  let asked = 0;
  await using world = await farmWorld({
    blobs: {
      acceptStored: async (sha256, bytes) => {
        asked += 1;
        if (asked === 1) throw new ServiceError('storage/away');
        if (asked === 2) throw new ServiceError('storage/lost');
        return { sha256, bytes };
      },
    },
  });
  const worker = await world.worker({ make: async () => madeAnswer(FILM) });
  await (await world.submit()).film;
  expect(worker.orders).toHaveLength(2);
});

testMore('a full queue is reported once, and films continue afterward', { tags: ['promise:F28'] }, async () => {
  await using world = await farmWorld();
  await world.worker({ make: async () => madeAnswer(FILM) });
  const { queue, reached } = world.control();
  await waitUntil(() => queue.registry.maker() !== null);
  await world.redis.command('CONFIG', 'SET', 'maxmemory', '1');
  const run = await world.submit();
  await waitUntil(() => reached.length > 0);
  // The dispatcher and the registry use the queue repeatedly meanwhile.
  await queue.registry.read();
  await queue.registry.read();
  expect(reached).toMatchObject([{ state: 'away', why: { code: 'farm/queue-full' } }]);
  await world.redis.command('CONFIG', 'SET', 'maxmemory', '0');
  expect(await run.film).toMatchObject({ sha256: FILM });
  await waitUntil(() => reached.length === 2);
  expect(reached[1]).toEqual({ state: 'reached' });
});

test('an evicting queue and a second service with its prefix are reported', async () => {
  await using world = await farmWorld({ redis: { args: ['--maxmemory-policy', 'allkeys-lru'] } });
  await waitUntil(() => world.control().faults.includes('farm/evicts'));
  // A restart does not count as another service.
  const again = await world.restart();
  await again.queue.registry.read();
  await using other = await farmWorld({ redis: world.redis, prefix: world.prefix });
  for (const { faults } of [again, other.control()]) await waitUntil(() => faults.includes('farm/second-service'));
});

testMore('services with different prefixes share a queue without conflicts', async () => {
  await using one = await farmWorld();
  await using other = await farmWorld({ redis: one.redis, prefix: `${one.prefix}-other` });
  const work = filmWork();
  const workers = [
    await one.worker({ make: async () => madeAnswer('1'.repeat(64)) }),
    await other.worker({ make: async () => madeAnswer('2'.repeat(64)) }),
  ];
  const films = await Promise.all([(await one.submit(work)).film, (await other.submit(work)).film]);
  expect(films.map(({ sha256 }) => sha256[0])).toEqual(['1', '2']);
  expect(workers.map(({ orders }) => orders.length)).toEqual([1, 1]);
});

test('the cores follow the workers that come and go, without draining ones', async () => {
  await using world = await farmWorld();
  const { rooms } = world.control();
  const worker = await world.worker({ cores: 8, takes: false });
  await waitUntil(() => rooms.at(-1) === 8);
  const second = await pretendedWorker({ ...world, maker: MAKER, id: 'w2', cores: 4, takes: false });
  await waitUntil(() => rooms.at(-1) === 12);
  await second.kill();
  await worker.say({ isDraining: true });
  await waitUntil(() => rooms.at(-1) === 0);
  expect(world.control().queue.registry.maker()).toBe(null);
});
