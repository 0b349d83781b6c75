import { describe, expect, test } from 'vitest';
import { runPool, runTogether } from './pool.ts';

const never = new AbortController().signal;

/** Returns work that ends on request. */
function heldWork() {
  const started: number[] = [];
  const holds = new Map<number, PromiseWithResolvers<void>>();
  return {
    started,
    work: (item: number, signal: AbortSignal): Promise<void> => {
      started.push(item);
      const hold = Promise.withResolvers<void>();
      holds.set(item, hold);
      signal.addEventListener('abort', () => hold.reject(signal.reason), { once: true });
      return hold.promise;
    },
    end: async (item: number): Promise<void> => {
      holds.get(item)?.resolve();
      await new Promise(setImmediate);
    },
    fail: (item: number, reason: unknown) => holds.get(item)?.reject(reason),
  };
}

describe('a pool', () => {
  test('works on a limited number of items at a time, in order', async () => {
    const { started, work, end } = heldWork();
    const done = runPool([1, 2, 3, 4], 2, never, work);
    expect(started).toEqual([1, 2]);
    await end(2);
    expect(started).toEqual([1, 2, 3]);
    for (const item of [1, 3]) await end(item);
    await end(4);
    await done;
    expect(started).toEqual([1, 2, 3, 4]);
  });

  test('throws the first failure after all work has ended, without starting more', async () => {
    const { started, work, fail } = heldWork();
    const reason = new Error('the first');
    const done = runPool([1, 2, 3], 2, never, work);
    fail(2, reason);
    await expect(done).rejects.toBe(reason);
    expect(started).toEqual([1, 2]);
  });

  test("throws its signal's reason instead of an error of the work", async () => {
    const controller = new AbortController();
    const { started, work } = heldWork();
    const done = runPool([1, 2], 1, controller.signal, (item, signal) =>
      work(item, signal).catch(() => Promise.reject(new Error('something else'))),
    );
    controller.abort('stop');
    await expect(done).rejects.toBe('stop');
    expect(started).toEqual([1]);
  });

  test('resolves immediately without items', async () => {
    await runPool([], 0, never, () => Promise.reject(new Error('no work')));
  });
});

describe('two pieces of work at the same time', () => {
  test('return both results', async () => {
    expect(
      await runTogether(
        never,
        () => Promise.resolve(1),
        () => Promise.resolve('two'),
      ),
    ).toEqual([1, 'two']);
  });

  test('end together when one fails', async () => {
    const { work } = heldWork();
    const failing = runTogether(
      never,
      (signal) => work(1, signal),
      () => Promise.reject(new Error('the second')),
    );
    await expect(failing).rejects.toThrow('the second');
  });
});
