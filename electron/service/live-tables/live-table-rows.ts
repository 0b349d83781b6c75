import type { z } from 'zod';
import type { liveTable, previewRequest, tableSettings } from '#shared/contract/calls/live-tables.ts';
import type { RecordedFilm } from '#shared/live-tables/film-choices.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { RenderId } from '../renders/records/render-record.ts';
import type { Database, DatabaseRow, ProjectUid } from '../storage/ports.ts';
import { integer, integerOrNull, text, textOrNull } from '../storage/rows.ts';

export type TableSettings = z.output<typeof tableSettings>;
export type PreviewRequest = z.output<typeof previewRequest>;
type Answer = z.output<typeof liveTable>;
export type StoredGuard = NonNullable<Answer['guard']>;
export type Counts = Answer['counts'];
export type Reading = NonNullable<Answer['lastReading']>;

/** A stored live table. */
export interface LiveTableRecord {
  readonly id: string;
  readonly project: ProjectUid;
  /** The settings without the value of the header. */
  readonly settings: TableSettings;
  readonly etag: string;
  readonly secretName: string | null;
  /** The address of the service that was used in the request that created the table. */
  readonly origin: string;
  readonly state: 'watching' | 'paused' | 'guarded';
  readonly keyColumn: string | null;
  /** The used columns of the last applied reading. */
  readonly columns: readonly string[];
  readonly places: Answer['places'];
  readonly bytes: number | null;
  /** The number of applied readings. */
  readonly reading: number;
  readonly problem: Answer['problem'];
  readonly notes: Answer['notes'];
  readonly rowProblems: Answer['rowProblems'];
  readonly guard: StoredGuard | null;
  readonly createdAt: number;
}

/** A stored row, with the state of its render. */
export interface LiveRowRecord {
  readonly key: string;
  readonly position: number;
  readonly line: number;
  readonly digest: string;
  readonly cells: Readonly<Record<string, string>>;
  readonly changedIn: number;
  readonly changedColumns: readonly string[];
  /** The name from the pattern, which may repeat. */
  readonly name: string;
  readonly filename: string;
  readonly filmKey: RecordedFilm['key'] | null;
  readonly render: RenderId | null;
  readonly film: RenderId | null;
  readonly seenAt: number;
  readonly removedAt: number | null;
  readonly state: 'current' | 'waiting' | 'rendering' | 'failed' | 'removed';
  /** The failure of the last render as stored JSON; null if it did not fail. */
  readonly error: string | null;
}

/**
 * The SQL expression for the state of a row. It derives from the state of the row's render, so one transaction changes
 * both.
 */
const STATE = `CASE WHEN live_row.removed_at IS NOT NULL THEN 'removed'
  WHEN render.state = 'queued' OR render.state IS NULL THEN 'waiting'
  WHEN render.state IN ('fetching', 'rendering', 'uploading') THEN 'rendering'
  WHEN render.state = 'succeeded' AND render.film IS NOT NULL THEN 'current'
  WHEN render.state = 'succeeded' THEN 'waiting' ELSE 'failed' END`;

/** Returns the live tables of a project; of all projects for null. */
export function findTables(database: Database, project: ProjectUid | null): readonly LiveTableRecord[] {
  const sql = 'SELECT * FROM live_table WHERE ? IS NULL OR project = ? ORDER BY created_at, rowid';
  return database.all(sql, project, project).map(tableOf);
}

/** Returns a live table. Throws `table/not-found`. */
export function requireTable(database: Database, project: ProjectUid | null, id: string): LiveTableRecord {
  const row = database.get(
    'SELECT * FROM live_table WHERE id = ? AND (? IS NULL OR project = ?)',
    id,
    project,
    project,
  );
  if (row === undefined) throw new ServiceError('table/not-found');
  return tableOf(row);
}

/** Returns rows in the order of the table, after a position. */
export function findRows(
  database: Database,
  id: string,
  options: { readonly state?: string | undefined; readonly after?: number; readonly limit?: number } = {},
): readonly LiveRowRecord[] {
  const { state = null, after = -1, limit = -1 } = options;
  const sql = `SELECT live_row.*, ${STATE} AS state, render.error AS error FROM live_row
    LEFT JOIN render ON render.id = live_row.render
    WHERE live_table = ? AND position > ? AND (? IS NULL OR ${STATE} = ?) ORDER BY position LIMIT ?`;
  return database.all(sql, id, after, state, state, limit).map(rowOf);
}

/**
 * Removes the renders of waiting rows, so that the next reading requests their films again. Returns the renders. Must run
 * in a transaction.
 */
export function withdrawWaiting(database: Database, id: string): readonly RenderId[] {
  const waiting = "live_table = ? AND removed_at IS NULL AND render IN (SELECT id FROM render WHERE state = 'queued')";
  const rows = database.all(`SELECT render FROM live_row WHERE ${waiting}`, id);
  database.run(`UPDATE live_row SET render = NULL WHERE ${waiting}`, id);
  return rows.map((row) => text(row, 'render') as RenderId);
}

/** Returns the row whose last render has an id; null if there is none. */
export function findRowOfRender(
  database: Database,
  render: string,
): {
  readonly table: string;
  readonly project: ProjectUid;
  readonly key: string;
  readonly state: LiveRowRecord['state'];
} | null {
  const sql = `SELECT live_row.live_table AS id, live_row.key AS key, live_table.project AS project, ${STATE} AS state
    FROM live_row JOIN live_table ON live_table.id = live_row.live_table
    LEFT JOIN render ON render.id = live_row.render WHERE live_row.render = ?`;
  const row = database.get(sql, render);
  if (row === undefined) return null;
  return {
    ...{ table: text(row, 'id'), key: text(row, 'key'), project: text(row, 'project') as ProjectUid },
    state: text(row, 'state') as LiveRowRecord['state'],
  };
}

