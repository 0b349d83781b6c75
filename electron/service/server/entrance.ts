import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { devNull } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { ServiceError } from '../errors/service-error.ts';
import { serviceErrorOf } from '../http/problems.ts';
import type { PresentedSignature } from '../links/link-guard.ts';
import type { AccessGuard } from './access.ts';
import type { Connections } from './connections.ts';

/** The checks that every request passes first. */
export interface Entrance {
  /**
   * Checks the address of a request. Throws the errors of the guard, and `storage/busy` if the process has no free file
   * handles.
   */
  readonly checkAddress: (request: IncomingMessage, response: ServerResponse, signature: PresentedSignature) => void;
  /**
   * Requires valid credentials. Throws `access/credentials`, for wrong credentials after a pause, and
   * `access/too-many`.
   */
  readonly requireCredentials: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /**
   * Requires a valid signature. Throws `link/signature` after the same pause as for wrong credentials, `link/expired`,
   * and `access/too-many`.
   * @param onGenuine Called if the signature is genuine, even if it has expired.
   */
  readonly requireSignature: (
    signature: Exclude<PresentedSignature, 'none'>,
    request: IncomingMessage,
    response: ServerResponse,
    onGenuine: () => void,
  ) => Promise<void>;
  /**
   * Requires the key of an assistant in `Authorization: Bearer`, and returns it. Throws like {@link requireCredentials}.
   */
  readonly requireKey: <Key>(
    request: IncomingMessage,
    response: ServerResponse,
    keyOf: (secret: string) => Key | null,
  ) => Promise<Key>;
  /**
   * Returns whether the request has valid credentials. For wrong credentials, throws like {@link requireCredentials}.
   */
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
  const checkedSockets = new WeakSet<Socket>();
  const wrongCredentials = createWrongCredentials({ stopping });
  const admit = ({ socket }: IncomingMessage, response: ServerResponse, pool: 'known' | 'linked'): void => {
    if (connections.admit(socket, pool)) return;
    response.setHeader('connection', 'close');
    throw new ServiceError('access/too-many', 'connections');
  };
  const isKnown = async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const presented = guard.credentialsOf(request);
    if (presented === 'wrong') await wrongCredentials.refuse(response);
    if (presented !== 'valid') return false;
    admit(request, response, 'known');
    return true;
  };
  return {
    isKnown,
    checkAddress: (request, response, signature) => {
      guard.checkAddress(request, signature !== 'none');
      if (checkedSockets.has(request.socket)) return;
      checkedSockets.add(request.socket);
      const cause = handleShortage();
      if (cause === null) return;
      response.setHeader('connection', 'close');
      throw serviceErrorOf(cause);
    },
    requireSignature: async (signature, request, response, onGenuine) => {
      if (signature === 'wrong') return await wrongCredentials.refuse(response, 'link/signature');
      onGenuine();
      if (signature === 'expired') throw new ServiceError('link/expired');
      admit(request, response, 'linked');
    },
    requireKey: async (request, response, keyOf) => {
      const { authorization = '' } = request.headers;
      const secret = /^bearer +([^ ]+) *$/i.exec(authorization)?.[1];
      if (secret === undefined && authorization === '') throw new ServiceError('access/credentials');
      const key = secret === undefined ? null : keyOf(secret);
      if (key === null) return await wrongCredentials.refuse(response);
      admit(request, response, 'known');
      return key;
    },
    requireCredentials: async (request, response) => {
      if (!(await isKnown(request, response))) throw new ServiceError('access/credentials');
    },
  };
}

/**
 * The number of wrong credentials that cause no pause. It allows for typing errors and for scripts with an old secret.
 */
const FREE_ATTEMPTS = 5;
const FIRST_MILLISECONDS = 100;
const MAX_MILLISECONDS = 2000;
/** The number of wrong credentials after which the pause no longer grows. */
const MAX_ATTEMPTS = 12;
/** The time in milliseconds after which one wrong attempt no longer counts. */
const FORGET_MILLISECONDS = 5000;
/** The maximum number of delayed answers at a time. */
const MAX_DELAYED = 32;

/** Limits guesses. Valid credentials are never delayed. */
export interface WrongCredentials {
  /**
   * Throws the given code after a pause that grows with each wrong attempt, or `access/too-many` immediately if too
   * many answers are delayed.
   */
  readonly refuse: (response: ServerResponse, code?: 'access/credentials' | 'link/signature') => Promise<never>;
}

/**
 * Creates the limiter.
 * @param options.now Returns milliseconds of a monotonic clock.
 * @param options.stopping Aborted when the service stops, which ends all pauses.
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
      count = Math.min(MAX_ATTEMPTS, Math.max(0, count - forgotten) + 1);
      const milliseconds = wrongAnswerPause(count);
      // Close the connection, so that each guess requires a new one.
      response.setHeader('connection', 'close');
      if (waiting >= MAX_DELAYED)
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

/** Returns the pause in milliseconds before the answer to the `count`th consecutive wrong credentials. */
function wrongAnswerPause(count: number): number {
  return count <= FREE_ATTEMPTS ? 0 : Math.min(MAX_MILLISECONDS, FIRST_MILLISECONDS * 2 ** (count - FREE_ATTEMPTS - 1));
}

/** Waits. Ends early if the connection closes or the service stops. */
async function pauseFor(milliseconds: number, response: ServerResponse, stopping: AbortSignal): Promise<void> {
  if (milliseconds === 0 || response.closed || stopping.aborted) return;
  const over = new AbortController();
  const paused = pause(milliseconds, undefined, { signal: over.signal }).catch(() => undefined);
  const closed = once(response, 'close', { signal: over.signal }).catch(() => undefined);
  const end = () => over.abort();
  stopping.addEventListener('abort', end);
  await Promise.race([paused, closed]);
  stopping.removeEventListener('abort', end);
  over.abort();
}

/** The number of file handles that an answer can need at the same time. */
const SPARE_HANDLES = 4;

/**
 * Returns the system error if the process cannot open a few more files now; null if it can. Called for each new
 * connection, because reporting the shortage is better than starting answers that fail.
 */
function handleShortage(open: () => number = () => openSync(devNull, 'r')): Error | null {
  const handles: number[] = [];
  try {
    for (let count = 0; count < SPARE_HANDLES; count += 1) handles.push(open());
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    for (const handle of handles) closeSync(handle);
  }
}
