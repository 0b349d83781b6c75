import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { devNull } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { ServiceError } from '../errors/service-error.ts';
import { serviceErrorOf } from '../http/problems.ts';
import type { ShownSignature } from '../links/link-guard.ts';
import type { AccessGuard } from './access.ts';
import type { Connections } from './connections.ts';

/** Where every request passes before anything else is done with it. */
export interface Entrance {
  /** Throws what the guard throws of addresses, and `storage/busy` when there is nothing to answer with. */
  readonly checkAddress: (request: IncomingMessage, response: ServerResponse, signature: ShownSignature) => void;
  /** Throws `access/credentials`, after a pause for wrong ones, and `access/too-many`. */
  readonly requireCredentials: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /**
   * Throws `link/signature`, after a pause as for wrong credentials, `link/expired`, and `access/too-many`.
   * @param onGenuine Called when the signature belongs to the link, whether it counts still or not.
   */
  readonly requireSignature: (
    signature: Exclude<ShownSignature, 'none'>,
    request: IncomingMessage,
    response: ServerResponse,
    onGenuine: () => void,
  ) => Promise<void>;
  /** Whether it shows valid credentials. Wrong ones throw what {@link requireCredentials} throws of them. */
  readonly isKnown: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
}

export function createEntrance({
  guard,
  connections,
  stopping,
}: {
  readonly guard: AccessGuard;
  readonly connections: Connections;
  readonly stopping: AbortSignal;
}): Entrance {
  const looked = new WeakSet<Socket>();
  const wrong = createWrongCredentials({ stopping });
  const admit = ({ socket }: IncomingMessage, response: ServerResponse, pool: 'known' | 'linked'): void => {
    if (connections.admit(socket, pool)) return;
    response.setHeader('connection', 'close');
    throw new ServiceError('access/too-many', 'connections');
  };
  const isKnown = async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const shown = guard.credentialsOf(request);
    if (shown === 'wrong') await wrong.refuse(response);
    if (shown !== 'valid') return false;
    admit(request, response, 'known');
    return true;
  };
  return {
    isKnown,
    checkAddress: (request, response, signature) => {
      guard.checkAddress(request, signature !== 'none');
      if (looked.has(request.socket)) return;
      looked.add(request.socket);
      const cause = handleShortage();
      if (cause === null) return;
      response.setHeader('connection', 'close');
      throw serviceErrorOf(cause);
    },
    requireSignature: async (signature, request, response, onGenuine) => {
      if (signature === 'wrong') return await wrong.refuse(response, 'link/signature');
      onGenuine();
      if (signature === 'expired') throw new ServiceError('link/expired');
      admit(request, response, 'linked');
    },
    requireCredentials: async (request, response) => {
      if (!(await isKnown(request, response))) throw new ServiceError('access/credentials');
    },
  };
}

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
function createWrongCredentials({
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

/** What answering a request may open at once: a file, and what is beside it. */
const SPARE = 4;

/**
 * What the system says when this process cannot open a few more files now; null when it can. Asked when a connection
 * came: the last handle is better used to say that there are none left than to begin what cannot be ended.
 */
function handleShortage(open: () => number = () => openSync(devNull, 'r')): Error | null {
  const handles: number[] = [];
  try {
    for (let count = 0; count < SPARE; count += 1) handles.push(open());
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    for (const handle of handles) closeSync(handle);
  }
}
