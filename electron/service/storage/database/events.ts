import type { StorageLogger } from '../health.ts';
import type { Clock, DatabaseRow, EventLog, EventType, LoggedEvent, ProjectUid } from '../ports.ts';
import { integer, text, textOrNull } from '../rows.ts';
import type { WorkspaceDatabase } from './database.ts';

/** The maximum number of stored events. A client that missed more of them reads all data again. */
const EVENTS_LIMIT = 10_000;
const EVENT_DAYS = 7;
const DAY = 24 * 3600 * 1000;

/** Creates the log of changes: a table, and listeners that are called after the commit. */
export function createEventLog(database: WorkspaceDatabase, clock: Clock, logger: StorageLogger): EventLog {
  const listeners = new Set<(event: LoggedEvent) => void>();
  const emit = (event: LoggedEvent): void => {
    for (const listener of [...listeners]) {
      try {
        listener(event);
      } catch (error) {
        logger.error({ err: error, type: event.type }, 'an event listener failed; the change is saved');
      }
    }
  };
  const latest: EventLog['latest'] = () => {
    // Do not use the maximum id in the table, because old events are removed and ids must never be reused.
    const row = database.get("SELECT seq FROM sqlite_sequence WHERE name = 'event'");
    return row === undefined ? 0 : integer(row, 'seq');
  };
  return {
    record: ({ type, project, data }) => {
      const at = clock();
      const row = database.get(
        'INSERT INTO event (type, project, data, created_at) VALUES (?, ?, ?, ?) RETURNING id',
        type,
        project,
        JSON.stringify(data),
        at,
      );
      const id = row === undefined ? null : integer(row, 'id');
      database.afterCommit(() => emit({ id, type, project, data, at }));
    },
    announce: ({ type, project, data }) => emit({ id: null, type, project, data, at: clock() }),
    latest,
    // A negative limit means no limit.
    since: (id, limit = -1) =>
      database.all('SELECT * FROM event WHERE id > ? ORDER BY id LIMIT ?', id, limit).map(eventOf),
    hasRecorded: (id, project, types) => {
      if (latest() === id) return false;
      const next = database.get('SELECT min(id) AS id FROM event WHERE id > ?', id)?.['id'];
      if (next !== id + 1) return true;
      const named = types.map(() => '?').join();
      const sql = `SELECT 1 FROM event WHERE id > ? AND project = ? AND type IN (${named}) LIMIT 1`;
      return database.get(sql, id, project, ...types) !== undefined;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return { [Symbol.dispose]: () => listeners.delete(listener) };
    },
  };
}

/** Removes events above the limits of age and number. Returns the number of removed events. */
export function forgetOldEvents(database: WorkspaceDatabase, now: number): number {
  return database.run(
    'DELETE FROM event WHERE created_at < ? OR id <= (SELECT max(id) FROM event) - ?',
    now - EVENT_DAYS * DAY,
    EVENTS_LIMIT,
  ).changes;
}

function eventOf(row: DatabaseRow): LoggedEvent {
  const data: unknown = JSON.parse(text(row, 'data'));
  return {
    id: integer(row, 'id'),
    // Only `record` writes the table, so the type is valid.
    type: text(row, 'type') as EventType,
    project: textOrNull(row, 'project') as ProjectUid | null,
    data: typeof data === 'object' && data !== null ? data : {},
    at: integer(row, 'created_at'),
  };
}
