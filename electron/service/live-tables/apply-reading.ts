import { type AllocatedName, allocateNames, inOrderOfWork } from '#shared/live-tables/film-choices.ts';
import { compareReadings, guardOf, type ReadingChanges } from '#shared/live-tables/reading-changes.ts';
import type { IdentifiedRow } from '#shared/live-tables/row-identity.ts';
import { formatOf } from '../engine/formats/formats.ts';
import { type Issue, issueOf, ServiceError } from '../errors/service-error.ts';
import { filmKey } from '../links/linked-films.ts';
import type { RequestContext } from '../renders/accept/render-request.ts';
import { type CheckedBatch, type CheckedRow, checkBatch } from '../renders/batches/batch-request.ts';
import type { Batches } from '../renders/batches/batches.ts';
import type { RenderScheduler } from '../renders/queue/render-scheduler.ts';
import type { RenderId } from '../renders/records/render-record.ts';
import type { RenderRecords } from '../renders/records/transitions.ts';
import { changeRows, findRows, type LiveRowRecord, type LiveTableRecord, MAX_READINGS } from './live-table-rows.ts';
import type { LiveTableSources } from './live-table-sources.ts';
import {
  keyIssues,
  lineOf,
  type PlannedReading,
  type Preview,
  plannedReading,
  previewOf,
  readingWithoutRows,
} from './plan-reading.ts';

export interface ApplyDependencies {
  readonly records: Pick<RenderRecords, 'database' | 'events' | 'clock'>;
  readonly batches: Batches;
  readonly queue: Pick<RenderScheduler, 'cancelAll'>;
  readonly requests: RequestContext;
  readonly sources: LiveTableSources;
}

export interface ApplyOptions {
  /** Whether to return the differences without applying them. */
  readonly dry: boolean;
  /** Whether to apply a reading although a guard would hold it back. */
  readonly isConfirmed: boolean;
  readonly signal: AbortSignal;
}

/**
 * Reads a table and applies it: stores its rows and starts the films of changed rows as a batch. If a guard holds the
 * reading back, stores the reason. Throws the faults of tables and `movie/not-found`.
 */
export async function applyReading(
  table: LiveTableRecord,
  bytes: Uint8Array,
  dependencies: ApplyDependencies,
  { dry, isConfirmed, signal }: ApplyOptions,
): Promise<Preview> {
  const { database } = dependencies.records;
  const before = new Map(findRows(database, table.id).map((row) => [row.key, row]));
  const present = new Map([...before].flatMap(([key, row]) => (row.removedAt === null ? [[key, row.digest]] : [])));
  const planned = await plannedReading(table, bytes, dependencies, signal).catch((error: unknown) => {
    if (error instanceof ServiceError && error.code === 'table/empty' && present.size > 0) return null;
    throw error;
  });
  const isGuarded = table.settings.guard !== false && !isConfirmed;
  const missing = planned === null ? [] : table.columns.filter((name) => !planned.read.table.columns.includes(name));
  const changes =
    planned === null
      ? { added: [], changed: [], removed: [...present.keys()], same: 0 }
      : compareReadings(present, planned.reading);
  // Hold back a table without rows, because an interrupted program may have left it.
  const mayHold = isGuarded || (planned === null && !isConfirmed);
  const guard = mayHold ? guardOf(present.size, changes, isGuarded ? missing : []) : null;
  const problems = planned === null ? [] : keyIssues(planned);
  const preview = previewOf(planned, changes, guard, problems);
  if (dry) return preview;
  if (guard !== null) {
    holdBack(table, preview, dependencies);
    return preview;
  }
  if (planned === null) await removeAllRows(table, { changes, before }, dependencies);
  else {
    const rows = await checkedRows(table, planned, dependencies.requests, signal);
    await storeReading(table, { planned, changes, problems, before, rows }, dependencies);
  }
  return { ...preview, applied: true };
}

