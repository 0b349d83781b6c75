import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ServiceError } from '#service/errors/service-error.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import type { Division, FilmContext } from '../making/job-processor.ts';
import type { FilmAnswer, FilmJob } from '../protocol/job.ts';
import { dividedKey, reportKey } from '../protocol/queue-names.ts';
import { filmJob, partsJob } from '../testing/jobs.ts';
import { MADE, SHORT_LEASE, type TestFarm, testFarm, untilAborted } from '../testing/test-farm.ts';
import { ENDINGS } from './active-jobs.ts';
import type { ProcessorDependencies } from './open-worker.ts';

/** The record that the dividing run leaves. */
const DIVIDED = { scenes: { total: 5, cached: 1 }, question: 'e'.repeat(64), warnings: [] };
/** The number of cached frames of a film. Each of its parts has a hundred frames. */
const READY = 50;

/** Divides a film into parts. */
function divided(film: FilmJob, count: number): Division {
  const jobs = Array.from({ length: count }, (_, index) => partsJob(film, index + 1));
  return { jobs, frames: READY + 100 * count, divided: DIVIDED };
}

let farm: TestFarm;
beforeAll(async () => {
  farm = await testFarm();
});
afterAll(() => farm[Symbol.asyncDispose]());
beforeEach(() => farm.redis.flush());

test('a worker makes a film and reports what it has made', async () => {
  await using worker = await farm.worker({
    film: async (_, { onProgress }) => {
      for (const done of [20, 60, 100])
        onProgress({ done, total: 100, framesPerSecond: null, etaSeconds: null, by: 'somebody' });
      return MADE;
    },
  });
  await farm.add(filmJob('a'));
  await farm.expectAnswer('a-1', MADE);
  const report = async () =>
    JSON.parse((await farm.redis.command('GET', reportKey(farm.prefix, worker.identity.id))) || 'null');
  await waitUntil(async () => {
    const current = await report();
    return current?.made.films === 1 && current.doing.length === 0;
  });
  // The 20 cached frames do not count as made.
  expect(await report()).toMatchObject({ name: 'test', doing: [], isDraining: false, made: { frames: 80 } });
});

test('a long film is divided among workers and joined after its parts', async () => {
  const film = filmJob('long');
  const runs: unknown[] = [];
  const make = async (_: unknown, { divide, divided: record }: FilmContext) => {
    runs.push(divide === null ? record : 'divided');
    return divide === null ? MADE : await divide(divided(film, 4));
  };
  await using first = await farm.worker({ film: make });
  await using second = await farm.worker({ film: make });
  await farm.add(film);
  await farm.expectAnswer(film.id, MADE);
  // The second run gets the record of the first.
  expect(runs).toEqual(['divided', DIVIDED]);
  const startedIds = [...first.startedIds, ...second.startedIds];
  expect(startedIds.toSorted()).toEqual(['long-1', 'long-1', 'long-1.1', 'long-1.2', 'long-1.3', 'long-1.4']);
});

test('a divided film reports the progress of all its parts', async () => {
  const film = filmJob('watched');
  const made = Promise.withResolvers<void>();
  await using _ = await farm.worker({
    film: async (_order, { divide }) => (divide === null ? MADE : await divide(divided(film, 2))),
    parts: async (_order, { onFrames }) => {
      for (const done of [10, 30]) onFrames(done);
      await made.promise;
      return { state: 'made' };
    },
  });
  await farm.add(film);
  const progress = async () => (await farm.queue.getJob(film.id))?.progress;
  await waitUntil(async () => {
    const current = await progress();
    return typeof current === 'object' && 'done' in current && current.done === READY + 60;
  });
  expect(await progress()).toMatchObject({ done: READY + 60, total: READY + 200, by: expect.any(String) });
  made.resolve();
  await farm.expectAnswer(film.id, MADE);
  expect(await farm.redis.command('EXISTS', dividedKey(farm.prefix, film.id))).toBe('0');
});

