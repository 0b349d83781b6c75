import { setImmediate as nextTurn } from 'node:timers/promises';

const MOST_MILLISECONDS = 20;

/**
 * Returns a function that long work calls between its steps. It yields to the event loop when 20 ms have passed since
 * the last yield. Throws the signal's reason when aborted.
 */
export function yieldRegularly(signal?: AbortSignal): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < MOST_MILLISECONDS) return;
    await nextTurn();
    signal?.throwIfAborted();
    since = performance.now();
  };
}
