import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { OtherKind } from '#shared/batch/decode-table.ts';
import { joinLists } from '#shared/batch/joined-lists.ts';
import { noTableChoices, type ReadTable, readTable, type TableFault } from '#shared/batch/read-table.ts';
import { type Table, type TableExcess, tableLimits } from '#shared/batch/table.ts';
import { assertNever } from '#shared/lib/assert.ts';
import { encodingOfMark } from '#shared/lib/decode-text.ts';
import { inEnglish } from '#shared/messages/english.ts';
import { type Message, message } from '#shared/messages/message.ts';
import { jsonFaultWords } from '#shared/messages/requests.en.ts';
import type { BatchInvocation } from './arguments.ts';
import { fileFailure } from './files/file-failure.ts';
import { CommandError } from './shown/report.ts';

/** The table of a batch, with a column for each list that a second table fills. */
export interface BatchTables extends ReadTable {
  /** The columns that are keys of second tables. */
  readonly keys: ReadonlySet<string>;
  /** A message for each second table that has rows without a partner. */
  readonly unmatched: readonly { readonly file: string; readonly says: Message }[];
}

/** The maximum number of listed rows without a partner. */
const MAX_UNMATCHED = 20;

/** Reads the table of a batch and the tables of its lists. Throws {@link CommandError} for an unreadable file. */
export async function readTables(args: Pick<BatchInvocation, 'rows' | 'lists'>, folder: string): Promise<BatchTables> {
  const rows = await readRows(resolve(folder, args.rows), args.rows);
  let { table } = rows;
  const unmatched: { readonly file: string; readonly says: Message }[] = [];
  for (const { name, file, key, of } of args.lists) {
    const second = (await readRows(resolve(folder, file), file)).table;
    const keyAt = columnOf(rows.table, of, { list: name, file: args.rows });
    columnOf(second, key, { list: name, file });
    const items = second.rows.map((row) =>
      Object.fromEntries(second.columns.map((column, at) => [column, row[at] ?? ''])),
    );
    const joined = joinLists(
      table.rows.map((row) => row[keyAt]),
      items,
      key,
    );
    table = withColumn(table, name, joined.texts);
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

/** Returns a table with a column of these texts, in place of a column with the same name. */
function withColumn({ columns, rows }: Table, name: string, texts: readonly string[]): Table {
  const known = columns.indexOf(name);
  const at = known < 0 ? columns.length : known;
  return {
    columns: columns.toSpliced(at, 1, name),
    rows: rows.map((row, index) => row.toSpliced(at, 1, texts[index] ?? '[]')),
  };
}

/**
 * Reads the table of a batch: CSV with names in the first line, separated by commas, semicolons, tabs, or bars, or a
 * JSON list of objects. The text is UTF-8, or UTF-16 with a byte order mark. `name` is the file name as the user typed
 * it. Throws {@link CommandError} for any other file.
 */
async function readRows(file: string, name: string): Promise<ReadTable> {
  const bytes = await readBytes(file).catch((error: unknown) => {
    throw new CommandError('command/rows-unreadable', fileFailure(name, error), { cause: error });
  });
  if (bytes === null) throw unreadable(name, { kind: 'too-much', what: 'bytes' });
  // Read text without a byte order mark as UTF-8, because scripts need predictable results.
  const requests = { ...noTableChoices, encoding: encodingOfMark(bytes) ?? ('utf-8' as const), header: true };
  const read = readTable(bytes, requests, { variables: [], columnName: (number) => `column ${number}` });
  if (!read.ok) throw unreadable(name, read.error);
  const [line] = read.value.ragged;
  if (line === undefined) return read.value;
  // The first list of JSON is the header.
  const place = read.value.form.delimiter === null ? `: row ${line.line - 1}` : `:${line.line}:`;
  throw new CommandError(
    'command/rows-unreadable',
    `${name}${place} has ${line.cells === 1 ? '1 cell' : `${line.cells} cells`}, but the table has ${line.expected === 1 ? '1 column' : `${line.expected} columns`}.`,
  );
}

/** Reads a file. Returns null if the file exceeds the size limit of tables. */
async function readBytes(file: string): Promise<Uint8Array | null> {
  const { size } = await stat(file);
  return size > tableLimits.bytes ? null : await readFile(file);
}

function unreadable(name: string, fault: TableFault): CommandError {
  return new CommandError('command/rows-unreadable', `${name}${faultText(fault)}`);
}

/** Returns the rest of a sentence that starts with the file name. */
function faultText(fault: TableFault): string {
  switch (fault.kind) {
    case 'other-file':
      return ` is ${FILE_KIND_NAMES[fault.is]}, not a table of text. ${adviceFor(fault.is)}`;
    case 'encoding':
      return fault.bad === null
        ? ' has a UTF-16 byte order mark but isn’t UTF-16. Save it as UTF-8.'
        : `:${fault.bad.line}: the byte ${fault.bad.byte} isn’t UTF-8. Save the file as UTF-8.`;
    case 'too-much':
      return ` has ${excess(fault)}. Split the file.`;
    case 'nul':
      return `:${fault.line}: contains the character NUL. Remove it, or save the file as UTF-8.`;
    case 'open-quote':
      return `:${fault.line}: the quote of a cell isn’t closed.`;
    case 'after-quote':
      return `:${fault.line}: text follows the closing quote of a cell. Write "" for a quote inside of a cell.`;
    case 'empty':
      return ' has no rows.';
    case 'syntax':
      return `:${fault.line}:${fault.column}: isn’t JSON: ${jsonFaultWords[fault.fault]}.`;
    case 'too-deep':
      return `:${fault.line}: nests more than ${fault.most} lists and objects. Write each row as an object of single values.`;
    case 'no-list':
      return ' must contain a list of rows, such as [{"title": "Spring"}].';
    case 'no-row':
      return `: row ${fault.row} isn’t an object of names and values.`;
    case 'nested':
      return `: row ${fault.row}: the object in "${fault.column}" is nested too deeply or is part of a list. Use a single value.`;
    default:
      return assertNever(fault);
  }
}

const FILE_KIND_NAMES: Readonly<Record<OtherKind, string>> = {
  excel: 'an Excel workbook',
  'old-excel': 'an Excel workbook or another Office file',
  'open-document': 'an OpenDocument spreadsheet',
  numbers: 'a Numbers spreadsheet',
  zip: 'a ZIP file',
  pdf: 'a PDF file',
  'web-page': 'an HTML or XML page',
  binary: 'a binary file',
};

function adviceFor(kind: OtherKind): string {
  return kind === 'zip' ? 'Choose a CSV or JSON file.' : 'Save it as CSV (UTF-8) in the program that made it.';
}

function excess({ what }: TableExcess): string {
  const most = tableLimits[what].toLocaleString('en-US');
  return what === 'bytes' ? `more than ${most} bytes` : `more than ${most} ${what}, the limit for a batch`;
}
