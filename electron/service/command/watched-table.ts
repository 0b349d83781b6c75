import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Table } from '#shared/batch/table.ts';
import { required } from '#shared/lib/assert.ts';
import {
  type AllocatedName,
  allocateNames,
  inOrderOfMoves,
  inOrderOfWork,
  needsFilm,
  type WaitingRow,
} from '#shared/live-tables/film-choices.ts';
import { compareReadings, type Guard, guardOf, type ReadingChanges } from '#shared/live-tables/reading-changes.ts';
import {
  type IdentifiedRow,
  type IdentifiedRows,
  identifyRows,
  keyColumnOf,
} from '#shared/live-tables/row-identity.ts';
import { inEnglish } from '#shared/messages/english.ts';
import { message } from '#shared/messages/message.ts';
import { formats } from '../engine/formats/formats.ts';
import { filmsAtOnce } from '../ffmpeg/process-plan.ts';
import type { WatchInvocation } from './arguments.ts';
import { type BatchDependencies, renderRow } from './batch-command.ts';
import { EmptyTableError } from './batch-tables.ts';
import { type PreparedFilms, prepareFilms } from './prepare-films.ts';
import { CommandError, type Failure } from './shown/report.ts';
import { createPool, digestOf, filmKeys, keyFaults, usedColumns } from './watch-films.ts';
import type { WatchedRow, WatchFolder } from './watch-state.ts';

/** An event of a watched table. `--json` prints one in each line. */
export type WatchEvent =
  | { readonly event: 'read'; readonly reading: number; readonly rows: number }
  | {
      readonly event: 'changed';
      readonly added: readonly string[];
      readonly changed: readonly string[];
      readonly removed: readonly string[];
      /** The keys of the rows whose films are made. */
      readonly make: readonly string[];
    }
  | {
      readonly event: 'row';
      readonly index: number;
      readonly key: string;
      readonly state: 'rendering' | 'current' | 'failed';
      readonly file: string | null;
      readonly error: string | null;
    }
  | { readonly event: 'removed'; readonly key: string; readonly file: string | null; readonly stays: boolean }
  | { readonly event: 'paused'; readonly reason: 'guard' | 'unreadable'; readonly message: string }
  | { readonly event: 'problem'; readonly message: string }
  | { readonly event: 'idle'; readonly current: number; readonly failed: number };

export interface WatchDependencies
  extends Pick<BatchDependencies, 'folder' | 'environment' | 'umask' | 'signal' | 'machine' | 'render'> {
  readonly onEvent: (event: WatchEvent) => void;
  /** Calls `report` at each change in a folder; by default with the events of the system. */
  readonly watchFolder?: (folder: string, report: (name: string | null) => void) => Disposable;
  /** Waits before the next check of a file that another program may be writing. */
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
}

/** The rows of a watched table and their films. */
export interface WatchedTable {
  /**
   * Applies a reading: removes, renames, and queues films. Returns the reason if it cannot be applied; the rows then
   * stay as they are.
   */
  apply(bytes: Uint8Array): Promise<Failure | null>;
  /** Reports that the table cannot be read. */
  pause(text: string): void;
  /** Resolves when no film is waiting or being made. Rejects with the first error of {@link failed}. */
  idle(): Promise<void>;
  /** Rejects with an unexpected error, or with the signal's reason. */
  readonly failed: Promise<never>;
  /** Returns whether a film of the last reading can use the asset of a `nameKey`; true before the first reading. */
  usesAsset(key: string): boolean;
  /** Resolves when no film is being made, also after an abort. */
  finished(): Promise<void>;
  /** Returns the failure of the command for failed rows and for rows without a unique key; null without such rows. */
  failure(): Failure | null;
}

/** A film that waits to be made. */
interface Job extends WaitingRow {
  readonly filmKey: string;
  readonly file: string;
  readonly prepared: PreparedFilms;
}

/** A reading that can be applied. */
interface Comparison {
  readonly reading: IdentifiedRows;
  readonly changes: ReadingChanges;
  readonly keyColumn: string | null;
  /** The used columns. */
  readonly columns: readonly string[];
}

/** The error for a table that lacks used columns. */
class MissingColumns extends Error {
  override readonly name = 'MissingColumns';
  readonly columns: readonly string[];

  constructor(columns: readonly string[]) {
    super(columns.join(', '));
    this.columns = columns;
  }
}

