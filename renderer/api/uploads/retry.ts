import { ProblemError } from '#shared/contract/client.ts';
import { isPassing } from '../client/query-client.ts';

const FIRST_MILLISECONDS = 500;
const LONGEST_MILLISECONDS = 15_000;
/** How often a refused call is tried again; an unreachable service is waited for without limit. */
const ATTEMPTS = 8;
const DAMAGED_ATTEMPTS = 3;

/** Milliseconds before the next attempt: twice as long each time, and never quite alike (`random` from 0 to 1). */
export function backOff(failures: number, random: number): number {
  const full = Math.min(LONGEST_MILLISECONDS, FIRST_MILLISECONDS * 2 ** (failures - 1));
  return Math.round(full * (0.5 + random / 2));
}

/** Whether something that failed so often is tried again. */
function isTriedAgain(error: unknown, failures: number): boolean {
  if (error instanceof ProblemError) {
    if (error.problem.code === 'upload/digest') return failures < DAMAGED_ATTEMPTS;
    return isPassing(error) && failures < ATTEMPTS;
  }
  return isPassing(error);
}

export interface RetryOptions {
  readonly signal: AbortSignal;
  /** Resolves after so many milliseconds, or earlier where there is reason to; rejects when the signal is aborted. */
  readonly delay: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

/** Does the work until it goes well or fails for good. Throws the last error, and the signal's reason. */
export async function withRetries<Value>(work: () => Promise<Value>, options: RetryOptions): Promise<Value> {
  const { signal, delay, onFailure } = options;
  for (let failures = 1; ; failures++) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (!isTriedAgain(error, failures)) throw error;
      onFailure(error);
      await delay(backOff(failures, Math.random()), signal);
    }
  }
}

/** Waits by the clock. */
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
