import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { ServiceError } from '../errors/service-error.ts';

/** So many wrong answers in a row are nobody's attack: somebody mistyped, or a script has an old secret. */
const FREE = 5;
const FIRST_MILLISECONDS = 100;
const LONGEST_MILLISECONDS = 2000;
/** Beyond this many the pause is as long as it gets. */
const MOST = 12;
/** One wrong answer is forgotten after so long. */
const FORGET_MILLISECONDS = 5000;
/** So many wait for their answer at a time. */
const WAITING = 32;

/** Makes guessing slow. Right credentials are never held up by it, whoever else guesses meanwhile. */
export interface WrongCredentials {
  /**
   * Throws `access/credentials`, or the code that is given, after a pause that grows with every wrong answer, and
   * `access/too-many` at once when too many wait for theirs already.
   */
  readonly refuse: (response: ServerResponse, code?: 'access/credentials' | 'link/signature') => Promise<never>;
}

/**
 * @param options.now Milliseconds that only go forward.
 * @param options.stopping Aborted when the service stops: nobody is held up then.
 */
export function createWrongCredentials({
  now = () => performance.now(),
  stopping,
}: {
  readonly now?: () => number;
  readonly stopping: AbortSignal;
}): WrongCredentials {
  let count = 0;
  let since = now();
  let waiting = 0;
  return {
    refuse: async (response, code = 'access/credentials') => {
      const forgotten = Math.floor((now() - since) / FORGET_MILLISECONDS);
      since += forgotten * FORGET_MILLISECONDS;
      count = Math.min(MOST, Math.max(0, count - forgotten) + 1);
      const milliseconds = wrongAnswerPause(count);
      // One guess, one connection.
      response.setHeader('connection', 'close');
      if (waiting >= WAITING)
        throw new ServiceError('access/too-many', 'There were too many attempts with wrong credentials.');
      waiting += 1;
      try {
        await pauseFor(milliseconds, response, stopping);
      } finally {
        waiting -= 1;
      }
      throw new ServiceError(code);
    },
  };
}

/** How long the answer to the `count`th wrong credentials in a row is held up. */
function wrongAnswerPause(count: number): number {
  return count <= FREE ? 0 : Math.min(LONGEST_MILLISECONDS, FIRST_MILLISECONDS * 2 ** (count - FREE - 1));
}

/** Ends early with the connection, and with the service. */
async function pauseFor(milliseconds: number, response: ServerResponse, stopping: AbortSignal): Promise<void> {
  if (milliseconds === 0 || response.closed || stopping.aborted) return;
  const over = new AbortController();
  const paused = pause(milliseconds, undefined, { signal: over.signal }).catch(() => undefined);
  const gone = once(response, 'close', { signal: over.signal }).catch(() => undefined);
  const end = () => over.abort();
  stopping.addEventListener('abort', end);
  await Promise.race([paused, gone]);
  stopping.removeEventListener('abort', end);
  over.abort();
}
