const MAX_MILLISECONDS = 20;

/**
 * Returns a function that long work calls between its steps. It yields to the event loop when 20 ms have passed since
 * the last yield. Throws the signal's reason when aborted.
 */
export function yieldRegularly(signal?: AbortSignal): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < MAX_MILLISECONDS) return;
    await waitForTurn();
    signal?.throwIfAborted();
    since = performance.now();
  };
}

/** The work that waits for a turn of the event loop, in order. */
const waiting: (() => void)[] = [];

/**
 * Waits for a turn of the event loop in which no other long work continues. Otherwise, the loop would run all immediate
 * callbacks in one turn, and twenty simultaneous requests would block it for 400 ms.
 */
function waitForTurn(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting.push(resolve);
  if (waiting.length === 1) setImmediate(continueNext);
  return promise;
}

function continueNext(): void {
  const next = waiting.shift();
  if (waiting.length > 0) setImmediate(continueNext);
  next?.();
}