test('a finished film is answered without making its waiting parts', async () => {
  const film = filmJob('undecided');
  const finished = Promise.withResolvers<FilmAnswer>();
  await using worker = await farm.worker({
    film: () => finished.promise,
    parts: async (_order, { signal }) => await untilAborted(signal),
  });
  await farm.add(film);
  await waitUntil(() => worker.startedIds.length === 1);
  // Create the state that a worker leaves if it is lost right after adding the parts.
  const parent = { id: film.id, queue: farm.queue.qualifiedName };
  for (const number of [1, 2, 3]) {
    const part = partsJob(film, number);
    await farm.queue.add('parts', part, { jobId: part.id, parent, priority: 1, ignoreDependencyOnFailure: true });
  }
  await waitUntil(() => worker.startedIds.length === 2);
  finished.resolve(MADE);
  // The film waits for the part that has already started.
  await waitUntil(async () => (await farm.queue.getJobState(film.id)) === 'waiting-children');
  await farm.cancel(`${film.id}.1`);
  await farm.expectAnswer(film.id, MADE);
  expect(worker.startedIds.toSorted()).toEqual(['undecided-1', 'undecided-1', 'undecided-1.1']);
});

test('failed parts do not fail their film', async () => {
  const film = filmJob('patchy');
  await using _ = await farm.worker({
    film: async (_order, { divide }) => (divide === null ? MADE : await divide(divided(film, 2))),
    parts: async ({ id }) => {
      if (id.endsWith('.1')) throw new Error('a mistake');
      return { state: 'made' };
    },
  });
  await farm.add(film);
  await farm.expectAnswer(film.id, MADE);
});

test('parts removed from the queue do not block their film', async () => {
  const film = filmJob('robbed');
  await using worker = await farm.worker({
    film: async (_order, { divide }) => (divide === null ? MADE : await divide(divided(film, 3))),
    parts: (_order, { signal }) => untilAborted(signal),
  });
  await farm.add(film);
  await waitUntil(() => worker.startedIds.length === 3);
  expect(await farm.queue.remove('robbed-1.3')).toBe(1);
  for (const id of ['robbed-1.1', 'robbed-1.2']) await farm.cancel(id);
  await farm.expectAnswer(film.id, MADE);
});

test('canceling a film ends its job and the jobs of its parts', async () => {
  const film = filmJob('unwanted');
  await using worker = await farm.worker({
    film: (_, { signal }) => untilAborted(signal),
    parts: (_, { signal }) => untilAborted(signal),
  });
  await farm.add(film);
  await farm.add(partsJob(film, 7));
  await waitUntil(() => worker.startedIds.length === 2);
  await farm.cancel(film.id);
  for (const id of [film.id, `${film.id}.7`])
    await farm.expectAnswer(id, { state: 'failed', error: { code: 'render/cancelled' } });
});

test('a job that was canceled before it started is not started', async () => {
  await farm.cancel('early-1');
  await using worker = await farm.worker();
  await farm.add(filmJob('early'));
  await farm.expectAnswer('early-1', { error: { code: 'render/cancelled' } });
  expect(worker.startedIds).toEqual([]);
});

test('an invalid job is answered and not retried', async () => {
  await using worker = await farm.worker();
  await farm.queue.add('film', { ...filmJob('bad'), template: '/etc/passwd' }, { jobId: 'bad-1', attempts: 5 });
  await farm.expectAnswer('bad-1', { state: 'failed', error: { code: 'request/invalid' } });
  expect(worker.startedIds).toEqual([]);
});

test('a refusal or a program error becomes an answer', async () => {
  const refusal: FilmAnswer = { state: 'failed', error: { code: 'render/invalid', detail: 'no' } };
  await using worker = await farm.worker({
    film: async ({ render }) => {
      if (render === 'refused') return refusal;
      throw new TypeError('undefined is not a function');
    },
  });
  await farm.add(filmJob('refused'));
  await farm.add(filmJob('broken'));
  await farm.expectAnswer('refused-1', refusal);
  await farm.expectAnswer('broken-1', { error: { code: 'request/internal' } });
  expect(worker.startedIds.length).toBe(2);
  expect(worker.statistics.failures).toEqual(
    new Map([
      ['render/invalid', 1],
      ['request/internal', 1],
    ]),
  );
});