/** Returns the numbers of rows by state. `rows` excludes removed rows. */
export function countRows(database: Database, id: string): Counts {
  const sql = `SELECT ${STATE} AS state, count(*) AS count FROM live_row
    LEFT JOIN render ON render.id = live_row.render WHERE live_table = ? GROUP BY 1`;
  const counts = { rows: 0, current: 0, waiting: 0, rendering: 0, failed: 0, removed: 0 };
  for (const row of database.all(sql, id)) {
    const state = text(row, 'state') as LiveRowRecord['state'];
    counts[state] = integer(row, 'count');
    if (state !== 'removed') counts.rows += counts[state];
  }
  return counts;
}

/** The number of stored readings of a table. */
export const MAX_READINGS = 100;

/** Returns the last readings, newest first. */
export function findReadings(database: Database, id: string, limit = MAX_READINGS): readonly Reading[] {
  const shown = (state: string) => `(SELECT count(*) FROM live_row LEFT JOIN render ON render.id = live_row.render
    WHERE live_table = live_reading.live_table AND changed_in = live_reading.number AND ${STATE} = '${state}')`;
  const sql = `SELECT *, past_made + ${shown('current')} AS made, past_failed + ${shown('failed')} AS failed
    FROM live_reading WHERE live_table = ? ORDER BY at DESC, number DESC LIMIT ?`;
  return database.all(sql, id, limit).map((row) => {
    const guard = textOrNull(row, 'guard');
    return {
      ...{ number: integer(row, 'number'), at: new Date(integer(row, 'at')).toISOString(), rows: integer(row, 'rows') },
      ...{ added: integer(row, 'added'), changed: integer(row, 'changed'), removed: integer(row, 'removed') },
      ...{ made: guard === null ? integer(row, 'made') : 0, failed: guard === null ? integer(row, 'failed') : 0 },
      guard: guard === null ? null : JSON.parse(guard),
    };
  });
}

/** The numbers of finished and of failed films of a reading. */
interface FilmCounts {
  readonly made: number;
  readonly failed: number;
}

/**
 * Runs a change of the rows of a table. Adds the films of changed and removed rows to the counts of the readings that
 * requested them, so that these readings still count them. Must run in a transaction.
 */
export function changeRows(database: Database, id: string, change: () => void): void {
  const before = countFilms(database, id);
  change();
  const after = countFilms(database, id);
  const sql = `UPDATE live_reading SET past_made = past_made + ?, past_failed = past_failed + ?
    WHERE live_table = ? AND number = ? AND guard IS NULL`;
  for (const [reading, { made, failed }] of before) {
    const left = after.get(reading) ?? { made: 0, failed: 0 };
    if (made > left.made || failed > left.failed)
      database.run(sql, Math.max(0, made - left.made), Math.max(0, failed - left.failed), id, reading);
  }
}

/** Returns the finished and failed films of the current rows, by the number of the reading that requested them. */
function countFilms(database: Database, id: string): ReadonlyMap<number, FilmCounts> {
  const sql = `SELECT changed_in, sum(${STATE} = 'current') AS made, sum(${STATE} = 'failed') AS failed FROM live_row
    LEFT JOIN render ON render.id = live_row.render WHERE live_table = ? GROUP BY changed_in`;
  const rows = database.all(sql, id);
  return new Map(
    rows.map((row) => [integer(row, 'changed_in'), { made: integer(row, 'made'), failed: integer(row, 'failed') }]),
  );
}

function tableOf(row: DatabaseRow): LiveTableRecord {
  const json = (name: string) => {
    const stored = textOrNull(row, name);
    return stored === null ? null : JSON.parse(stored);
  };
  return {
    ...{ id: text(row, 'id'), project: text(row, 'project') as ProjectUid, settings: json('settings') },
    ...{ etag: text(row, 'etag'), secretName: textOrNull(row, 'secret_name'), origin: text(row, 'origin') },
    ...{ state: text(row, 'state') as LiveTableRecord['state'], keyColumn: textOrNull(row, 'key_column') },
    ...{ columns: json('columns'), bytes: integerOrNull(row, 'bytes'), reading: integer(row, 'reading') },
    ...{ problem: json('problem'), notes: json('notes'), rowProblems: json('row_problems'), guard: json('guard') },
    ...{ places: json('places'), createdAt: integer(row, 'created_at') },
  };
}

function rowOf(row: DatabaseRow): LiveRowRecord {
  return {
    ...{ key: text(row, 'key'), position: integer(row, 'position'), line: integer(row, 'line') },
    ...{ digest: text(row, 'digest'), cells: JSON.parse(text(row, 'cells')), changedIn: integer(row, 'changed_in') },
    ...{ changedColumns: JSON.parse(text(row, 'changed_columns')), name: text(row, 'name') },
    ...{ filename: text(row, 'filename'), filmKey: textOrNull(row, 'film_key') },
    ...{ render: textOrNull(row, 'render') as RenderId | null, film: textOrNull(row, 'film') as RenderId | null },
    ...{ seenAt: integer(row, 'seen_at'), removedAt: integerOrNull(row, 'removed_at') },
    ...{ state: text(row, 'state') as LiveRowRecord['state'], error: textOrNull(row, 'error') },
  };
}
