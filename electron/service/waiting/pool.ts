/**
 * Runs `work` on every item in order, on at most `width` items at a time. The first failure aborts the other work.
 * After all work has ended, throws that failure or the signal's reason.
 *
 * @param signal Null if no caller can abort the pool.
 */
export async function runPool<Item>(
  items: readonly Item[] | Generator<Item>,
  width: number,
  signal: AbortSignal | null,
  work: (item: Item, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const failed = new AbortController();
  const either = signal === null ? failed.signal : AbortSignal.any([signal, failed.signal]);
  const waiting = items[Symbol.iterator]();
  const lane = async (): Promise<void> => {
    for (const item of waiting) {
      either.throwIfAborted();
      await work(item, either);
    }
  };
  const lanes = Array.from({ length: width }, () =>
    lane().catch((error: unknown) => {
      if (!failed.signal.aborted) failed.abort(error);
    }),
  );
  await Promise.all(lanes);
  signal?.throwIfAborted();
  failed.signal.throwIfAborted();
}

/**
 * Runs two pieces of work at the same time. The first failure aborts the other work, and is thrown after both have
 * ended.
 */
export async function runTogether<First, Second>(
  signal: AbortSignal,
  first: (signal: AbortSignal) => Promise<First>,
  second: (signal: AbortSignal) => Promise<Second>,
): Promise<readonly [First, Second]> {
  const results: { first?: First; second?: Second } = {};
  const both = [
    async (either: AbortSignal) => {
      results.first = await first(either);
    },
    async (either: AbortSignal) => {
      results.second = await second(either);
    },
  ];
  await runPool(both, both.length, signal, (work, either) => work(either));
  return [results.first as First, results.second as Second];
}