/** Creates the watched table of an output folder. */
export function createWatchedTable(
  args: WatchInvocation,
  films: WatchFolder,
  dependencies: WatchDependencies,
): WatchedTable {
  const { folder, signal, machine, onEvent } = dependencies;
  const { table: state } = films;
  const pool = createPool<Job>({
    atOnce: args.jobs ?? filmsAtOnce(machine).most,
    make: (job, isWaiting) => makeMissing(job, isWaiting),
    onIdle: () => onEvent({ event: 'idle', ...counts() }),
  });
  /** The jobs whose films are being made, by the keys of their rows. */
  const running = new Map<string, Job>();
  const isRunning = ({ key, filmKey, file }: Job) => {
    const job = running.get(key);
    return job?.filmKey === filmKey && job.file === file;
  };
  /** The rows of the last applied reading, and its rows without a unique key. */
  let last: { readonly rows: number; readonly faults: number; readonly repeatedKeys: ReadonlySet<string> } = {
    ...{ rows: 0, faults: 0, repeatedKeys: new Set<string>() },
  };
  let assets: ReadonlySet<string> | null = null;
  const presentRows = () => [...state.rows.values()].filter((row) => row.state !== 'removed');
  const uniqueRows = () => presentRows().filter(({ key }) => !last.repeatedKeys.has(key));
  const counts = () => {
    const states = uniqueRows().map((row) => row.state);
    const count = (requested: string) => states.filter((each) => each === requested).length;
    return { current: count('current'), failed: count('failed') + last.faults };
  };
  const pause = (reason: 'guard' | 'unreadable', text: string): Failure => {
    onEvent({ event: 'paused', reason, message: text });
    return { code: reason === 'guard' ? 'command/rows-guarded' : 'command/rows-unreadable', message: text, log: [] };
  };
  /** Returns the key column; null for a table that was first read without one. */
  const keyOf = (table: Table) =>
    args.key === null && state.readings > 0 && state.keyColumn === null
      ? null
      : keyColumnOf(table, args.key ?? state.keyColumn);

  /** Reads the table and plans its films. Returns the reason if that is not possible. */
  const prepare = async (bytes: Uint8Array): Promise<PreparedFilms | Failure> => {
    const onTable = ({ columns }: Table) => {
      const missing = state.columns.filter((column) => !columns.includes(column));
      if (missing.length > 0 && !args.yes) throw new MissingColumns(missing);
    };
    const usualName = (table: Table) => {
      const key = keyOf(table);
      return key === null ? '${index}' : `\${${key.name}}`;
    };
    try {
      const prepared = await prepareFilms(
        { ...args, name: args.name ?? usualName },
        { folder, signal, bytes, keyColumn: args.key ?? state.keyColumn, onTable },
      );
      if (prepared.kind === 'prepared') return prepared;
      return pause('unreadable', prepared.report.failure?.message ?? '');
    } catch (error) {
      if (error instanceof MissingColumns)
        return pause('guard', guardText({ kind: 'columns', columns: error.columns }));
      const count = presentRows().length;
      if (error instanceof EmptyTableError && count > 0)
        return pause('guard', guardText({ kind: 'removed', count, of: count }));
      if (!(error instanceof CommandError)) throw error;
      return pause('unreadable', error.message);
    }
  };

  /** Compares a reading with the rows. Returns the reason if it must not be applied. */
  const compared = (prepared: PreparedFilms): Comparison | Failure => {
    const { table } = prepared;
    const key = keyOf(table);
    if (key === null && args.key !== null)
      return pause('unreadable', `${args.rows}: there is no column “${args.key}”, which identifies the rows.`);
    const used = usedColumns(prepared, key?.index ?? null);
    const reading = identifyRows(table.rows, { keyColumn: key?.index ?? null, used, digest: shortDigest });
    const applied = new Map(presentRows().map((row) => [row.key, row.digest]));
    const changes = compareReadings(applied, reading);
    const guard = args.yes ? null : guardOf(applied.size, changes, []);
    if (guard !== null) return pause('guard', guardText(guard));
    return { reading, changes, keyColumn: key?.name ?? null, columns: used.map((at) => table.columns[at] ?? '') };
  };

  const apply = async (bytes: Uint8Array): Promise<Failure | null> => {
    const prepared = await prepare(bytes);
    if ('code' in prepared) return prepared;
    const comparison = compared(prepared);
    if ('code' in comparison) return comparison;
    const { reading, changes, keyColumn, columns } = comparison;
    for (const text of keyFaults(reading, keyColumn ?? '', prepared)) onEvent({ event: 'problem', message: text });
    const { faults, repeatedKeys } = reading;
    last = { rows: prepared.table.rows.length, faults: faults.length, repeatedKeys };
    const { added, changed, removed } = changes;
    const number = state.readings + 1;
    const rows = await rowsOf(prepared, reading, { changed: new Set([...added, ...changed]), number });
    const make = rows
      .filter(({ row, filmKey, isCurrent }) => !isCurrent && running.get(row.key)?.filmKey !== filmKey)
      .map(({ row }) => row.key);
    onEvent({ event: 'read', reading: number, rows: prepared.table.rows.length });
    const hasChanged = added.length + changed.length + removed.length + make.length > 0;
    if (hasChanged) onEvent({ event: 'changed', added, changed, removed, make });
    if (args.dryRun) return null;

    for (const removedRow of removed) await remove(removedRow);
    const { names, occupied } = namesOf(rows, prepared, reading);
    // A film can have been made since its row was compared.
    const filmOf = (row: WatchedRow) => state.rows.get(row.key)?.film ?? row.film;
    for (const { row } of rows)
      state.rows.set(row.key, { ...row, film: filmOf(row), name: names.get(row.key) ?? row.name });
    Object.assign(state, { table: args.rows, keyColumn, columns, bytes: bytes.length });
    if (hasChanged || state.readings === 0) {
      state.readings = number;
      await films.save();
    }
    await moveFilms(rows, names, occupied);
    const jobs = rows.flatMap((row) => (row.isCurrent ? [] : jobOf(row, names, prepared)));
    pool.set(inOrderOfWork(jobs.filter((job) => !isRunning(job))));
    return null;
  };

  /** Returns the rows of a reading with the keys of their films. */
  const rowsOf = async (
    prepared: PreparedFilms,
    reading: IdentifiedRows,
    { changed, number }: { readonly changed: ReadonlySet<string>; readonly number: number },
  ): Promise<readonly ReadRow[]> => {
    const used = new Set<string>();
    const [subject] = prepared.templates;
    const keyOfFilm = filmKeys(args, required(subject, 'a template'), { ...dependencies, usedAssets: used });
    const recognized = new Map(films.recognized);
    const rows: ReadRow[] = [];
    for (const found of reading.rows) {
      const before = state.rows.get(found.key);
      const filmKey = await keyOfFilm(prepared.valuesOf(required(prepared.cells[found.index], 'a film')).all);
      const film = before?.film ?? recognized.get(filmKey) ?? null;
      recognized.delete(filmKey);
      const isCurrent = !needsFilm(filmKey, film, film && (await films.stampOf(film.file)));
      const changedIn = changed.has(found.key) ? number : null;
      rows.push({ row: rowAfter(found, before, { film, isCurrent, changedIn, prepared }), filmKey, isCurrent });
    }
    assets = used;
    return rows;
  };

  /** Returns the file names of all rows, and the files to keep until newer films are ready. */
  const namesOf = (rows: readonly ReadRow[], { requested }: PreparedFilms, reading: IdentifiedRows) => {
    const requestedNames = rows.map(({ row }) => ({ key: row.key, name: requested[row.index] ?? '' }));
    const wasPresent = (key: string) => (state.rows.get(key)?.state ?? 'removed') !== 'removed';
    const known = rows.toSorted((one, other) => Number(wasPresent(other.row.key)) - Number(wasPresent(one.row.key)));
    const previousNames = new Map<string, AllocatedName>();
    // Rows with a repeated key keep their films and names.
    const repeated = [...reading.repeatedKeys].flatMap((key) => state.rows.get(key) ?? []);
    for (const { key, name } of [...repeated, ...known.map(({ row }) => row)])
      if (name !== null) previousNames.set(key, name);
    const ofRepeated = repeated.flatMap(({ key, name }) => (name === null ? [] : [{ key, name: name.name }]));
    const occupied = rows.flatMap(({ row, isCurrent }) =>
      isCurrent || row.film === null || row.name?.name === requested[row.index] ? [] : row.film.file,
    );
    const options = { extension: formats[args.format].extension, folders: false, occupied };
    return { names: allocateNames([...ofRepeated, ...requestedNames], previousNames, options), occupied };
  };

  /** Gives the films of unchanged rows their new names. Writes the state after each move. */
  const moveFilms = async (
    rows: readonly ReadRow[],
    names: ReadonlyMap<string, AllocatedName>,
    occupied: readonly string[],
  ): Promise<void> => {
    const moves = rows.flatMap(({ row: { key, film }, isCurrent }) => {
      const to = names.get(key)?.file;
      const isMove = isCurrent && film !== null && to !== undefined && to !== film.file && !occupied.includes(to);
      return isMove ? [{ key, from: film.file, to }] : [];
    });
    const spare = (key: string) => `.${shortDigest(key)}.${formats[args.format].extension}`;
    for (const { key, from, to } of inOrderOfMoves(moves, spare)) {
      const row = required(state.rows.get(key), 'a row');
      await films.move(from, to);
      state.rows.set(key, { ...row, film: row.film && { ...row.film, file: to } });
      await films.save();
    }
  };

  const remove = async (key: string): Promise<void> => {
    const row = required(state.rows.get(key), 'a row');
    const stays = args.removed === 'keep';
    if (stays) state.rows.set(key, { ...row, state: 'removed' });
    else state.rows.delete(key);
    if (!stays && row.film !== null) await films.discard(row.film.file);
    onEvent({ event: 'removed', key, file: row.film?.file ?? null, stays });
  };

  /** Makes a film, unless it was made since its job was planned. Returns whether the film exists now. */
  const makeMissing = async (job: Job, isWaiting: () => boolean): Promise<boolean> => {
    const { key, index, file, filmKey } = job;
    const row = state.rows.get(key);
    const film = row?.film ?? null;
    if (film?.file === file && !needsFilm(filmKey, film, await films.stampOf(file))) {
      state.rows.set(key, { ...required(row, 'a row'), state: 'current', error: null });
      await films.save();
      onEvent({ event: 'row', index: index + 1, key, state: 'current', file, error: null });
      return true;
    }
    running.set(key, job);
    try {
      return await makeFilm(job, isWaiting);
    } finally {
      running.delete(key);
    }
  };

  const makeFilm = async (job: Job, isWaiting: () => boolean): Promise<boolean> => {
    const { key, index, prepared, file, filmKey } = job;
    const event = { event: 'row', index: index + 1, key } as const;
    signal.throwIfAborted();
    onEvent({ ...event, state: 'rendering', file, error: null });
    const output = join(films.path, ...file.split('/'));
    const values = prepared.valuesOf(required(prepared.cells[index], 'a film')).all;
    const { problems } = prepared.checkAt(index);
    const placeOf = (variable: string) => prepared.placeOf(index, variable);
    const result = await renderRow(problems, { template: args.template, values, output, placeOf }, dependencies);
    signal.throwIfAborted();
    const row = state.rows.get(key);
    if (result.state !== 'succeeded') {
      const error = result.error ?? '';
      if (row !== undefined) state.rows.set(key, { ...row, state: 'failed', error });
      await films.save();
      onEvent({ ...event, state: 'failed', file: null, error });
      return false;
    }
    if (row === undefined) {
      // The row was removed while its film was made.
      await rm(output, { force: true });
      return true;
    }
    const recorded = await films.record(filmKey, file, signal);
    const present = isWaiting() ? 'waiting' : 'current';
    state.rows.set(key, { ...row, film: recorded, error: null, state: row.state === 'removed' ? 'removed' : present });
    await films.save();
    const old = row.film?.file ?? file;
    const isUsed = [...state.rows.values()].some((other) => other.film?.file === old);
    if (!isUsed && args.removed === 'trash') await films.discard(old);
    onEvent({ ...event, state: 'current', file, error: null });
    return true;
  };

  return {
    apply,
    pause: (text) => void pause('unreadable', text),
    idle: pool.idle,
    failed: pool.failed,
    usesAsset: (key) => assets?.has(key) ?? true,
    finished: pool.finished,
    failure: () => {
      const failed = uniqueRows().filter((row) => row.state === 'failed');
      const count = failed.length + last.faults;
      if (count === 0) return null;
      // The events have already reported the rows without a unique key.
      const log = failed.map(({ key, error }) => `${key}: ${error ?? ''}`);
      return { code: 'command/rows-failed', message: `${count} of ${last.rows} rows failed.`, log };
    },
  };
}

