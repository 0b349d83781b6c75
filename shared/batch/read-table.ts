import { err, ok, type Result } from '../lib/result.ts';
import { type Message, message } from '../messages/message.ts';
import {
  type Cell,
  type CellRange,
  cellName,
  EMPTY_CELL,
  type Sheet,
  type SheetChoice,
  type SheetRow,
  TableError,
  type TablePlaces,
  type Workbook,
  workbookLimits,
} from '../tables/workbook.ts';
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
  type TypedCells,
  tableLimits,
  tableOfRecords,
} from './table.ts';

/** The format that the user chose for a file. Null fields are guessed. */
export interface TableChoices {
  readonly encoding: Encoding | null;
  readonly delimiter: Delimiter | null;
  readonly header: boolean | null;
  /** The sheet of a workbook: `#Table:People`, or `#Name:rows`. Null for the first visible sheet. */
  readonly sheet?: string | null;
  /** The row number of the header, from 1. Rows above the header are ignored. */
  readonly headerRow?: number | null;
  /** Whether hidden rows of a sheet are read. */
  readonly hidden?: boolean;
  /** Whether all cells of a merged range get the value of its first cell. */
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
  /** The sheet, table, or defined name that was read; absent for a text table. */
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
  /** Notes about a sheet, such as the number of hidden rows, or about a guessed encoding; absent without any. */
  readonly notes?: readonly Message[];
  /** The sheets, tables, and defined names of the workbook; absent for a text table. */
  readonly sheets?: readonly SheetChoice[];
  /** The line of each row in the sheet, from 1; absent for a text table. */
  readonly lines?: readonly number[];
  /** The places of the cells in the spreadsheet; absent for JSON. */
  readonly places?: TablePlaces;
}

export interface ReadTableOptions {
  readonly variables: readonly string[];
  readonly columnName: (number: number) => string;
  /** Whether the rows are items of lists. A list table permits more rows. */
  readonly isList?: boolean;
}

export type TableFault = EncodingFault | CsvFault | JsonTableFault | TableExcess | { readonly kind: 'empty' };

/**
 * Reads a table from the bytes of a file or from pasted text. Returns an error for a table that exceeds {@link
 * tableLimits}, before building it.
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
  const { records, blankLines, delimiter, named, offset = 0, repeated = [], otherMembers = [] } = split.value;
  const header = named || (requests.header ?? guessHeader(records, variables));
  const [{ cells, line } = { cells: [], line: 0 }] = records;
  const rows = records.length - (header ? 1 : 0);
  if (rows > maxRows) return err({ kind: 'too-much', what: 'rows' });
  // Count missing cells, too, because short rows are filled with empty cells.
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
    ...(delimiter !== null && { places: placesOf(records, table.columns.length, { header, offset }) }),
    ...(encoding === GUESSED && requests.encoding === null ? { notes: [message('batch/guessed-encoding', {})] } : {}),
  });
}

/**
 * Returns the places that spreadsheets give to the cells of a text table. A cell with several lines is part of one row.
 */
function placesOf(
  records: readonly TableRecord[],
  columns: number,
  { header, offset }: { readonly header: boolean; readonly offset: number },
): TablePlaces {
  let breaks = offset;
  const rows = records.map(({ line, cells }) => {
    const row = line - breaks;
    for (const cell of cells) breaks += cell.match(/\r\n|\r|\n/g)?.length ?? 0;
    return row;
  });
  return {
    sheet: null,
    columns: Array.from({ length: columns }, (_, at) => at + 1),
    rows: header ? rows.slice(1) : rows,
  };
}

/**
 * The guessed encoding of a file that is neither UTF-8 nor has a byte order mark. The guess can be wrong, because every
 * byte is also a letter in other encodings.
 */
const GUESSED: Encoding = 'windows-1252';

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
  /** The number of lines before the first row of the spreadsheet. */
  readonly offset?: number;
  readonly repeated?: readonly RepeatedKey[];
  readonly otherMembers?: readonly string[];
}

/** Matches a first line such as `sep=;`, which names the delimiter for Excel. Some programs leave out the delimiter. */
const SEPARATOR_LINE = /^sep=([^\r\n]?)[ \t;,|]*(?:\r\n|\r|\n|$)/i;

/**
 * The end-of-file character of CP/M and DOS, which some programs still write. Unless removed, it would become a row.
 */
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
  return ok({ ...read.value, delimiter, named: false, offset: line === '' ? 0 : 1 });
}

