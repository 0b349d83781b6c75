import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { mayBeWorkbook } from '#shared/batch/decode-table.ts';
import {
  fillNamedLists,
  itemsOf,
  joinLists,
  type ListVariable,
  MAX_UNMATCHED,
  sheetOfList,
  withListColumn,
} from '#shared/batch/joined-lists.ts';
import {
  noTableChoices,
  type ReadTable,
  readTable,
  type TableChoices,
  type TableFault,
} from '#shared/batch/read-table.ts';
import { type Table, tableLimits } from '#shared/batch/table.ts';
import { errorCodes } from '#shared/contract/shapes/error-codes.ts';
import { err, type Result } from '#shared/lib/result.ts';
import { inEnglish } from '#shared/messages/english.ts';
import { type Message, message } from '#shared/messages/message.ts';
import { shortened } from '#shared/messages/quoting.ts';
import { columnLetters } from '#shared/tables/workbook.ts';
import { readFileWithin } from '../files/read-at.ts';
import { readAnyTable } from '../tables/read-any-table.ts';
import { faultText } from '../tables/table-fault.ts';
import { fileOfList } from '../tables/table-source.ts';
import type { TaskFault } from '../tables/table-task.ts';
import type { BatchInvocation } from './arguments.ts';
import type { RowsOptions, TableInvocation } from './batch-arguments.ts';
import { fileFailure } from './files/file-failure.ts';
import { CommandError, type Report } from './shown/report.ts';

/** The table of a batch, with a column for each list that a second table fills. */
export interface BatchTables extends ReadTable {
  /** The columns that are keys of second tables. */
  readonly keys: ReadonlySet<string>;
  /** A message for each second table with rows that match no row of the batch. */
  readonly unmatched: readonly { readonly file: string; readonly says: Message }[];
}

/**
 * Reads the table of a batch and the tables of its lists. `bytes` is the content of the table if it was already read.
 * Throws {@link CommandError} for an unreadable file.
 */
export async function readTables(
  args: Pick<BatchInvocation, 'rows' | 'lists' | 'table' | 'language'>,
  folder: string,
  signal: AbortSignal,
  bytes: Uint8Array | null = null,
): Promise<BatchTables> {
  const options = { ...args.table, language: args.language, signal };
  const rows = await readRows(args.rows, folder, { ...options, bytes });
  let { table } = rows;
  const unmatched: { readonly file: string; readonly says: Message }[] = [];
  for (const { name, file, key, of } of args.lists) {
    const second = (await readRows(file, folder, { ...options, sheet: null, header: null, isList: true })).table;
    const keyAt = columnOf(rows.table, of, { list: name, file: args.rows });
    columnOf(second, key, { list: name, file });
    const joined = joinLists(
      table.rows.map((row) => row[keyAt]),
      itemsOf(second),
      key,
    );
    table = withListColumn(table, name, joined.texts);
    const numbers = joined.unmatched;
    if (numbers.length > 0) {
      const values = { list: name, rows: numbers.slice(0, MAX_UNMATCHED), count: numbers.length };
      unmatched.push({ file, says: message('batch/unmatched-rows', values) });
    }
  }
  return { ...rows, table, keys: new Set(args.lists.map(({ of }) => of)), unmatched };
}

function columnOf({ columns }: Table, column: string, place: { readonly list: string; readonly file: string }): number {
  const at = columns.indexOf(column);
  if (at >= 0) return at;
  const says = message('batch/no-key-column', { list: place.list, column, columns: columns.slice(0, MAX_UNMATCHED) });
  throw new CommandError('command/rows-refused', `${place.file}: ${inEnglish(says)}`);
}

/**
 * Fills each list from the sheet of the workbook with its name, or from a file such as `people.items.csv` beside
 * `people.csv`. Skips lists that already have a column or a table. `key` is the column that identifies the rows.
 */