function jobOf({ row, filmKey }: ReadRow, names: ReadonlyMap<string, AllocatedName>, prepared: PreparedFilms): Job {
  const { key, index, changedIn, state } = row;
  return { key, index, changedIn, hasFailed: state === 'failed', filmKey, prepared, file: names.get(key)?.file ?? '' };
}

/** Returns the row of a reading with its existing film and name. */
function rowAfter(
  { key, index, digest }: IdentifiedRow,
  before: WatchedRow | undefined,
  found: {
    readonly film: WatchedRow['film'];
    readonly isCurrent: boolean;
    readonly changedIn: number | null;
    readonly prepared: PreparedFilms;
  },
): WatchedRow {
  const { film, isCurrent, changedIn, prepared } = found;
  const isFailed = before?.state === 'failed' && changedIn === null;
  const usualName = film && { name: prepared.requested[index] ?? '', file: film.file };
  return {
    ...{ key, line: prepared.lines[index] ?? index + 1, index, digest, film, name: before?.name ?? usualName },
    changedIn: changedIn ?? before?.changedIn ?? 1,
    state: isCurrent ? 'current' : isFailed ? 'failed' : 'waiting',
    error: isFailed && !isCurrent ? before.error : null,
  };
}

interface ReadRow {
  readonly row: WatchedRow;
  /** The key of the film for the row's values. */
  readonly filmKey: string;
  readonly isCurrent: boolean;
}

function shortDigest(text: string): string {
  return digestOf(text).slice(0, 32);
}

/** Returns the message for a guard. */
function guardText(guard: Guard): string {
  if (guard.kind === 'columns') return inEnglish(message('live/no-columns', { columns: guard.columns }));
  const { count, of } = guard;
  return inEnglish(message('live/rows', { change: guard.kind, count, of }));
}