/** Returns the sheets, tables, and defined names of a workbook. */
function sheetChoices({ sheets, ranges }: Workbook): readonly SheetChoice[] {
  const hidden = new Set(sheets.flatMap((sheet) => (sheet.hidden ? [sheet.name] : [])));
  return [
    ...sheets.map((sheet) => ({ id: sheet.name, kind: 'sheet' as const, hidden: sheet.hidden })),
    ...ranges.map(({ kind, name, sheet }) => ({
      id: `${kind === 'table' ? TABLE : NAME}${name}`,
      kind,
      hidden: hidden.has(sheet),
    })),
  ];
}

const TABLE = '#Table:';
const NAME = '#Name:';

/** Reads the chosen sheet of a workbook as a table. Throws {@link TableError}. */
export async function readSheetTable(
  workbook: Workbook,
  choices: TableChoices,
  options: Pick<ReadTableOptions, 'columnName' | 'isList'>,
): Promise<ReadTable> {
  const sheets = sheetChoices(workbook);
  const { sheet, range, id } = chosenSheet(workbook, sheets, choices.sheet ?? null);
  const label = workbook.sheets.length === 1 ? null : sheet;
  const { rows, notes } = usedRows(await workbook.readSheet(sheet), { range, label }, choices);
  const { records, columns: used, typed, headerLine } = recordsOf(rows, choices);
  const [, ...others] = records;
  const lines = headerLine === null ? records : others;
  const most = options.isList === true ? workbookLimits.listRows : tableLimits.rows;
  const columns = records[0]?.cells.length ?? 0;
  const refuse = (what: 'rows' | 'columns', limit: number): never => {
    throw new TableError('table/too-large', message('sheet/limit', { what, most: limit, place: id }));
  };
  if (lines.length > most) refuse('rows', most);
  if (columns > tableLimits.columns) refuse('columns', tableLimits.columns);
  if (lines.length === 0) throw new TableError('table/empty', message('sheet/no-rows', { sheet: id }));
  const { table, repeatedColumns } = tableOfRecords(records, headerLine !== null, options.columnName);
  const hasTyped = typed.some((cells) => cells !== null);
  return {
    table: hasTyped ? { ...table, typed: headerLine === null ? typed : typed.slice(1) } : table,
    ...{ ragged: [], blankLines: [], headerLine, repeated: [], repeatedColumns, otherMembers: [] },
    form: { encoding: null, delimiter: null, header: headerLine !== null, sheet: id },
    ...{ sheets, notes, lines: lines.map(({ line }) => line) },
    places: {
      sheet: label,
      columns: used.map((at) => at + (range?.left ?? 1)),
      rows: lines.map(({ line }) => line),
    },
  };
}

function chosenSheet(
  { sheets, ranges }: Workbook,
  choices: readonly SheetChoice[],
  requested: string | null,
): { readonly sheet: string; readonly range: CellRange | null; readonly id: string } {
  if (requested === null) {
    const first = sheets.find(({ hidden }) => !hidden) ?? sheets[0];
    if (first === undefined) throw new TableError('table/empty', message('sheet/no-sheets'));
    return { sheet: first.name, range: null, id: first.name };
  }
  const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
  const name =
    requested.startsWith('#') && !choices.some(({ id }) => id === requested) ? requested.slice(1) : requested;
  const sheet = sheets.find((each) => each.name === name) ?? sheets.find((each) => same(each.name, name));
  if (sheet !== undefined) return { sheet: sheet.name, range: null, id: sheet.name };
  const kind = requested.startsWith(TABLE) ? 'table' : 'name';
  const range = ranges.find(
    (each) => each.kind === kind && same(each.name, requested.slice(kind === 'table' ? TABLE.length : NAME.length)),
  );
  if (range === undefined || !requested.startsWith('#')) {
    const offered = choices.filter(({ hidden }) => !hidden).map(({ id }) => id);
    throw new TableError(
      'table/no-sheet',
      message('sheet/missing', { name: requested, sheets: offered.slice(0, MAX_OFFERED) }),
    );
  }
  return { sheet: range.sheet, range: range.range, id: `${kind === 'table' ? TABLE : NAME}${range.name}` };
}

/** The maximum number of names in a message. */
const MAX_OFFERED = 20;