test('a draining worker takes no new job and finishes its own', async () => {
  const finished = Promise.withResolvers<FilmAnswer>();
  const worker = await farm.worker({ film: () => finished.promise });
  await farm.add(filmJob('last'));
  await waitUntil(() => worker.startedIds.length === 1);
  const drained = worker.drain(60_000);
  await farm.add(filmJob('later'));
  expect(worker.idleReason()).toBe('draining');
  finished.resolve(MADE);
  expect(await drained).toBe('finished');
  await farm.expectAnswer('last-1', MADE);
  expect(worker.startedIds).toEqual(['last-1']);
  await using next = await farm.worker();
  await farm.expectAnswer('later-1', MADE);
  expect(next.startedIds).toEqual(['later-1']);
});

test('an unfinished job is returned without counting as a failure', async () => {
  const worker = await farm.worker({ film: (_, { signal }) => untilAborted(signal) });
  await farm.add(filmJob('half'));
  await waitUntil(() => worker.startedIds.length === 1);
  expect(await worker.drain(0)).toBe('given back');
  const job = await farm.queue.getJob('half-1');
  expect(await job?.getState()).toBe('prioritized');
  expect(job).toMatchObject({ attemptsMade: 0, stalledCounter: 0 });
  await using next = await farm.worker();
  await farm.expectAnswer('half-1', MADE);
  expect(next.startedIds).toEqual(['half-1']);
});

test('a worker that lost its lease ends the job without an answer', async () => {
  const reasons: unknown[] = [];
  const film = async (_: unknown, { signal }: FilmContext) =>
    await untilAborted(signal).catch((error: unknown) => {
      reasons.push(error);
      throw error;
    });
  // A long lease cannot expire before another worker takes it, even on a busy machine.
  await using worker = await farm.worker({ film }, { lease: { ...SHORT_LEASE, duration: 30_000 } });
  await farm.add(filmJob('stolen'));
  await waitUntil(() => worker.startedIds.length === 1);
  const lock = `${farm.queue.toKey('stolen-1')}:lock`;
  await farm.redis.command('SET', lock, 'another worker', 'PX', '60000');
  await waitUntil(() => reasons.length === 1);
  expect(reasons).toEqual([ENDINGS.leaseLost]);
  expect(await farm.queue.getJobState('stolen-1')).toBe('active');
  expect(await farm.redis.command('GET', lock)).toBe('another worker');
});

test('a job continues after the queue slept longer than its lease', async () => {
  const finished = Promise.withResolvers<FilmAnswer>();
  await using worker = await farm.worker({ film: () => finished.promise }, { lease: SHORT_LEASE });
  await farm.add(filmJob('slept'));
  await waitUntil(() => worker.startedIds.length === 1);
  const wake = farm.redis.pause();
  // Wait for the lease to expire, because its expiry causes no event.
  await pause(1.5 * SHORT_LEASE.duration);
  wake();
  await waitUntil(() => worker.lines.some((line) => line.includes('already running here')));
  finished.resolve(MADE);
  await farm.expectAnswer('slept-1', MADE);
  expect(worker.startedIds).toEqual(['slept-1']);
});

test('a worker without its store pauses, and another one takes its job', async () => {
  let isAway = false;
  const check = async () => {
    if (isAway) throw new ServiceError('destination/failed');
  };
  await using bad = await farm.worker({
    film: async () => {
      isAway = true;
      throw new ServiceError('destination/failed');
    },
    check,
  });
  await farm.add(filmJob('first'));
  await waitUntil(() => bad.idleReason() !== null && isAway);
  expect(bad.idleReason()).toBe('the store is unavailable, or the disk is full');
  await farm.add(filmJob('second'));
  await using good = await farm.worker();
  await farm.expectAnswer('first-1', MADE);
  await farm.expectAnswer('second-1', MADE);
  expect([bad.startedIds, good.startedIds.toSorted()]).toEqual([['first-1'], ['first-1', 'second-1']]);
  isAway = false;
  await waitUntil(() => bad.idleReason() === null);
  const messages = bad.lines.map((line) => JSON.parse(line).msg);
  expect(messages.filter((text) => text.startsWith('paused:'))).toHaveLength(1);
  expect(messages.filter((text) => text === 'resumed: the worker takes jobs again')).toHaveLength(1);
});

