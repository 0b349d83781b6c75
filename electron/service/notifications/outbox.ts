import { errorCode } from '../errors/system-code.ts';
import type { AddressPolicy } from '../network/address-guard.ts';
import type { Clock, Database, DatabaseRow } from '../storage/ports.ts';
import { type DeliveryOutcome, deliver, type WebhookMessage } from './delivery.ts';
import type { PostLimits } from './post-checked.ts';

export interface QueuedNotification {
  /** The unique id of the notification and of its `webhook-id` header, such as `msg_<render>`. */
  readonly id: string;
  readonly renderId: string;
  /** The address to which the notification is sent. */
  readonly url: string;
  /** The JSON text, which is sent unchanged; see `notificationBody`. */
  readonly body: string;
  /** The time in milliseconds since 1970. */
  readonly now: number;
}

/**
 * Adds a notification to the outbox. Call this inside the transaction that ends the render, so that the notification
 * exists if and only if the render has ended. Does nothing if the id exists. Wake the dispatcher after the commit.
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

export interface NotificationDispatcherOptions {
  readonly database: Database;
  /** The API secret; its UTF-8 bytes are the key of signatures. */
  readonly secret: string;
  readonly policy: AddressPolicy;
  readonly clock: Clock;
  readonly logger?: NotificationLogger;
  readonly timers?: Timers;
  readonly limits?: Partial<PostLimits>;
}

/** The used methods of a pino logger. Log lines contain only the host, because the address may contain a key. */
export interface NotificationLogger {
  readonly info: (fields: object, message: string) => void;
  readonly warn: (fields: object, message: string) => void;
}

export interface NotificationDispatcher {
  /** Sends the due notifications. Call this after a commit that added a notification, and once at the start. */
  readonly wake: () => void;
  /** Aborts running deliveries and waits for their end. Their notifications stay in the outbox. */
  readonly stop: () => Promise<void>;
}

const LIMITS: PostLimits = { connectMilliseconds: 5000, totalMilliseconds: 15_000, replyBytes: 64 * 1024 };
/**
 * The maximum number of simultaneous deliveries. The lower limit per host leaves capacity for other hosts if a host
 * does not answer.
 */
const PARALLEL = 8;
const PARALLEL_PER_HOST = 2;
/**
 * The maximum time between two checks in milliseconds. It limits the effect of a difference between the timer's clock
 * and the wall clock.
 */
const MAX_SLEEP_MILLISECONDS = 5 * 60_000;
/**
 * The pause after a delivery whose outcome could not be stored, in milliseconds. The notification is then sent again.
 */
const AFTER_DATABASE_FAILURE_MILLISECONDS = 60_000;

/**
 * Delivers the notifications of the outbox until `stop`, each at least once. The whole state is in the database, so a
 * restart reads the rows again. A notification that was sent without being marked as sent is sent again with the same
 * `webhook-id`.
 */
