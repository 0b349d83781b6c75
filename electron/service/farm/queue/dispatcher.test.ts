import { expect, test } from 'vitest';
import { waitUntil } from '#service/testing/wait-until.ts';
import { madeAnswer } from '../testing/pretended-worker.ts';
import { FILM, filmWork, jobOf, TOOLCHAIN } from '../testing/test-farm.ts';
import { createFarmDispatcher } from './dispatcher.ts';
import type { FarmJobQueue, JobQueueListener } from './job-queue.ts';
import type { ObservedJob } from './reconcile.ts';

/** Returns the error of a queue whose memory is full. */
function fullQueueError(): Error {
  return Object.assign(new Error("OOM command not allowed when used memory > 'maxmemory'."), { name: 'ReplyError' });
}

/** Creates a queue whose content and faults a test controls. */
function pretendedQueue() {
  const entries = new Map<string, ObservedJob>();
  const state = { isFull: false, tries: 0 };
  const queue: FarmJobQueue = {
    toolchain: TOOLCHAIN,
    submit: async (jobs) => {
      if (state.isFull) state.tries += 1;
      if (state.isFull) throw fullQueueError();
      for (const { id } of jobs) if (!entries.has(id)) entries.set(id, { state: 'waiting' });
    },
    observe: async (ids) => ids.map((id) => entries.get(id) ?? { state: 'missing' }),
    // Jobs that a worker already makes cannot be removed.
    remove: async (id) => {
      const isWaiting = entries.get(id)?.state === 'waiting';
      if (!isWaiting) entries.delete(id);
      return !isWaiting;
    },
    close: async () => undefined,
  };
  return { queue, held: entries, state };
}

test('a full queue still delivers its answers and frees their memory', { tags: ['promise:F28'] }, async () => {
  const { queue, held: entries, state } = pretendedQueue();
  const failures: unknown[] = [];
  const dispatcher = createFarmDispatcher({
    toolchain: () => TOOLCHAIN,
    open: async () => queue,
    announceCancellation: async () => {
      if (state.isFull) throw fullQueueError();
    },
    onRound: (error) => failures.push(error),
    observationMilliseconds: 20,
  });
  const job = () => jobOf(filmWork());
  const [cancelled, answered, late] = [job(), job(), job()];
  const ignored = () => undefined;
  const submitted = [cancelled, answered].map((each) => dispatcher.submit(each, ignored));
  submitted[0]?.answer.catch(ignored);
  await waitUntil(() => entries.size === 2);

  state.isFull = true;
  submitted[0]?.withdraw(new Error('withdrawn'));
  const lateAnswer = dispatcher.submit(late, ignored).answer;
  entries.set(answered.id, { state: 'completed', answer: JSON.stringify(madeAnswer(FILM)) });
  expect(await submitted[1]?.answer).toMatchObject({ state: 'made' });
  submitted[1]?.done();
  await waitUntil(() => !entries.has(answered.id));
  expect(failures.at(-1)).toMatchObject({ name: 'ReplyError' });
  await waitUntil(() => state.tries > 1);

  state.isFull = false;
  await waitUntil(() => entries.has(late.id));
  entries.set(late.id, { state: 'completed', answer: JSON.stringify(madeAnswer(FILM)) });
  expect(await lateAnswer).toMatchObject({ state: 'made' });
  await waitUntil(() => failures.at(-1) === null);
  await dispatcher.close();
});

const ignore = () => undefined;

test('a withdrawal is announced once, although its job is removed repeatedly', async () => {
  const { queue, held: entries } = pretendedQueue();
  const announced: string[] = [];
  let removals = 0;
  const remove: FarmJobQueue['remove'] = (id) => {
    removals += 1;
    return queue.remove(id);
  };
  const dispatcher = createFarmDispatcher({
    toolchain: () => TOOLCHAIN,
    open: async () => ({ ...queue, remove }),
    announceCancellation: async (id) => void announced.push(id),
    onRound: ignore,
    observationMilliseconds: 20,
  });
  const job = jobOf(filmWork());
  const { answer, withdraw } = dispatcher.submit(job, ignore);
  answer.catch(ignore);
  await waitUntil(() => entries.has(job.id));
  withdraw(new Error('withdrawn'));
  await waitUntil(() => removals > 2);
  expect(announced).toEqual([job.id]);
  entries.set(job.id, { state: 'failed', reason: 'cancelled' });
  await waitUntil(() => !entries.has(job.id));
  await dispatcher.close();
});

test('a job that is withdrawn during a submission is not submitted', async () => {
  const { queue, held: entries } = pretendedQueue();
  let barrier: PromiseWithResolvers<void> | null = null;
  let waits = 0;
  const submit: FarmJobQueue['submit'] = async (jobs) => {
    waits += barrier === null ? 0 : 1;
    await barrier?.promise;
    await queue.submit(jobs);
  };
  const dispatcher = createFarmDispatcher({
    toolchain: () => TOOLCHAIN,
    open: async () => ({ ...queue, submit }),
    announceCancellation: async () => undefined,
    onRound: ignore,
    observationMilliseconds: 20,
  });
  // The last job is part of the second request.
  const jobs = Array.from({ length: 101 }, () => jobOf(filmWork()));
  const submitted = jobs.map((job) => dispatcher.submit(job, ignore));
  for (const { answer } of submitted) answer.catch(ignore);
  await waitUntil(() => entries.size === jobs.length);
  barrier = Promise.withResolvers();
  entries.clear();
  await waitUntil(() => waits === 1);
  submitted.at(-1)?.withdraw(new Error('withdrawn'));
  barrier.resolve();
  await waitUntil(() => waits === 2);
  await waitUntil(() => entries.size === jobs.length - 1);
  expect(entries.has(jobs.at(-1)?.id ?? '')).toBe(false);
  await dispatcher.close();
});

test('a withdrawn job reports no progress', async () => {
  const { queue, held: entries } = pretendedQueue();
  const listeners: JobQueueListener[] = [];
  const dispatcher = createFarmDispatcher({
    toolchain: () => TOOLCHAIN,
    open: async (_, listener) => {
      listeners.push(listener);
      return queue;
    },
    announceCancellation: async () => undefined,
    onRound: ignore,
    observationMilliseconds: 20,
  });
  const job = jobOf(filmWork());
  const done: number[] = [];
  const { answer, withdraw } = dispatcher.submit(job, (progress) => done.push(progress.done));
  answer.catch(ignore);
  await waitUntil(() => entries.has(job.id));
  const report = (frames: number) =>
    listeners[0]?.onProgress(job.id, { done: frames, total: 1, framesPerSecond: null, etaSeconds: null, by: 'w' });
  report(1);
  withdraw(new Error('withdrawn'));
  report(1);
  expect(done).toEqual([1]);
  entries.set(job.id, { state: 'failed', reason: 'cancelled' });
  await waitUntil(() => !entries.has(job.id));
  await dispatcher.close();
});