export async function withNamedLists(
  tables: BatchTables,
  lists: readonly ListVariable[],
  args: Pick<BatchInvocation, 'rows' | 'table' | 'language'>,
  {
    folder,
    signal,
    bytes = null,
    key = null,
  }: {
    readonly folder: string;
    readonly signal: AbortSignal;
    readonly bytes?: Uint8Array | null;
    readonly key?: string | null;
  },
): Promise<BatchTables> {
  const tableOf = async (list: string) => {
    const place = await namedList(tables, list, args.rows, folder);
    if (place === null) return null;
    const options = { ...args.table, header: null, language: args.language, signal, isList: true };
    // Reuse the bytes only for a list in the same workbook.
    const own = { sheet: place.sheet, bytes: place.sheet === null ? null : bytes };
    const name = place.sheet === null ? place.file : `${place.file}#${place.sheet}`;
    try {
      return { place: name, table: (await readRows(place.file, folder, { ...options, ...own })).table };
    } catch (error) {
      if (!(error instanceof EmptyTableError)) throw error;
      // A table with only a header is an empty list, but a file without bytes can be incomplete.
      if (error.bytes > 0) return { place: name, table: { columns: [], rows: [] } };
      // biome-ignore lint/style/useErrorCause: the cause is passed as the third argument of CommandError
      throw new CommandError('command/rows-unreadable', error.message, { cause: error });
    }
  };
  const chosen = key === null ? -1 : tables.table.columns.indexOf(key);
  const filled = await fillNamedLists(tables.table, lists, tableOf, chosen < 0 ? undefined : chosen);
  return {
    ...{ ...tables, table: filled.table, keys: new Set([...tables.keys, ...filled.keys]) },
    unmatched: [...tables.unmatched, ...filled.unmatched.map(({ place, says }) => ({ file: place, says }))],
  };
}

