import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../../errors/service-error.ts';
import type { Clock, StoreStatus } from '../../storage/ports.ts';

/** The connection state of the store. Requests pause while the store is unreachable. */
export interface StoreLink {
  /** Runs a request to the store. Records and rethrows a failure of the store; a success ends the pause. */
  use<Value>(work: () => Promise<Value>): Promise<Value>;
  /** Runs a request like {@link use}, but throws `storage/away` for a failure of the store. */
  ask<Value>(work: () => Promise<Value>): Promise<Value>;
  /** Returns whether {@link use} has already recorded the error. */
  hasRecorded(error: unknown): boolean;
  /** Returns the milliseconds until the next attempt; 0 if a request can start now. */
  pause(): number;
  away(): StoreStatus['away'];
}

const FIRST_PAUSE = 1000;
const MAX_PAUSE = 60_000;
/** Error codes of the store. Other codes are failures of this machine. */
const STORE_CODES: ReadonlySet<string> = new Set([
  'destination/failed',
  'destination/refused',
  'storage/full',
  'storage/away',
  'workspace/foreign-store',
]);
/** Message codes about the local file, which do not count as failures of the store. */
const FILE_MESSAGES: ReadonlySet<unknown> = new Set(['destination/film-unreadable', 'destination/film-changed']);

export function createStoreLink({
  clock,
  onChange,
}: {
  readonly clock: Clock;
  /** Called when the store becomes unreachable, and when it is reachable again. */
  readonly onChange: (away: StoreStatus['away']) => void;
}): StoreLink {
  let away: StoreStatus['away'] = null;
  let pause = 0;
  let nextAttemptAt = 0;
  const countedFailures = new WeakSet<object>();

  const noteFailure = (error: ServiceError): void => {
    const wasAway = away !== null;
    const why = error.says ?? message('farm/not-reached', { reason: error.message });
    away = { why, since: away?.since ?? clock() };
    // Concurrent failures count as one attempt.
    if (clock() >= nextAttemptAt) {
      pause = Math.min(MAX_PAUSE, pause === 0 ? FIRST_PAUSE : pause * 2);
      nextAttemptAt = clock() + pause * (0.75 + Math.random() / 4);
    }
    if (!wasAway) onChange(away);
  };
  const use: StoreLink['use'] = async (work) => {
    try {
      const value = await work();
      pause = 0;
      nextAttemptAt = 0;
      if (away !== null) {
        away = null;
        onChange(null);
      }
      return value;
    } catch (error) {
      if (isStoreFailure(error)) {
        noteFailure(error);
        countedFailures.add(error);
      }
      throw error;
    }
  };
  return {
    use,
    ask: (work) =>
      use(work).catch((error: unknown) => {
        if (!isStoreFailure(error) || error.code === 'storage/away') throw error;
        throw new ServiceError('storage/away', error.says ?? '', { cause: error });
      }),
    hasRecorded: (error) => error instanceof Error && countedFailures.has(error),
    pause: () => Math.max(0, nextAttemptAt - clock()),
    away: () => away,
  };
}

/** Returns whether the store or the network is at fault. */
function isStoreFailure(error: unknown): error is ServiceError {
  return error instanceof ServiceError && STORE_CODES.has(error.code) && !FILE_MESSAGES.has(error.says?.code);
}
