/**
 * Runs `work` on every item, at most `width` at a time, in order. The first failure aborts the others; it throws that
 * failure once all have ended, or the signal's reason.
 */
export async function runPool<Item>(
  items: readonly Item[],
  width: number,
  signal: AbortSignal,
  work: (item: Item, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
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
  signal.throwIfAborted();
  failed.signal.throwIfAborted();
}