export function createNotificationDispatcher(options: NotificationDispatcherOptions): NotificationDispatcher {
  const { database, clock, logger } = options;
  const timers = options.timers ?? systemTimers;
  const limits = { ...LIMITS, ...options.limits };
  const stopping = new AbortController();
  const busy = new Map<string, Promise<void>>();
  const busyByHost = new Map<string, number>();
  const postponed = new Set<string>();
  let dueDeliveries: readonly { readonly id: string; readonly host: string }[] = [];
  let readAt = 0;
  let timer: Disposable | null = null;

  const check = () => {
    if (stopping.signal.aborted) return;
    try {
      readAt = clock();
      const notifications = dueNotifications(database, readAt).filter(({ id }) => !busy.has(id) && !postponed.has(id));
      dueDeliveries = notifications.map(({ id, url }) => ({ id, host: hostOf(url) }));
    } catch (error) {
      logger?.warn({ code: errorCode(error) ?? 'unknown' }, 'the outbox cannot be read');
    }
    start();
  };

  const start = () => {
    if (stopping.signal.aborted) return;
    dueDeliveries = dueDeliveries.filter(({ id, host }) => {
      const hostDeliveries = busyByHost.get(host) ?? 0;
      if (busy.size >= PARALLEL || hostDeliveries >= PARALLEL_PER_HOST) return true;
      busyByHost.set(host, hostDeliveries + 1);
      busy.set(
        id,
        attempt(id, host).finally(() => release(id, host)),
      );
      return false;
    });
    timer?.[Symbol.dispose]();
    timer = timers.after(untilNext(), check);
  };

  const untilNext = (): number => {
    try {
      const next = nextDue(database, readAt) ?? Number.POSITIVE_INFINITY;
      return Math.max(0, Math.min(next - clock(), MAX_SLEEP_MILLISECONDS));
    } catch {
      // Ignore the error: the next read reports and logs the failure.
      return AFTER_DATABASE_FAILURE_MILLISECONDS;
    }
  };

  const release = (id: string, host: string) => {
    busy.delete(id);
    const remaining = (busyByHost.get(host) ?? 1) - 1;
    if (remaining === 0) busyByHost.delete(host);
    else busyByHost.set(host, remaining);
    start();
  };

  const attempt = async (id: string, host: string) => {
    try {
      const notification = waitingNotification(database, id);
      if (notification === null) return;
      const outcome = await deliver(notification, { ...options, limits, now: clock(), signal: stopping.signal });
      await database.waitForWriteLock();
      const state = recordOutcome(database, notification, outcome, { now: clock(), random: Math.random() });
      const fields = { notification: id, host, attempt: notification.attempts + 1, state };
      if (outcome.kind === 'sent') logger?.info(fields, 'notified');
      else logger?.warn({ ...fields, reason: outcome.reason }, 'failed to send a notification');
    } catch (error) {
      if (stopping.signal.aborted) return;
      logger?.warn({ notification: id, code: errorCode(error) ?? 'unknown' }, 'the outbox cannot be written');
      postponed.add(id);
      timers.after(AFTER_DATABASE_FAILURE_MILLISECONDS, () => {
        postponed.delete(id);
        check();
      });
    }
  };

  return {
    wake: check,
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

/** Runs work after a delay. Tests inject it to control the time. */
export interface Timers {
  readonly after: (milliseconds: number, work: () => void) => Disposable;
}

/** The timers of the system, which do not keep the process alive. */
const systemTimers: Timers = {
  after: (milliseconds, work) => {
    const timer = setTimeout(work, milliseconds).unref();
    return { [Symbol.dispose]: () => clearTimeout(timer) };
  },
};

/** Returns the ids and addresses of the due notifications, in the order of their due times. */
function dueNotifications(database: Database, now: number): readonly Pick<WebhookMessage, 'id' | 'url'>[] {
  // Treat a time beyond the longest pause as due, because it was stored before the clock was set back.
  const rows = database.all(
    `SELECT id, url FROM notification WHERE state = 'waiting' AND (next_at <= ? OR next_at > ?) ORDER BY next_at, rowid`,
    now,
    now + SCHEDULE_MILLISECONDS,
  );
  return rows.map((row) => ({ id: textColumn(row, 'id'), url: textColumn(row, 'url') }));
}

/** Returns the next due time; null if no notification is waiting. */
function nextDue(database: Database, now: number): number | null {
  const row = database.get(
    `SELECT min(next_at) AS next_at FROM notification WHERE state = 'waiting' AND next_at > ?`,
    now,
  );
  const nextAt = row?.['next_at'];
  return typeof nextAt === 'number' || typeof nextAt === 'bigint' ? Number(nextAt) : null;
}

export interface WaitingNotification extends WebhookMessage {
  readonly attempts: number;
  readonly createdAt: number;
}

/** Returns a notification if it is still waiting; null otherwise. */
function waitingNotification(database: Database, id: string): WaitingNotification | null {
  const row = database.get(
    `SELECT id, url, body, attempts, created_at FROM notification WHERE id = ? AND state = 'waiting'`,
    id,
  );
  if (row === undefined) return null;
  const [attempts, createdAt] = [Number(row['attempts']), Number(row['created_at'])];
  return { id, url: textColumn(row, 'url'), body: textColumn(row, 'body'), attempts, createdAt };
}

/** Stores the outcome of a delivery. Returns the new state of the notification. */
function recordOutcome(
  database: Database,
  { id, attempts, createdAt }: WaitingNotification,
  outcome: DeliveryOutcome,
  { now, random }: { readonly now: number; readonly random: number },
): 'sent' | 'waiting' | 'given-up' {
  const failures = attempts + 1;
  const nextAt =
    outcome.kind === 'failed'
      ? nextDelivery({ failures, now, createdAt, retryAfterMilliseconds: outcome.retryAfterMilliseconds, random })
      : null;
  const state = outcome.kind === 'sent' ? 'sent' : nextAt === null ? 'given-up' : 'waiting';
  database.run(
    `UPDATE notification SET attempts = ?, state = ?, next_at = coalesce(?, next_at), last_error = ?, ended_at = ?
     WHERE id = ? AND state = 'waiting'`,
    failures,
    state,
    nextAt,
    outcome.kind === 'sent' ? null : outcome.reason,
    state === 'waiting' ? null : now,
    id,
  );
  return state;
}

function textColumn(row: DatabaseRow, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`notification.${column} is no text`);
  return value;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * The pauses in milliseconds after the first delivery and after each failed retry. Together with jitter and the
 * deliveries, they take less than 24 h.
 */
const PAUSES: readonly number[] = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  1 * HOUR,
  2 * HOUR,
  4 * HOUR,
  6 * HOUR,
  8 * HOUR,
];
const JITTER = 0.1;
export const MAX_RETRIES = PAUSES.length;
/**
 * The maximum time in milliseconds for which a notification is retried. It is also the maximum delay by `Retry-After`.
 */
const SCHEDULE_MILLISECONDS = 24 * HOUR;

/**
 * Returns the time of the next delivery in milliseconds since 1970; null if no retry remains. `failures` is the number
 * of failed deliveries so far, and `random` is in [0, 1). `Retry-After` can only lengthen a pause, up to 24 h after
 * `createdAt`.
 */
export function nextDelivery(state: {
  readonly failures: number;
  readonly now: number;
  readonly createdAt: number;
  readonly retryAfterMilliseconds: number;
  readonly random: number;
}): number | null {
  const { failures, now, createdAt, retryAfterMilliseconds, random } = state;
  const pause = PAUSES[failures - 1];
  if (pause === undefined) return null;
  const jittered = Math.round(pause * (1 - JITTER + 2 * JITTER * random));
  const requestedAt = Math.min(now + retryAfterMilliseconds, createdAt + SCHEDULE_MILLISECONDS);
  return Math.max(now + jittered, requestedAt);
}

/** The event of a render that has ended. */
export type RenderNotification =
  | {
      readonly type: 'render.succeeded';
      readonly id: string;
      readonly project: string;
      readonly format: string;
      readonly url: string;
    }
  | {
      readonly type: 'render.failed';
      readonly id: string;
      readonly project: string;
      readonly format: string;
      /** A code of the catalog with its message. */
      readonly error: { readonly code: string; readonly message: string };
    };

/**
 * Returns the JSON of the notification: `{type, timestamp, data: {id, project, format, url | error}}`. `timestamp` is
 * in ISO 8601 (https://www.standardwebhooks.com: "the timestamp of when the event occurred"). `now` is in milliseconds
 * since 1970.
 */
export function notificationBody({ type, ...data }: RenderNotification, now: number): string {
  return JSON.stringify({ type, timestamp: new Date(now).toISOString(), data });
}
