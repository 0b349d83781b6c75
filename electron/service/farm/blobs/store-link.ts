import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../../errors/service-error.ts';
import type { Clock, StoreStatus } from '../../storage/ports.ts';

/** The way to the store: knows whether anything got there of late, and lets it rest while nothing does. */
export interface StoreLink {
  /** Does something with the store. A failure that is the store's is noted and thrown on; a success ends the pause. */
  use<Value>(work: () => Promise<Value>): Promise<Value>;
  /** As {@link use}, for those who wait for bytes: what is the store's fault is `storage/away`. */
  ask<Value>(work: () => Promise<Value>): Promise<Value>;
  /** Whether an error is one that {@link use} has noted. */
  isNoted(error: unknown): boolean;
  /** Milliseconds until it is worth another attempt; 0 while nothing is wrong. */
  pause(): number;
  away(): StoreStatus['away'];
}

const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 60_000;
/** Codes of what a store throws; others are of this machine. */
const OF_THE_STORE: ReadonlySet<string> = new Set([
  'destination/failed',
  'destination/refused',
  'storage/full',
  'storage/away',
  'workspace/foreign-store',
]);
/** Said of the file that was to be sent, and no fault of the store. */
const OF_THE_FILE: ReadonlySet<unknown> = new Set(['destination/film-unreadable', 'destination/film-changed']);

export function createStoreLink({
  clock,
  onChange,
}: {
  readonly clock: Clock;
  /** Told when it goes away, and when it is there again. */
  readonly onChange: (away: StoreStatus['away']) => void;
}): StoreLink {
  let away: StoreStatus['away'] = null;
  let pause = 0;
  let again = 0;
  const noted = new WeakSet<object>();

  const failed = (error: ServiceError): void => {
    const wasAway = away !== null;
    const why = error.says ?? message('farm/not-reached', { reason: error.message });
    away = { why, since: away?.since ?? clock() };
    // Several that fail together are one attempt.
    if (clock() >= again) {
      pause = Math.min(LONGEST_PAUSE, pause === 0 ? FIRST_PAUSE : pause * 2);
      again = clock() + pause * (0.75 + Math.random() / 4);
    }
    if (!wasAway) onChange(away);
  };
  const use: StoreLink['use'] = async (work) => {
    try {
      const value = await work();
      pause = 0;
      again = 0;
      if (away !== null) {
        away = null;
        onChange(null);
      }
      return value;
    } catch (error) {
      if (isOfStore(error)) {
        failed(error);
        noted.add(error);
      }
      throw error;
    }
  };
  return {
    use,
    ask: (work) =>
      use(work).catch((error: unknown) => {
        if (!isOfStore(error) || error.code === 'storage/away') throw error;
        throw new ServiceError('storage/away', error.says ?? '', { cause: error });
      }),
    isNoted: (error) => error instanceof Error && noted.has(error),
    pause: () => Math.max(0, again - clock()),
    away: () => away,
  };
}

/** Whether the store, or the way there, is at fault. */
function isOfStore(error: unknown): error is ServiceError {
  return error instanceof ServiceError && OF_THE_STORE.has(error.code) && !OF_THE_FILE.has(error.says?.code);
}
