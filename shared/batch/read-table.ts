import { err, ok, type Result } from '../lib/result.ts';
import type { Message } from '../messages/message.ts';
import { type SheetChoice, workbookLimits } from '../tables/workbook.ts';
import { decodeTable, type Encoding, type EncodingFault } from './decode-table.ts';
import { type Delimiter, delimiters, guessDelimiter, guessHeader } from './guess-form.ts';
import { type CsvFault, readCsv } from './read-csv.ts';
import {
  type JsonTableFault,
  looksLikeJson,
  looksLikeJsonLines,
  type RepeatedKey,
  readJsonLines,
  readJsonTable,
} from './read-json-table.ts';
import {
  type LineRange,
  type RaggedLine,
  type RepeatedColumn,
  type Table,
  type TableExcess,
  type TableRecord,
  tableLimits,
  tableOfRecords,
} from './table.ts';

/** The format that the user chose for a file. Null fields are guessed. */
export interface TableChoices {
  readonly encoding: Encoding | null;
  readonly delimiter: Delimiter | null;
  readonly header: boolean | null;
  /** The sheet of a workbook: `#Table:People`, or `#Name:rows`. Null for the first visible one. */
  readonly sheet?: string | null;
  /** The number of the header's row, from 1. Rows above it are left out. */
  readonly headerRow?: number | null;
  /** Whether hidden rows of a sheet are read. */
  readonly hidden?: boolean;
  /** Whether all cells of merged cells get the value of the first one. */
  readonly merged?: boolean;
  /** The language of numbers and dates of a workbook; null for the default language of the reader. */
  readonly language?: string | null;
}

export const noTableChoices: TableChoices = { encoding: null, delimiter: null, header: null };

/** The format in which a file was read. */
export interface TableForm {
  /** The encoding; null for pasted text. */
  readonly encoding: Encoding | null;
  /** The delimiter; null for JSON. */
  readonly delimiter: Delimiter | null;
  readonly header: boolean;
  /** The sheet, table, or name that was read; absent for a table of text. */
  readonly sheet?: string;
}

export interface ReadTable {
  readonly table: Table;
  readonly ragged: readonly RaggedLine[];
  /** Lines without a value, which are skipped. */
  readonly blankLines: readonly LineRange[];
  /** The line number of the header; null if there is none. */
  readonly headerLine: number | null;
  readonly form: TableForm;
  /** Keys that a row of JSON contains more than once; the last value is used. */
  readonly repeated: readonly RepeatedKey[];
  /** Columns with the same name as an earlier column. */
  readonly repeatedColumns: readonly RepeatedColumn[];
  /** The names of JSON members other than the list of rows. They are ignored. */
  readonly otherMembers: readonly string[];
  /** Notes about a sheet, such as the number of hidden rows; absent for a table of text. */
  readonly notes?: readonly Message[];
  /** The sheets, tables, and names of the workbook; absent for a table of text. */
  readonly sheets?: readonly SheetChoice[];
  /** The line of each row in the sheet, from 1; absent for a table of text. */
  readonly lines?: readonly number[];
}

export interface ReadTableOptions {
  readonly variables: readonly string[];
  readonly columnName: (number: number) => string;
  /** Whether the rows are items of lists, of which there can be more. */
  readonly isList?: boolean;
}

export type TableFault = EncodingFault | CsvFault | JsonTableFault | TableExcess | { readonly kind: 'empty' };

/**
 * Reads a table from the bytes of a file or from pasted text. Refuses a table beyond {@link tableLimits} before it is
 * built.
 */
export function readTable(
  content: Uint8Array | string,
  requests: TableChoices,
  { variables, columnName, isList = false }: ReadTableOptions,
): Result<ReadTable, TableFault> {
  if (content.length > tableLimits.bytes) return err({ kind: 'too-much', what: 'bytes' });
  const decoded = decode(content, requests.encoding);
  if (!decoded.ok) return decoded;
  const { text, encoding } = decoded.value;
  const maxRows = isList ? workbookLimits.listRows : tableLimits.rows;
  const split = splitTable(text, requests, maxRows);
  if (!split.ok) return split;
  const { records, blankLines, delimiter, named, repeated = [], otherMembers = [] } = split.value;
  const header = named || (requests.header ?? guessHeader(records, variables));
  const [{ cells, line } = { cells: [], line: 0 }] = records;
  const rows = records.length - (header ? 1 : 0);
  if (rows > maxRows) return err({ kind: 'too-much', what: 'rows' });
  // Missing cells count, because short rows are filled with empty cells.
  if (rows * cells.length > tableLimits.cells) return err({ kind: 'too-much', what: 'cells' });
  const { table, ragged, repeatedColumns } = tableOfRecords(records, header, columnName);
  if (table.rows.length === 0) return err({ kind: 'empty' });
  const headerLine = header && delimiter !== null ? line : null;
  return ok({
    table,
    ragged,
    blankLines,
    headerLine,
    form: { encoding, delimiter, header },
    repeated,
    repeatedColumns,
    otherMembers,
  });
}

function decode(content: Uint8Array | string, requested: Encoding | null) {
  if (typeof content === 'string') return ok({ text: content.replace(/^\uFEFF/, ''), encoding: null });
  return decodeTable(content, requested);
}

interface SplitTable {
  readonly records: readonly TableRecord[];
  readonly blankLines: readonly LineRange[];
  readonly delimiter: Delimiter | null;
  /** Whether the first record is certainly the header. */
  readonly named: boolean;
  readonly repeated?: readonly RepeatedKey[];
  readonly otherMembers?: readonly string[];
}

/** Matches a first line such as `sep=;`, which names the delimiter for Excel. Some programs leave out the delimiter. */
const SEPARATOR_LINE = /^sep=([^\r\n]?)[ \t;,|]*(?:\r\n|\r|\n|$)/i;

/** The end mark of files of CP/M and DOS, which some exports still write. It would become a row. */
const END_MARK = '\u001A';

function splitTable(content: string, requests: TableChoices, maxRows: number): Result<SplitTable, TableFault> {
  const end = content.trimEnd().length;
  const fullText = content[end - 1] === END_MARK ? content.slice(0, end - 1) : content;
  if (requests.delimiter === null && looksLikeJson(fullText)) {
    const read = looksLikeJsonLines(fullText) ? readJsonLines(fullText, maxRows) : readJsonTable(fullText, maxRows);
    if (!read.ok) return read;
    const { records, hasHeader, repeated, otherMembers } = read.value;
    return ok({ records, blankLines: [], delimiter: null, named: hasHeader, repeated, otherMembers });
  }
  const [line = '', separator] = SEPARATOR_LINE.exec(fullText) ?? [];
  const text = fullText.slice(line.length);
  const declared = delimiters.find((candidate) => candidate === separator);
  const delimiter = requests.delimiter ?? declared ?? guessDelimiter(text);
  const read = readCsv(text, delimiter, line === '' ? 1 : 2, maxRows);
  if (!read.ok) return read;
  return ok({ ...read.value, delimiter, named: false });
}
