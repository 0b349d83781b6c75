import { expect, test } from 'vitest';
import { waitUntil } from '#service/testing/wait-until.ts';
import { createFarmDispatcher } from './dispatcher.ts';
import type { FarmJobQueue, ObservedJob } from './job-queue.ts';
import { FILM, filmWork, MAKER, orderOf } from './testing/farm-world.ts';
import { madeAnswer } from './testing/pretended-worker.ts';

/** Returns the error of a queue whose memory is full. */
function full(): Error {
  return Object.assign(new Error("OOM command not allowed when used memory > 'maxmemory'."), { name: 'ReplyError' });
}

/** Creates a queue whose content and faults a test controls. */
function pretendedQueue() {
  const held = new Map<string, ObservedJob>();
  const state = { isFull: false, tries: 0 };
  const queue: FarmJobQueue = {
    toolchain: MAKER,
    give: async (jobs) => {
      if (state.isFull) state.tries += 1;
      if (state.isFull) throw full();
      for (const { id } of jobs) if (!held.has(id)) held.set(id, { state: 'open' });
    },
    look: async (ids) => ids.map((id) => held.get(id) ?? { state: 'gone' }),
    // A worker makes the open ones, so they cannot be removed.
    remove: async (id) => {
      const isOpen = held.get(id)?.state === 'open';
      if (!isOpen) held.delete(id);
      return !isOpen;
    },
    close: async () => undefined,
  };
  return { queue, held, state };
}

test('F28: a full queue still delivers its answers and frees their memory', async () => {
  const { queue, held, state } = pretendedQueue();
  const failures: unknown[] = [];
  const dispatch = createFarmDispatcher({
    maker: () => MAKER,
    open: async () => queue,
    tellCancelled: async () => {
      if (state.isFull) throw full();
    },
    onRound: (error) => failures.push(error),
    lookMilliseconds: 20,
  });
  const job = () => orderOf(filmWork());
  const [cancelled, answered, late] = [job(), job(), job()];
  const nobody = () => undefined;
  const given = [cancelled, answered].map((each) => dispatch.give(each, nobody));
  given[0]?.answer.catch(nobody);
  await waitUntil(() => held.size === 2);

  state.isFull = true;
  given[0]?.withdraw(new Error('nobody wants it'));
  const lateAnswer = dispatch.give(late, nobody).answer;
  held.set(answered.id, { state: 'completed', answer: JSON.stringify(madeAnswer(FILM)) });
  expect(await given[1]?.answer).toMatchObject({ state: 'made' });
  given[1]?.done();
  await waitUntil(() => !held.has(answered.id));
  expect(failures.at(-1)).toMatchObject({ name: 'ReplyError' });
  await waitUntil(() => state.tries > 1);

  state.isFull = false;
  await waitUntil(() => held.has(late.id));
  held.set(late.id, { state: 'completed', answer: JSON.stringify(madeAnswer(FILM)) });
  expect(await lateAnswer).toMatchObject({ state: 'made' });
  await waitUntil(() => failures.at(-1) === null);
  await dispatch.close();
});
