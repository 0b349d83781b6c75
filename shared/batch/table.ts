import { serviceLimits } from '../contract/shapes/limits.ts';

/** The size limits of a table. The service accepts the same number of rows in one batch (`serviceLimits.batchRows`). */
export const tableLimits = {
  rows: serviceLimits.batchRows,
  columns: serviceLimits.batchColumns,
  cells: 1_000_000,
  bytes: serviceLimits.tableBytes,
} as const;

/** The limit that a table exceeds. */
export interface TableExcess {
  readonly kind: 'too-much';
  readonly what: keyof typeof tableLimits;
}

/** A range of lines in a file, counted from 1; both ends are inclusive. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** A table of texts, the input of a batch. Every row has one cell per column. */
export interface Table {
  /** The names of the columns, which are unique. */
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
  /**
   * For each row, the values of its cells whose text differs from the value; null for a row without such cells. Absent
   * if no row has any.
   */
  readonly typed?: readonly (TypedCells | null)[];
}

/** The values of cells by column index, such as `1234.5` for a cell that displays `1.234,50 €`. */
export type TypedCells = Readonly<Record<number, string>>;

/** The cells of a row in column order. Rows are immutable: an edit creates a new row. */
export type TableRow = readonly string[];

/** A line of a file, split into cells. */
export interface TableRecord {
  readonly cells: readonly string[];
  /** The line in the file where the record starts, from 1. */
  readonly line: number;
}

/** A line with more or fewer cells than columns. Missing cells are empty, and surplus cells are dropped. */
export interface RaggedLine {
  readonly line: number;
  readonly cells: number;
  readonly expected: number;
}

/** A column with the same name as an earlier column. It gets another name in the table. */
export interface RepeatedColumn {
  /** The name in the table, such as `title 2`. */
  readonly name: string;
  /** The name in the header. */
  readonly written: string;
  /** The number of the column, from 1. */
  readonly number: number;
  /** The number of the first column with the name. */
  readonly first: number;
}

export interface TableReading {
  readonly table: Table;
  readonly ragged: readonly RaggedLine[];
  readonly repeatedColumns: readonly RepeatedColumn[];
}

/**
 * Creates a table from records. If `header` is true, the first record is the header. A column without a name gets its
 * number as its name.
 */
export function tableOfRecords(
  records: readonly TableRecord[],
  header: boolean,
  nameOf: (number: number) => string,
): TableReading {
  const [first] = records;
  if (first === undefined) return { table: { columns: [], rows: [] }, ragged: [], repeatedColumns: [] };
  const names = header ? first.cells.map(visibleName) : first.cells.map(() => '');
  const columns = distinctNames(names.map((name, at) => (name === '' ? nameOf(at + 1) : name)));
  const firstAt = new Map<string, number>();
  const repeatedColumns = names.flatMap((written, at): readonly RepeatedColumn[] => {
    if (written === '') return [];
    const earlier = firstAt.get(written);
    if (earlier === undefined) firstAt.set(written, at + 1);
    return earlier === undefined ? [] : [{ name: columns[at] ?? written, written, number: at + 1, first: earlier }];
  });
  const lines = header ? records.slice(1) : records;
  const ragged = lines.flatMap(({ line, cells }) =>
    cells.length === columns.length ? [] : [{ line, cells: cells.length, expected: columns.length }],
  );
  const rows = lines.map(({ cells }) => columns.map((_, at) => cells[at] ?? ''));
  return { table: { columns, rows }, ragged, repeatedColumns };
}

/**
 * Invisible characters that some programs leave in names. The joiners U+200C and U+200D belong to words and emojis, so
 * they are removed only at both ends.
 */
const HIDDEN = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]+/g;

/** Removes invisible characters from the name of a column, and white space at its ends. */
function visibleName(written: string): string {
  return written.replace(HIDDEN, '').replace(/^[\s\u200c\u200d]+|[\s\u200c\u200d]+$/g, '');
}

/** Returns the table with another text in one cell. */
export function withCell(table: Table, row: number, column: number, text: string): Table {
  const rows = table.rows.map((cells, at) => (at === row ? cells.with(column, text) : cells));
  const typed = table.typed?.map((values, at) =>
    at === row && values !== null ? { ...values, [column]: text } : values,
  );
  return { ...table, rows, ...(typed && { typed }) };
}

const emptyCells: TypedCells = {};

/**
 * Returns the rows with the values for their variables: a variable of type text gets the displayed text of a cell, and
 * any other variable the value. Unchanged rows are the same arrays.
 */
export function filledRows({ rows, typed }: Table, isText: (column: number) => boolean): readonly TableRow[] {
  if (typed === undefined) return rows;
  return rows.map((cells, row) => {
    const values = Object.entries(typed[row] ?? emptyCells).filter(([column]) => !isText(Number(column)));
    if (values.every(([column, value]) => cells[Number(column)] === value)) return cells;
    const filled = [...cells];
    for (const [column, value] of values) filled[Number(column)] = value;
    return filled;
  });
}

/**
 * Formats a table as CSV (RFC 4180) with a header, CRLF, and doubled quotes. `readTable` reads the same table from the
 * result.
 */
export function tableCsv({ columns, rows }: Table): string {
  return [columns, ...rows].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

/**
 * Formats a cell. Quotes two kinds of cells that need no quotes in CSV: the first cell of an empty row, because readers
 * skip lines with only delimiters, and the cell of a line such as `sep=;`.
 */
function csvCell(text: string, at: number, cells: readonly string[]): string {
  const quoted =
    /[",\r\n]|^sep=/i.test(text) || text !== text.trim() || (at === 0 && cells.every((cell) => cell === ''));
  return quoted ? `"${text.replaceAll('"', '""')}"` : text;
}

function distinctNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  const numbers = new Map<string, number>();
  return names.map((name) => {
    let candidate = name;
    let number = numbers.get(name) ?? 1;
    while (taken.has(candidate)) {
      number += 1;
      candidate = `${name} ${number}`;
    }
    numbers.set(name, number);
    taken.add(candidate);
    return candidate;
  });
}
