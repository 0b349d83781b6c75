import { expect, test } from 'vitest';
import { waitUntil } from '#service/testing/wait-until.ts';
import { madeAnswer } from '../testing/pretended-worker.ts';
import { FILM, filmWork, jobOf, TOOLCHAIN } from '../testing/test-farm.ts';
import { createFarmDispatcher } from './dispatcher.ts';
import type { FarmJobQueue } from './job-queue.ts';
import type { ObservedJob } from './reconcile.ts';

/** Returns the error of a queue whose memory is full. */
function full(): Error {
  return Object.assign(new Error("OOM command not allowed when used memory > 'maxmemory'."), { name: 'ReplyError' });
}

/** Creates a queue whose content and faults a test controls. */
function pretendedQueue() {
  const held = new Map<string, ObservedJob>();
  const state = { isFull: false, tries: 0 };
  const queue: FarmJobQueue = {
    toolchain: TOOLCHAIN,
    submit: async (jobs) => {
      if (state.isFull) state.tries += 1;
      if (state.isFull) throw full();
      for (const { id } of jobs) if (!held.has(id)) held.set(id, { state: 'waiting' });
    },
    observe: async (ids) => ids.map((id) => held.get(id) ?? { state: 'missing' }),
    // A worker makes the waiting jobs, so they cannot be removed.
    remove: async (id) => {
      const isWaiting = held.get(id)?.state === 'waiting';
      if (!isWaiting) held.delete(id);
      return !isWaiting;
    },
    close: async () => undefined,
  };
  return { queue, held, state };
}

test('a full queue still delivers its answers and frees their memory', { tags: ['promise:F28'] }, async () => {
  const { queue, held, state } = pretendedQueue();
  const failures: unknown[] = [];
  const dispatcher = createFarmDispatcher({
    toolchain: () => TOOLCHAIN,
    open: async () => queue,
    announceCancellation: async () => {
      if (state.isFull) throw full();
    },
    onRound: (error) => failures.push(error),
    lookMilliseconds: 20,
  });
  const job = () => jobOf(filmWork());
  const [cancelled, answered, late] = [job(), job(), job()];
  const nobody = () => undefined;
  const submitted = [cancelled, answered].map((each) => dispatcher.submit(each, nobody));
  submitted[0]?.answer.catch(nobody);
  await waitUntil(() => held.size === 2);

  state.isFull = true;
  submitted[0]?.withdraw(new Error('nobody wants it'));
  const lateAnswer = dispatcher.submit(late, nobody).answer;
  held.set(answered.id, { state: 'completed', answer: JSON.stringify(madeAnswer(FILM)) });
  expect(await submitted[1]?.answer).toMatchObject({ state: 'made' });
  submitted[1]?.done();
  await waitUntil(() => !held.has(answered.id));
  expect(failures.at(-1)).toMatchObject({ name: 'ReplyError' });
  await waitUntil(() => state.tries > 1);

  state.isFull = false;
  await waitUntil(() => held.has(late.id));
  held.set(late.id, { state: 'completed', answer: JSON.stringify(madeAnswer(FILM)) });
  expect(await lateAnswer).toMatchObject({ state: 'made' });
  await waitUntil(() => failures.at(-1) === null);
  await dispatcher.close();
});
