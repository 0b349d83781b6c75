import { setTimeout as pause } from 'node:timers/promises';

/**
 * Waits for a promise for at most the given milliseconds. Returns null after that time. Throws the signal's reason when
 * aborted.
 */
export async function withTimeout<Value>(
  awaited: Promise<Value>,
  milliseconds: number,
  signal: AbortSignal,
): Promise<Value | null> {
  signal.throwIfAborted();
  const waited = new AbortController();
  try {
    return await Promise.race([
      awaited,
      pause(milliseconds, null, { signal: AbortSignal.any([signal, waited.signal]) }),
    ]);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    waited.abort();
  }
}