/** Returns the rows of a range. Applies the choices for hidden rows and merged cells. */
function usedRows(
  sheet: Sheet,
  { range, label }: { readonly range: CellRange | null; readonly label: string | null },
  choices: TableChoices,
): { readonly rows: readonly SheetRow[]; readonly notes: readonly Message[] } {
  const within =
    range === null ? sheet.rows : sheet.rows.filter(({ line }) => line >= range.top && line <= range.bottom);
  const filled = choices.merged === true ? withMerged(within, sheet.merged) : within;
  const cut =
    range === null ? filled : filled.map((row) => ({ ...row, cells: row.cells.slice(range.left - 1, range.right) }));
  const content = cut.filter(({ cells }) => cells.some(({ kind }) => kind !== 'empty'));
  const rows = choices.hidden === true ? content : content.filter(({ hidden }) => !hidden);
  const hiddenCount = content.length - rows.length;
  const merged = choices.merged === true ? [] : usedMerges(sheet, rows);
  const [first] = merged;
  return {
    rows,
    notes: [
      ...sheet.notes,
      ...(hiddenCount > 0 ? [message('sheet/hidden-rows', { sheet: sheet.name, count: hiddenCount })] : []),
      ...(first === undefined
        ? []
        : [
            message('sheet/merged', {
              sheet: sheet.name,
              count: merged.length,
              first: cellName(label, first.top, first.left),
            }),
          ]),
    ],
  };
}

/** Returns the merged cells whose first cell has a value. */
function usedMerges({ merged }: Sheet, rows: readonly SheetRow[]): readonly CellRange[] {
  const byLine = new Map(rows.map((row) => [row.line, row.cells]));
  return merged.filter(({ top, left }) => (byLine.get(top)?.[left - 1] ?? EMPTY_CELL).kind !== 'empty');
}

function withMerged(rows: readonly SheetRow[], merged: readonly CellRange[]): readonly SheetRow[] {
  const cellsByLine = new Map(rows.map((row) => [row.line, [...row.cells]]));
  let filled = 0;
  for (const { top, left, bottom, right } of merged) {
    const value = cellsByLine.get(top)?.[left - 1] ?? EMPTY_CELL;
    if (value.kind === 'empty') continue;
    for (let line = top; line <= Math.min(bottom, workbookLimits.sheetRows); line += 1) {
      const cells = cellsByLine.get(line);
      // An empty row stays empty and makes no film.
      if (cells === undefined) continue;
      for (let column = left; column <= right; column += 1) {
        filled += 1;
        if (filled > workbookLimits.cells) return rows;
        while (cells.length < column) cells.push(EMPTY_CELL);
        cells[column - 1] = value;
      }
    }
  }
  return rows.map((row) => ({ ...row, cells: cellsByLine.get(row.line) ?? row.cells }));
}

interface SheetRecords {
  readonly records: readonly TableRecord[];
  /** The indexes of the used columns, from 0. */
  readonly columns: readonly number[];
  /** The typed values, by record, of the cells whose text differs from the value. */
  readonly typed: readonly (TypedCells | null)[];
  readonly headerLine: number | null;
}

function recordsOf(rows: readonly SheetRow[], choices: TableChoices): SheetRecords {
  const headerRow = choices.headerRow ?? null;
  const from = headerRow === null ? rows : rows.filter(({ line }) => line >= headerRow);
  const columns = usedColumns(from);
  const records = from.map(({ line, cells }) => ({ line, cells: columns.map((at) => shownText(cells[at])) }));
  const typed = from.map(({ cells }) => typedCells(cells, columns));
  return { records, columns, typed, headerLine: choices.header !== false ? (records[0]?.line ?? null) : null };
}

/** Returns the indexes of the columns with content. */
function usedColumns(rows: readonly SheetRow[]): readonly number[] {
  const used: boolean[] = [];
  for (const { cells } of rows) for (const [at, { kind }] of cells.entries()) if (kind !== 'empty') used[at] = true;
  return Array.from(used, (isUsed, at) => (isUsed === true ? at : -1)).filter((at) => at >= 0);
}

function shownText(cell: Cell | undefined): string {
  return cell === undefined || cell.kind === 'empty' ? '' : cell.shown;
}

function typedCells(cells: readonly Cell[], columns: readonly number[]): TypedCells | null {
  const typed: Record<number, string> = {};
  let hasSome = false;
  for (const [column, at] of columns.entries()) {
    const cell = cells[at];
    if (cell === undefined || !('value' in cell) || cell.value === cell.shown) continue;
    typed[column] = cell.value;
    hasSome = true;
  }
  return hasSome ? typed : null;
}
