import { ProblemError } from '#shared/contract/client.ts';
import { isTemporary } from '../client/query-client.ts';

const FIRST_MILLISECONDS = 500;
const MAX_MILLISECONDS = 15_000;
/**
 * The maximum number of attempts for a call that fails with a temporary error of the service. Calls to an unreachable
 * service are retried without limit.
 */
const ATTEMPTS = 8;
const DAMAGED_ATTEMPTS = 3;

/**
 * Returns the delay before the next attempt in milliseconds: exponential backoff with jitter (`random` from 0 to 1).
 */
export function retryDelay(failures: number, random: number): number {
  const full = Math.min(MAX_MILLISECONDS, FIRST_MILLISECONDS * 2 ** (failures - 1));
  return Math.round(full * (0.5 + random / 2));
}

/** Returns whether a call is retried after this many failures. */
function isRetried(error: unknown, failures: number): boolean {
  if (error instanceof ProblemError) {
    if (error.problem.code === 'upload/digest') return failures < DAMAGED_ATTEMPTS;
    return isTemporary(error) && failures < ATTEMPTS;
  }
  return isTemporary(error);
}

export interface RetryOptions {
  readonly signal: AbortSignal;
  /**
   * Resolves after a delay in milliseconds, or as soon as the service is reachable again. Rejects if the signal aborts.
   */
  readonly delay: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Repeats the work until it succeeds or fails permanently. Throws the last error, or the reason of the aborted signal.
 */
export async function withRetries<Value>(work: () => Promise<Value>, options: RetryOptions): Promise<Value> {
  const { signal, delay, onFailure } = options;
  for (let failures = 1; ; failures++) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (!isRetried(error, failures)) throw error;
      onFailure(error);
      await delay(retryDelay(failures, Math.random()), signal);
    }
  }
}

/** Resolves after a delay in milliseconds. Rejects if the signal aborts. */
export function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
