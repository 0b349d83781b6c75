import { setImmediate as nextTurn } from 'node:timers/promises';

const MOST_MILLISECONDS = 20;

/** For long work on the event loop: called between its steps, it lets others go on as soon as 20 ms have gone by. */
export function yieldRegularly(signal?: AbortSignal): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < MOST_MILLISECONDS) return;
    await nextTurn();
    signal?.throwIfAborted();
    since = performance.now();
  };
}