/** Checks the films of all rows. The result contains the errors of each film. */
async function checkedRows(
  { settings, project }: LiveTableRecord,
  { values }: PlannedReading,
  requests: RequestContext,
  signal: AbortSignal,
): Promise<CheckedBatch> {
  const { movie, format = 'mp4', quality = 'standard', check, failOn } = settings;
  const body = { movies: [movie], format, quality, filename: '${index}', rows: values.map((row) => ({ ...row })) };
  const checking = check === undefined ? {} : { check, ...(failOn !== undefined && { failOn }) };
  return await checkBatch({ ...body, ...checking }, project, requests, signal);
}

/** A reading that passed its guard, with the previous rows and the checked films. */
interface AcceptedReading {
  readonly planned: PlannedReading;
  readonly changes: ReadingChanges;
  readonly problems: readonly Issue[];
  readonly before: ReadonlyMap<string, LiveRowRecord>;
  readonly rows: CheckedBatch;
}

/** A row with its checked film. */
interface NextRow {
  readonly row: IdentifiedRow;
  readonly before: LiveRowRecord | undefined;
  readonly checked: CheckedRow;
  readonly filmKey: string;
  readonly changedIn: number;
  readonly make: boolean;
}

async function storeReading(
  table: LiveTableRecord,
  accepted: AcceptedReading,
  { records, batches, queue }: ApplyDependencies,
): Promise<void> {
  const { planned, changes, before, rows: batch } = accepted;
  const number = table.reading + 1;
  const isNew = new Set([...changes.added, ...changes.changed]);
  const template = batch.movies[0]?.template ?? '';
  const next = planned.reading.rows.flatMap((row): readonly NextRow[] => {
    const checked = batch.rows[row.index];
    if (checked === undefined) return [];
    const old = before.get(row.key);
    const key = filmKey({ ...batch, template, inputs: checked.inputs, variables: checked.variables }, table.project);
    const isMade = old?.filmKey === key && old.render !== null && old.state !== 'failed' && old.state !== 'removed';
    const isBack = old?.filmKey === key && old.state === 'removed' && old.render !== null;
    const isExpired = isMade && hasExpired(records, old.render);
    const changedIn = isNew.has(row.key) || old === undefined ? number : old.changedIn;
    return [{ row, before: old, checked, filmKey: key, changedIn, make: (!isMade && !isBack) || isExpired }];
  });
  const names = namesOf(batch, planned, next, before);
  const make = next.filter((each) => each.make);
  if (make.length === 0 && isNew.size + changes.removed.length === 0 && table.reading > 0) {
    records.database.transaction(() => {
      records.database.run(
        `UPDATE live_table SET state = CASE state WHEN 'guarded' THEN 'watching' ELSE state END, problem = NULL,
           guard = NULL, notes = ?, row_problems = ?, places = ? WHERE id = ?`,
        ...[notesOf(planned), JSON.stringify(accepted.problems), placesText(planned), table.id],
      );
      const sql = 'UPDATE live_row SET position = ?, line = ? WHERE live_table = ? AND key = ?';
      for (const { row, before: old } of next) {
        const line = lineOf(planned.read, row.index);
        if (old?.line !== line || old.position !== row.index)
          records.database.run(sql, row.index, line, table.id, row.key);
      }
    });
    return;
  }
  await records.database.waitForWriteLock();
  records.database.transaction(() =>
    changeRows(records.database, table.id, () => storeRows(table, accepted, { next, names, number }, records)),
  );
  await cancelWaiting([...make.map(({ row }) => row.key), ...changes.removed], before, queue);
  if (make.length === 0) return;
  const ordered = inOrderOfWork(
    make.map((each) => ({
      ...each,
      key: each.row.key,
      index: each.row.index,
      hasFailed: each.before?.state === 'failed',
    })),
  );
  const films = ordered.map(({ row, checked }) => ({
    ...checked,
    filename: names.get(row.key)?.file ?? checked.filename,
  }));
  // Link the rows in the transaction that accepts the films. Otherwise a crash in between would make the films twice.
  const link = (renders: readonly RenderId[]): void => {
    const sql = `UPDATE live_row SET film = CASE WHEN (SELECT film FROM render WHERE id = live_row.render) IS NOT NULL
      THEN live_row.render ELSE live_row.film END, render = ?, film_key = ? WHERE live_table = ? AND key = ?`;
    for (const [at, { row, filmKey: key }] of ordered.entries())
      records.database.run(sql, renders[at] ?? null, key, table.id, row.key);
  };
  await batches.accept({ ...batch, rows: films }, { project: table.project, origin: table.origin }, link);
}