test('a job that needs too much memory is refused after three attempts', async () => {
  await using worker = await farm.worker({
    film: async () => {
      throw new ServiceError('render/memory');
    },
  });
  await farm.add(filmJob('huge'));
  await farm.expectAnswer('huge-1', { error: { code: 'render/memory' } });
  expect(worker.startedIds).toEqual(['huge-1', 'huge-1', 'huge-1']);
  expect(worker.idleReason()).toBe(null);
});

test('a running job answers after its emptied queue gets it again', async () => {
  const finished = Promise.withResolvers<FilmAnswer>();
  await using worker = await farm.worker({ film: () => finished.promise });
  await farm.add(filmJob('gone'));
  await waitUntil(() => worker.startedIds.length === 1);
  await farm.redis.flush();
  await farm.add(filmJob('gone'));
  await waitUntil(() => worker.lines.some((line) => line.includes('already running here')));
  finished.resolve(MADE);
  await farm.expectAnswer('gone-1', MADE);
  expect(worker.startedIds).toEqual(['gone-1']);
});

test('a job that the emptied queue gets much later starts again', async () => {
  const film = async (_: unknown, { signal }: FilmContext) =>
    worker.startedIds.length === 1 ? await untilAborted(signal) : MADE;
  await using worker = await farm.worker({ film }, { lease: SHORT_LEASE });
  await farm.add(filmJob('late'));
  await waitUntil(() => worker.startedIds.length === 1);
  await farm.redis.flush();
  await waitUntil(() => worker.activeJobs.jobs().length === 0);
  await farm.add(filmJob('late'));
  await farm.expectAnswer('late-1', MADE);
});

test('a worker waits for an unreachable queue and logs it once', async () => {
  await farm.redis.stop();
  await using worker = await farm.worker();
  const messages = () =>
    worker.lines.map((line): string => JSON.parse(line).msg).filter((text) => text.includes('the queue'));
  for (const [index, render] of ['one', 'two'].entries()) {
    // Redis is unreachable from the start, and the first request fails.
    await waitUntil(() => messages().length === 2 * index + 1);
    expect(worker.idleReason()).toBe('the queue is unavailable');
    await farm.redis.restart();
    await waitUntil(() => worker.idleReason() === null);
    await farm.add(filmJob(render));
    await farm.expectAnswer(`${render}-1`, MADE);
    if (index === 0) await farm.redis.stop();
  }
  expect(messages()).toEqual([
    'the queue is unavailable; waiting for it',
    'the queue is available again',
    'the queue is unavailable; waiting for it',
    'the queue is available again',
  ]);
});

test('a worker reads only reports of active workers with its toolchain', async () => {
  const readers: ProcessorDependencies['workers'][] = [];
  const createProcessor = ({ workers }: ProcessorDependencies) => {
    readers.push(workers);
    return { film: async () => MADE, parts: async () => ({ state: 'made' }) as const };
  };
  await using first = await farm.worker({}, { createProcessor });
  const second = await farm.worker({}, { createProcessor });
  const idsOf = async (read: ProcessorDependencies['workers']) => (await read()).map(({ id }) => id).toSorted();
  const both = [first.identity.id, second.identity.id].toSorted();
  for (const read of readers) await waitUntil(async () => (await idsOf(read)).join() === both.join());
  await second.drain(0);
  await waitUntil(async () => readers[0] !== undefined && (await idsOf(readers[0])).join() === first.identity.id);
});
