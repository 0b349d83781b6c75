import { join } from 'node:path';
import type { AddressPolicy } from '#service/network/address-guard.ts';
import { createDatabase, openDatabaseFile } from '#service/storage/database/database.ts';
import { migrate } from '#service/storage/database/migrate.ts';
import { createHealth } from '#service/storage/health.ts';
import type { Database } from '#service/storage/ports.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import {
  createNotificationDispatcher,
  enqueueNotification,
  type NotificationDispatcher,
  type NotificationDispatcherOptions,
  notificationBody,
  type Timers,
} from '../outbox.ts';

export const SECRET = 'canary-s€cret/of the+API';

/** An outbox in a real database with a manual clock. */
export interface TestOutbox extends AsyncDisposable {
  readonly database: Database;
  readonly now: () => number;
  /** Advances the clock and runs the due timers. */
  readonly advance: (milliseconds: number) => void;
  /** Returns the time until the next timer; null if there is none. */
  readonly nextTimer: () => number | null;
  readonly enqueue: (id: string, url: string) => string;
  /** Starts a dispatcher that may post to this machine. Disposal stops it. */
  readonly start: (more?: Partial<NotificationDispatcherOptions>) => NotificationDispatcher;
  /** Waits until the notification has this state after this number of attempts. */
  readonly reaches: (id: string, state: string, attempts: number) => Promise<void>;
  readonly row: (id: string) => ReturnType<Database['get']>;
  readonly logged: readonly unknown[];
}

export function testOutbox(folder: string): TestOutbox {
  const logged: unknown[] = [];
  const log = (fields: object, message: string) => void logged.push({ ...fields, message });
  const logger = { info: log, warn: log, error: log };
  const path = join(folder, 'outbox.sqlite');
  const connection = openDatabaseFile(path, 5000);
  migrate(connection, path);
  const database = createDatabase(connection, createHealth(logger), logger);
  const dispatchers: NotificationDispatcher[] = [];
  const timers = manualTimers(Date.now());
  const policy: AddressPolicy = { allowHosts: new Set(), allowLoopback: true };
  const row = (id: string) => database.get('SELECT * FROM notification WHERE id = ?', id);
  return {
    database,
    now: timers.now,
    advance: timers.advance,
    nextTimer: timers.next,
    logged,
    row,
    enqueue: (id, url) => {
      const now = timers.now();
      const event = { type: 'render.succeeded', id: 'r1', project: 'p1', format: 'mp4', url: 'http://x/film' } as const;
      const body = notificationBody(event, now);
      database.transaction(() => enqueueNotification(database, { id, renderId: 'r1', url, body, now }));
      return body;
    },
    start: (more = {}) => {
      const base = { database, secret: SECRET, policy, clock: timers.now, timers, logger };
      const dispatcher = createNotificationDispatcher({ ...base, ...more });
      dispatchers.push(dispatcher);
      dispatcher.wake();
      return dispatcher;
    },
    reaches: (id, state, attempts) =>
      waitUntil(() => row(id)?.['state'] === state && row(id)?.['attempts'] === attempts),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(dispatchers.map((dispatcher) => dispatcher.stop()));
      database.close();
    },
  };
}

interface ManualTimers extends Timers {
  readonly now: () => number;
  readonly advance: (milliseconds: number) => void;
  readonly next: () => number | null;
}

function manualTimers(start: number): ManualTimers {
  let time = start;
  const waiting = new Map<object, { readonly at: number; readonly work: () => void }>();
  return {
    now: () => time,
    next: () => (waiting.size === 0 ? null : Math.min(...[...waiting.values()].map(({ at }) => at)) - time),
    after: (milliseconds, work) => {
      const key = {};
      waiting.set(key, { at: time + milliseconds, work });
      return { [Symbol.dispose]: () => void waiting.delete(key) };
    },
    advance: (milliseconds) => {
      time += milliseconds;
      for (const [key, { at, work }] of [...waiting]) {
        if (at > time) continue;
        waiting.delete(key);
        work();
      }
    },
  };
}
