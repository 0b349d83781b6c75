import type { Message } from '../messages/message.ts';

/** A cell of a sheet. `shown` is the text that a spreadsheet displays. */
export type Cell =
  | { readonly kind: 'empty' }
  | { readonly kind: 'text'; readonly shown: string }
  /** `value` is the shortest decimal, such as `1234.5`. */
  | { readonly kind: 'number'; readonly value: string; readonly shown: string }
  /** `value` is a date, a time, or both in ISO 8601: `2026-02-03`, `13:05:00`, or `2026-02-03T13:05:00`. */
  | { readonly kind: 'date'; readonly value: string; readonly shown: string }
  | { readonly kind: 'boolean'; readonly value: 'true' | 'false'; readonly shown: string }
  /** `shown` is the displayed error, such as `#DIV/0!`. */
  | { readonly kind: 'error'; readonly shown: string };

export const EMPTY_CELL: Cell = { kind: 'empty' };

export interface SheetRow {
  /** The row number in the file, from 1. */
  readonly line: number;
  readonly hidden: boolean;
  /** The cells from column A on. Cells after the end are empty. */
  readonly cells: readonly Cell[];
}

/** A rectangle of cells. Rows and columns count from 1; both ends are inclusive. */
export interface CellRange {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

export interface Sheet {
  readonly name: string;
  readonly rows: readonly SheetRow[];
  readonly merged: readonly CellRange[];
  readonly notes: readonly Message[];
}

export interface SheetName {
  readonly name: string;
  readonly hidden: boolean;
}

/** A named range: a table (`#Table:People`) or a defined name (`#Name:rows`). */
export interface NamedRange {
  readonly kind: 'table' | 'name';
  readonly name: string;
  readonly sheet: string;
  readonly range: CellRange;
}

/** A sheet, table, or defined name from which rows can be read. */
export interface SheetChoice {
  /** The id for choosing it: the name of the sheet, `#Table:People`, or `#Name:rows`. */
  readonly id: string;
  readonly kind: 'sheet' | 'table' | 'name';
  /** Whether the sheet is hidden. Hidden sheets are not offered to users, but can contain the items of a list. */
  readonly hidden: boolean;
}

/** An open workbook. Sheets are read on demand. */
export interface Workbook {
  readonly sheets: readonly SheetName[];
  readonly ranges: readonly NamedRange[];
  /** Reads a sheet. Throws {@link TableError}. */
  readonly readSheet: (name: string) => Promise<Sheet>;
}

/** The files of a workbook, by lowercase name. */
export interface WorkbookParts {
  readonly has: (name: string) => boolean;
  /** Yields the text of a file. Throws {@link TableError}. */
  readonly read: (name: string) => AsyncIterable<string>;
}

/** The error codes of tables that cannot be read. The HTTP interface uses the same codes. */
export type TableErrorCode =
  | 'table/unreadable'
  | 'table/kind'
  | 'table/too-large'
  | 'table/too-slow'
  | 'table/protected'
  | 'table/no-sheet'
  | 'table/empty';

/** The error for a table that cannot be read. */
export class TableError extends Error {
  override readonly name = 'TableError';
  readonly code: TableErrorCode;
  readonly says: Message;

  constructor(code: TableErrorCode, says: Message, options: { readonly cause?: unknown } = {}) {
    super(code, options);
    this.code = code;
    this.says = says;
  }
}

export const workbookLimits = {
  /** The maximum number of entries of the ZIP file, and the maximum length of their names. */
  entries: 2_000,
  nameCharacters: 512,
  /** The maximum uncompressed size of one entry, and of all entries that are read. */
  entryBytes: 256 * 2 ** 20,
  allBytes: 512 * 2 ** 20,
  /** The maximum compression ratio of an entry after its first mebibyte. */
  ratio: 200,
  /** The maximum number of rows of a list sheet. `tableLimits` limits the rows of the main sheet. */
  listRows: 100_000,
  /** The maximum number of columns of a table, and of a row before unused columns are removed (the limit of Excel). */
  columns: 1_000,
  sheetColumns: 16_384,
  sheetRows: 1_048_576,
  /** The maximum number of cells with content in all sheets that are read. */
  cells: 2_000_000,
  /** The maximum length of a cell's text in spreadsheet programs. */
  cellCharacters: 32_767,
  sharedCharacters: 64 * 2 ** 20,
  /** The maximum number of cell formats. Excel allows 65,490. */
  cellFormats: 65_490,
  depth: 64,
  attributes: 64,
  seconds: 20,
  threadMebibytes: 512,
} as const;

/** Returns the letters of a column number, such as `AA` for 27. */
export function columnLetters(column: number): string {
  let letters = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}

/**
 * Returns the name of a cell as spreadsheets write it, such as `Sheet1!C7` or `'My sheet'!C7`. Without a sheet, returns
 * a name such as `C7`.
 */
export function cellName(sheet: string | null, line: number, column: number): string {
  const cell = `${columnLetters(column)}${line}`;
  if (sheet === null) return cell;
  const isPlain = /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(sheet) && parseReference(sheet) === null;
  return `${isPlain ? sheet : `'${sheet.replaceAll("'", "''")}'`}!${cell}`;
}

/** The places of a table's cells in a spreadsheet. */
export interface TablePlaces {
  /** The sheet; null for a text table and for a workbook with a single sheet. */
  readonly sheet: string | null;
  /** The number of each column of the table, from 1. */
  readonly columns: readonly number[];
  /** The number of each row of the table, from 1. */
  readonly rows: readonly number[];
}

/** Returns the name of a cell of a table, such as `Sheet1!C7`; null if it has no place in the spreadsheet. */
export function nameOfCell(places: TablePlaces | null | undefined, row: number, column: number): string | null {
  const [line, number] = [places?.rows[row], places?.columns[column]];
  return places == null || line === undefined || number === undefined ? null : cellName(places.sheet, line, number);
}

/** Parses a reference such as C7, with or without dollar signs. Returns null for any other text. */
export function parseReference(text: string): { readonly line: number; readonly column: number } | null {
  let column = 0;
  let at = text.charCodeAt(0) === 0x24 ? 1 : 0;
  for (; at < text.length; at += 1) {
    const letter = text.charCodeAt(at) & 0xdf;
    if (letter < 0x41 || letter > 0x5a) break;
    column = column * 26 + letter - 64;
    if (column > workbookLimits.sheetColumns) return null;
  }
  if (text.charCodeAt(at) === 0x24) at += 1;
  if (column === 0 || at >= text.length) return null;
  let line = 0;
  for (; at < text.length; at += 1) {
    const digit = text.charCodeAt(at) - 0x30;
    if (digit < 0 || digit > 9) return null;
    line = line * 10 + digit;
    if (line > workbookLimits.sheetRows) return null;
  }
  return line === 0 ? null : { line, column };
}

/** Parses a range such as `A1:C7`, or a single cell. Returns null for any other text. */
export function parseRange(text: string): CellRange | null {
  const [first = '', last = first] = text.split(':');
  const [from, to] = [parseReference(first), parseReference(last)];
  if (from === null || to === null) return null;
  return {
    top: Math.min(from.line, to.line),
    left: Math.min(from.column, to.column),
    bottom: Math.max(from.line, to.line),
    right: Math.max(from.column, to.column),
  };
}
