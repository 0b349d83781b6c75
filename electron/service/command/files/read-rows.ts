import { readFile, stat } from 'node:fs/promises';
import type { OtherKind } from '#shared/batch/decode-table.ts';
import { noWishes, type ReadTable, readTable, type TableFault } from '#shared/batch/read-table.ts';
import { type TableExcess, tableLimits } from '#shared/batch/table.ts';
import { assertNever } from '#shared/lib/assert.ts';
import { encodingOfMark } from '#shared/lib/decode-text.ts';
import { CommandError } from '../shown/report.ts';
import { fileFailure } from './file-failure.ts';

/**
 * Reads the rows of a batch: CSV with names in its first line, divided by commas, semicolons, tabs or bars, or JSON (a
 * list of objects). The text is UTF-8, or UTF-16 with a byte order mark. `name` is how the person named the file. Throws
 * {@link CommandError} for a file that is no table.
 */
export async function readRows(file: string, name: string): Promise<ReadTable> {
  const bytes = await readBytes(file).catch((error: unknown) => {
    throw new CommandError('command/rows-unreadable', fileFailure(name, error), { cause: error });
  });
  if (bytes === null) throw unreadable(name, { kind: 'too-much', what: 'bytes' });
  // A script gets no guesses: without a mark the text is UTF-8.
  const wishes = { ...noWishes, encoding: encodingOfMark(bytes) ?? ('utf-8' as const), header: true };
  const read = readTable(bytes, wishes, { variables: [], columnName: (number) => `column ${number}` });
  if (!read.ok) throw unreadable(name, read.error);
  const [line] = read.value.ragged;
  if (line === undefined) return read.value;
  throw new CommandError(
    'command/rows-unreadable',
    `${name}:${line.line}: has ${line.cells === 1 ? '1 cell' : `${line.cells} cells`}, but the table has ${line.expected} columns.`,
  );
}

/** Null for a file that is larger than a table may be. */
async function readBytes(file: string): Promise<Uint8Array | null> {
  const { size } = await stat(file);
  return size > tableLimits.bytes ? null : await readFile(file);
}

function unreadable(name: string, fault: TableFault): CommandError {
  return new CommandError('command/rows-unreadable', `${name}${complaint(fault)}`);
}

/** Continues the sentence that the name of the file begins. */
function complaint(fault: TableFault): string {
  switch (fault.kind) {
    case 'other-file':
      return ` is ${KINDS[fault.is]}, not a table of text. ${cure(fault.is)}`;
    case 'encoding':
      return fault.bad === null
        ? ' has a UTF-16 byte order mark but isn’t UTF-16. Save it as UTF-8.'
        : `:${fault.bad.line}: the byte ${fault.bad.byte} isn’t UTF-8. Save the file as UTF-8.`;
    case 'too-much':
      return ` has ${excess(fault)}. Split the file.`;
    case 'open-quote':
      return `:${fault.line}: the quote of a cell isn’t closed.`;
    case 'after-quote':
      return `:${fault.line}: text follows the closing quote of a cell. Write "" for a quote inside of a cell.`;
    case 'empty':
      return ' has no rows.';
    case 'syntax':
      return ` isn’t JSON: ${fault.message}`;
    case 'no-list':
      return ' must contain a list of rows, such as [{"title": "Spring"}].';
    case 'no-row':
      return `: row ${fault.row} isn’t an object of names and values.`;
    case 'nested':
      return `: row ${fault.row}: the value of "${fault.column}" must be text, a number, true, or false.`;
    default:
      return assertNever(fault);
  }
}

const KINDS: Readonly<Record<OtherKind, string>> = {
  excel: 'an Excel workbook',
  'old-excel': 'an Excel workbook or another Office file',
  'open-document': 'an OpenDocument spreadsheet',
  numbers: 'a Numbers spreadsheet',
  zip: 'a ZIP file',
  pdf: 'a PDF file',
  'web-page': 'an HTML or XML page',
  binary: 'a binary file',
};

function cure(kind: OtherKind): string {
  return kind === 'zip' ? 'Choose a CSV or JSON file.' : 'Save it as CSV (UTF-8) in the program that made it.';
}

function excess({ what }: TableExcess): string {
  const most = tableLimits[what].toLocaleString('en-US');
  return what === 'bytes' ? `more than ${most} bytes` : `more than ${most} ${what}, the limit for a batch`;
}