/** Stores a confirmed reading that has no rows. */
async function removeAllRows(
  table: LiveTableRecord,
  { changes, before }: Pick<AcceptedReading, 'changes' | 'before'>,
  { records, queue }: ApplyDependencies,
): Promise<void> {
  const { database } = records;
  const reading = { planned: readingWithoutRows(table), changes, problems: [], before };
  const films = { next: [], names: new Map<string, AllocatedName>(), number: table.reading + 1 };
  await database.waitForWriteLock();
  database.transaction(() => changeRows(database, table.id, () => storeRows(table, reading, films, records)));
  await cancelWaiting(changes.removed, before, queue);
}

/** Cancels the waiting films of changed and removed rows. */
async function cancelWaiting(
  keys: readonly string[],
  before: AcceptedReading['before'],
  queue: ApplyDependencies['queue'],
): Promise<void> {
  const rows = keys.flatMap((key) => before.get(key) ?? []);
  await queue.cancelAll(rows.flatMap(({ state, render }) => (state === 'waiting' && render ? [render] : [])));
}

/**
 * Returns whether the film of a render has expired. Reads the current state: the film may have succeeded since the rows
 * of the table were read.
 */
function hasExpired({ database }: ApplyDependencies['records'], render: string): boolean {
  const sql = "SELECT 1 FROM render WHERE id = ? AND NOT (state = 'succeeded' AND film IS NULL)";
  return database.get(sql, render) === undefined;
}

function namesOf(
  { format }: CheckedBatch,
  { requested, reading }: PlannedReading,
  next: readonly NextRow[],
  before: ReadonlyMap<string, LiveRowRecord>,
): ReadonlyMap<string, AllocatedName> {
  const previousNames = new Map<string, AllocatedName>();
  for (const [key, { name, filename, removedAt }] of before)
    if (removedAt === null) previousNames.set(key, { name, file: filename });
  const ofRepeated = [...reading.repeatedKeys]
    .flatMap((key) => previousNames.get(key) ?? [])
    .map(({ name }, at) => ({ key: [...reading.repeatedKeys][at] ?? '', name }));
  const requestedNames = next.map(({ row }) => ({ key: row.key, name: requested[row.index] ?? '' }));
  const { extension } = formatOf(format);
  return allocateNames([...ofRepeated, ...requestedNames], previousNames, { extension, folders: false, occupied: [] });
}