async function namedList(
  { sheets = [], form }: BatchTables,
  list: string,
  rows: string,
  folder: string,
): Promise<{ readonly file: string; readonly sheet: string | null } | null> {
  const { file } = await fileAndSheet(rows, folder);
  const sheet = sheetOfList(list, sheets, form.sheet);
  if (sheet !== null) return { file, sheet: sheet.id };
  if (form.sheet !== undefined || /^https?:\/\//i.test(file)) return null;
  const beside = fileOfList(file, list);
  return (await isFile(resolve(folder, beside))) ? { file: beside, sheet: null } : null;
}

/**
 * Reads the table of a batch: a sheet of a workbook, CSV with names in the first line, JSON, or NDJSON. `name` is the
 * file name as the user typed it, optionally with a sheet after `#`. Throws {@link CommandError} for any other file.
 */
async function readRows(
  name: string,
  folder: string,
  {
    isList = false,
    signal,
    bytes: given = null,
    ...options
  }: RowsOptions & { readonly isList?: boolean; readonly signal: AbortSignal; readonly bytes?: Uint8Array | null },
): Promise<ReadTable> {
  const { file, sheet } = await fileAndSheet(name, folder);
  const read = () =>
    readFileWithin(resolve(folder, file), tableLimits.bytes).catch((error: unknown) => {
      throw new CommandError('command/rows-unreadable', fileFailure(file, error), { cause: error });
    });
  const bytes = given ?? (await read());
  if (bytes === null) throw unreadable(file, { kind: 'too-much', what: 'bytes' });
  const choices: TableChoices = {
    ...{ ...noTableChoices, sheet: sheet ?? options.sheet, hidden: options.hidden, merged: options.fillMerged },
    ...{ header: options.header !== 'none', headerRow: typeof options.header === 'number' ? options.header : null },
    language: options.language,
  };
  const columnPattern = 'column #';
  const columnName = (number: number) => columnPattern.replace('#', String(number));
  const task = { bytes, choices, variables: [], columnPattern, isList };
  // Read a small text here, because starting a thread would take longer.
  const result = mayBeWorkbook(bytes)
    ? await readAnyTable(task, signal)
    : textResult(readTable(bytes, choices, { variables: [], columnName, isList }));
  if (!result.ok) {
    if (result.error.kind === 'text') throw unreadable(file, result.error.fault, bytes.length);
    const { code, says } = result.error;
    const text = `${name}: ${errorCodes[code].message} ${inEnglish(says)}`;
    throw code === 'table/empty'
      ? new EmptyTableError(text, bytes.length)
      : new CommandError('command/rows-unreadable', text);
  }
  const [line] = result.value.ragged;
  if (line === undefined) return result.value;
  // In JSON, the first list is the header, so rows are counted without it.
  const place = result.value.form.delimiter === null ? `: row ${line.line - 1}` : `:${line.line}:`;
  throw new CommandError(
    'command/rows-unreadable',
    `${file}${place} has ${line.cells === 1 ? '1 cell' : `${line.cells} cells`}, but the table has ${line.expected === 1 ? '1 column' : `${line.expected} columns`}.`,
  );
}

function textResult(read: Result<ReadTable, TableFault>): Result<ReadTable, TaskFault> {
  return read.ok ? read : err({ kind: 'text', fault: read.error });
}

/** Splits `file.xlsx#Sheet1`. A file whose whole name contains `#` takes precedence. */
async function fileAndSheet(
  name: string,
  folder: string,
): Promise<{ readonly file: string; readonly sheet: string | null }> {
  const at = name.indexOf('#');
  if (at <= 0 || (await isFile(resolve(folder, name)))) return { file: name, sheet: null };
  return { file: name.slice(0, at), sheet: name.slice(at) };
}

async function isFile(path: string): Promise<boolean> {
  return await stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

function unreadable(name: string, fault: TableFault, bytes = 0): CommandError {
  const text = `${name}${faultText(fault)}`;
  return fault.kind === 'empty' ? new EmptyTableError(text, bytes) : new CommandError('command/rows-unreadable', text);
}

/** The error for a table without rows. */
export class EmptyTableError extends CommandError {
  /** The number of bytes of the file. */
  readonly bytes: number;

  constructor(text: string, bytes: number) {
    super('command/rows-unreadable', text);
    this.bytes = bytes;
  }
}

/** The maximum number of printed rows. The JSON contains all rows. */
const SHOWN_ROWS = 20;
const SHOWN_CHARACTERS = 40;

/** Shows how a table is read: its sheets, columns, and rows, with notes. */
export async function tableCommand(
  { file, options }: TableInvocation,
  { folder, signal }: { readonly folder: string; readonly signal: AbortSignal },
): Promise<Report> {
  const read = await readRows(file, folder, { ...options, signal });
  const { table, form, headerLine, sheets = [], lines = [], places = null, notes = [] } = read;
  return {
    failure: null,
    problems: [],
    source: null,
    result: {
      ...{ command: 'table', table: file, sheet: form.sheet ?? null, encoding: form.encoding, headerLine },
      ...{ sheets, columns: table.columns, rows: table.rows, typed: table.typed ?? [], lines, places },
      notes: notes.map(noteOf),
    },
    lines: [...sheetLines(read), ...rowLines(read), ...notes.map((says) => `note: ${inEnglish(says)}`)],
  };
}

function noteOf(says: Message) {
  return { code: 'table/note', message: inEnglish(says), reason: says.code, values: says.values };
}

function sheetLines({ form, sheets = [] }: ReadTable): readonly string[] {
  const others = sheets.filter(({ id, hidden }) => id !== form.sheet && !hidden).map(({ id }) => id);
  if (form.sheet === undefined) return [];
  return [`sheet: ${form.sheet}`, ...(others.length === 0 ? [] : [`other sheets: ${others.join(', ')}`])];
}

function rowLines({ table: { columns, rows }, places }: ReadTable): readonly string[] {
  const cut = (text: string) => shortened(text.replaceAll(/\s+/g, ' ')).slice(0, SHOWN_CHARACTERS);
  const left = rows.length - SHOWN_ROWS;
  const letters = (at: number) => (places === undefined ? '' : `${columnLetters(places.columns[at] ?? 0)} `);
  return [
    `columns: ${columns.map((column, at) => `${letters(at)}${cut(column)}`).join(' | ')}`,
    ...rows.slice(0, SHOWN_ROWS).map((cells, at) => `${places?.rows[at] ?? at + 1}: ${cells.map(cut).join(' | ')}`),
    ...(left > 0 ? [`… and ${left} more rows`] : []),
  ];
}
