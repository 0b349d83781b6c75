import type { Database, DatabaseRow } from '../storage/ports.ts';
import type { DeliveryOutcome, Message } from './delivery.ts';
import { nextDelivery, SCHEDULE_MILLISECONDS } from './retry-schedule.ts';

/** Ids and addresses of what is due, the longest due first. */
export function dueNotifications(database: Database, now: number): readonly Pick<Message, 'id' | 'url'>[] {
  // A time further ahead than any pause was written before the clock was put back.
  const rows = database.all(
    `SELECT id, url FROM notification WHERE state = 'waiting' AND (next_at <= ? OR next_at > ?) ORDER BY next_at, rowid`,
    now,
    now + SCHEDULE_MILLISECONDS,
  );
  return rows.map((row) => ({ id: text(row, 'id'), url: text(row, 'url') }));
}

/** When the next one will be due, or null when nothing waits. */
export function nextDue(database: Database, now: number): number | null {
  const row = database.get(
    `SELECT min(next_at) AS next_at FROM notification WHERE state = 'waiting' AND next_at > ?`,
    now,
  );
  const nextAt = row?.['next_at'];
  return typeof nextAt === 'number' || typeof nextAt === 'bigint' ? Number(nextAt) : null;
}

export interface WaitingNotification extends Message {
  readonly attempts: number;
  readonly createdAt: number;
}

/** Reads one that is still waiting. */
export function waitingNotification(database: Database, id: string): WaitingNotification | null {
  const row = database.get(
    `SELECT id, url, body, attempts, created_at FROM notification WHERE id = ? AND state = 'waiting'`,
    id,
  );
  if (row === undefined) return null;
  const [attempts, createdAt] = [Number(row['attempts']), Number(row['created_at'])];
  return { id, url: text(row, 'url'), body: text(row, 'body'), attempts, createdAt };
}

/** Writes down how a delivery went. Answers whether it was the last one, and why. */
export function recordOutcome(
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

function text(row: DatabaseRow, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`notification.${column} is no text`);
  return value;
}
