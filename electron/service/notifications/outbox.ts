import type { AddressPolicy } from '../network/address-guard.ts';
import type { Clock, Database } from '../storage/ports.ts';
import { deliver } from './delivery.ts';
import { dueNotifications, nextDue, recordOutcome, waitingNotification } from './notification-rows.ts';
import type { PostLimits } from './post-checked.ts';
import { systemTimers, type Timers } from './timers.ts';

export interface QueuedNotification {
  /** Unique: of the notification and of its `webhook-id` header, such as `msg_<render>`. */
  readonly id: string;
  readonly renderId: string;
  /** Where it is posted. */
  readonly url: string;
  /** JSON text, sent as it is; see `notificationBody`. */
  readonly body: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Puts a notification into the outbox; to be called inside the transaction that ends the job, so that there is one
 * exactly if the job has ended. An id that is there already changes nothing. Wake the dispatcher after the commit.
 */
export function enqueueNotification(database: Database, notification: QueuedNotification): void {
  const { id, renderId, url, body, now } = notification;
  database.run(
    `INSERT INTO notification (id, render, url, body, next_at, state, created_at) VALUES (?, ?, ?, ?, ?, 'waiting', ?)
     ON CONFLICT (id) DO NOTHING`,
    id,
    renderId,
    url,
    body,
    now,
    now,
  );
}

export interface DispatcherOptions {
  readonly database: Database;
  /** The API secret; signatures are made with its UTF-8 bytes. */
  readonly secret: string;
  readonly policy: AddressPolicy;
  readonly clock: Clock;
  readonly logger?: DispatcherLogger;
  readonly timers?: Timers;
  readonly limits?: Partial<PostLimits>;
}

/** The part of a pino logger that is used. */
export interface DispatcherLogger {
  readonly info: (fields: object, message: string) => void;
  readonly warn: (fields: object, message: string) => void;
}

export interface Dispatcher {
  /** Looks for what is due, now; to be called after a commit that enqueued something, and once at start. */
  readonly wake: () => void;
  /** Ends what is being sent, which stays in the outbox, and waits for that. */
  readonly stop: () => Promise<void>;
}

const LIMITS: PostLimits = { connectMilliseconds: 5000, totalMilliseconds: 15_000, replyBytes: 64 * 1024 };
/** Of one host few, so that one which does not answer leaves room for the others. */
const PARALLEL = 8;
const PARALLEL_PER_HOST = 2;
/** Looked again at least so often, whatever the timer's clock and the wall clock think of each other. */
const LONGEST_SLEEP_MILLISECONDS = 5 * 60_000;
/** Before a notification whose outcome could not be written down is sent once more. */
const AFTER_DATABASE_FAILURE_MILLISECONDS = 60_000;

/**
 * Delivers what is in the outbox, at least once each, until `stop`. Nothing is kept in memory that matters: after a
 * restart the rows are picked up again, and one that was sent but not marked is sent again with the same `webhook-id`.
 */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { database, clock, logger } = options;
  const timers = options.timers ?? systemTimers;
  const limits = { ...LIMITS, ...options.limits };
  const stopping = new AbortController();
  const busy = new Map<string, Promise<void>>();
  const busyByHost = new Map<string, number>();
  const postponed = new Set<string>();
  let due: readonly { readonly id: string; readonly host: string }[] = [];
  let readAt = 0;
  let timer: Disposable | null = null;

  const look = () => {
    if (stopping.signal.aborted) return;
    try {
      readAt = clock();
      const found = dueNotifications(database, readAt).filter(({ id }) => !busy.has(id) && !postponed.has(id));
      due = found.map(({ id, url }) => ({ id, host: hostOf(url) }));
    } catch (error) {
      logger?.warn({ code: codeOf(error) }, 'the outbox cannot be read');
    }
    start();
  };

  const start = () => {
    if (stopping.signal.aborted) return;
    due = due.filter(({ id, host }) => {
      const ofHost = busyByHost.get(host) ?? 0;
      if (busy.size >= PARALLEL || ofHost >= PARALLEL_PER_HOST) return true;
      busyByHost.set(host, ofHost + 1);
      busy.set(
        id,
        attempt(id, host).finally(() => released(id, host)),
      );
      return false;
    });
    timer?.[Symbol.dispose]();
    timer = timers.after(untilNext(), look);
  };

  const untilNext = (): number => {
    try {
      const next = nextDue(database, readAt) ?? Number.POSITIVE_INFINITY;
      return Math.max(0, Math.min(next - clock(), LONGEST_SLEEP_MILLISECONDS));
    } catch {
      // Reading again will tell, and be logged.
      return AFTER_DATABASE_FAILURE_MILLISECONDS;
    }
  };

  const released = (id: string, host: string) => {
    busy.delete(id);
    const left = (busyByHost.get(host) ?? 1) - 1;
    if (left === 0) busyByHost.delete(host);
    else busyByHost.set(host, left);
    start();
  };

  const attempt = async (id: string, host: string) => {
    try {
      const notification = waitingNotification(database, id);
      if (notification === null) return;
      const outcome = await deliver(notification, { ...options, limits, now: clock(), signal: stopping.signal });
      await database.freeToWrite();
      const state = recordOutcome(database, notification, outcome, { now: clock(), random: Math.random() });
      const fields = { notification: id, host, attempt: notification.attempts + 1, state };
      if (outcome.kind === 'sent') logger?.info(fields, 'notified');
      else logger?.warn({ ...fields, reason: outcome.reason }, 'could not notify');
    } catch (error) {
      if (stopping.signal.aborted) return;
      logger?.warn({ notification: id, code: codeOf(error) }, 'the outbox cannot be written');
      postponed.add(id);
      timers.after(AFTER_DATABASE_FAILURE_MILLISECONDS, () => {
        postponed.delete(id);
        look();
      });
    }
  };

  return {
    wake: look,
    stop: async () => {
      stopping.abort();
      timer?.[Symbol.dispose]();
      await Promise.all(busy.values());
    },
  };
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