/** Stores the rows, the reading, and the events in one transaction. */
function storeRows(
  { id, project }: LiveTableRecord,
  { planned, changes, problems, before }: Omit<AcceptedReading, 'rows'>,
  films: {
    readonly next: readonly NextRow[];
    readonly names: ReadonlyMap<string, AllocatedName>;
    readonly number: number;
  },
  { database, events, clock }: ApplyDependencies['records'],
): void {
  const now = clock();
  const { read, keyColumn, columns, requested } = planned;
  const indexes = columns.map((name) => read.table.columns.indexOf(name));
  const sql = `INSERT INTO live_row (live_table, key, position, line, digest, cells, changed_in, changed_columns, name,
      filename, seen_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (live_table, key, movie, language) DO UPDATE SET position = excluded.position, line = excluded.line,
      digest = excluded.digest, cells = excluded.cells, changed_in = excluded.changed_in,
      changed_columns = excluded.changed_columns, name = excluded.name, filename = excluded.filename,
      seen_at = excluded.seen_at, removed_at = NULL`;
  for (const { row, before: old, changedIn, make, checked } of films.next) {
    const cells = Object.fromEntries(
      columns.map((name, at) => [name, read.table.rows[row.index]?.[indexes[at] ?? -1] ?? '']),
    );
    const changed = columns.filter((name) => old !== undefined && old.cells[name] !== cells[name]);
    const line = lineOf(read, row.index);
    const file = films.names.get(row.key)?.file ?? checked.filename;
    const changedColumns = make ? (changed.length > 0 ? changed : (old?.changedColumns ?? [])) : [];
    database.run(
      sql,
      ...[id, row.key, row.index, line, row.digest, JSON.stringify(cells), changedIn, JSON.stringify(changedColumns)],
      ...[requested[row.index] ?? '', file, now],
    );
  }
  for (const key of changes.removed) {
    const position = (before.get(key)?.position ?? 0) + read.table.rows.length;
    database.run(
      'UPDATE live_row SET removed_at = ?, position = ? WHERE live_table = ? AND key = ?',
      now,
      position,
      id,
      key,
    );
  }
  database.run(
    `UPDATE live_table SET reading = ?, key_column = ?, columns = ?, state = CASE state WHEN 'guarded' THEN 'watching'
       ELSE state END, problem = NULL, guard = NULL, notes = ?, row_problems = ?, places = ? WHERE id = ?`,
    ...[films.number, keyColumn, JSON.stringify(columns), notesOf(planned), JSON.stringify(problems)],
    ...[placesText(planned), id],
  );
  const { added, changed, removed } = changes;
  noteReading(id, { number: films.number, rows: read.table.rows.length, changes, guard: null }, { database, clock });
  const counts = { added: added.length, changed: changed.length, removed: removed.length };
  const data = { id, reading: films.number, rows: read.table.rows.length, ...counts };
  events.record({ type: 'table.read', project, data });
}

/** Stores a reading that a guard holds back, unless the same reading is already stored. */
function holdBack(
  { id, project, reading, guard: before }: LiveTableRecord,
  preview: Preview,
  { records }: ApplyDependencies,
): void {
  const { database, events, clock } = records;
  if (preview.guard === null || JSON.stringify(before) === JSON.stringify(preview.guard)) return;
  const guard = JSON.stringify(preview.guard);
  database.transaction(() => {
    database.run("UPDATE live_table SET state = 'guarded', guard = ?, problem = NULL WHERE id = ?", guard, id);
    const { added, changed, removed, same } = preview;
    noteReading(
      id,
      { number: reading + 1, rows: preview.rows, changes: { added, changed, removed, same }, guard },
      { database, clock },
    );
    events.record({ type: 'table.changed', project, data: { id, state: 'guarded' } });
  });
}

function noteReading(
  id: string,
  reading: {
    readonly number: number;
    readonly rows: number;
    readonly changes: ReadingChanges;
    readonly guard: string | null;
  },
  { database, clock }: Pick<ApplyDependencies['records'], 'database' | 'clock'>,
): void {
  const { number, rows, guard } = reading;
  const { added, changed, removed } = reading.changes;
  database.run(
    'INSERT OR REPLACE INTO live_reading (live_table, number, at, rows, added, changed, removed, guard) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    ...[id, number, clock(), rows, added.length, changed.length, removed.length, guard],
  );
  database.run(
    `DELETE FROM live_reading WHERE live_table = ? AND at < (SELECT min(at) FROM (SELECT at FROM live_reading
       WHERE live_table = ? ORDER BY at DESC LIMIT ?))`,
    ...[id, id, MAX_READINGS],
  );
}

/** Returns the sheet and the numbers of the used columns as JSON; null for a table without places. */
function placesText({ read: { table, places }, columns }: PlannedReading): string | null {
  if (places === undefined) return null;
  const numbers = columns.flatMap((name) => {
    const number = places.columns[table.columns.indexOf(name)];
    return number === undefined ? [] : [[name, number] as const];
  });
  return JSON.stringify({ sheet: places.sheet, columns: Object.fromEntries(numbers) });
}

function notesOf({ read: { notes = [] } }: PlannedReading): string {
  return JSON.stringify(notes.map((says) => issueOf('table/note', says, { severity: 'warning' })));
}
