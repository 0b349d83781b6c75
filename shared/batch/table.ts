import { serviceLimits } from '../contract/shapes/limits.ts';

/** The size limits of a table. The service accepts the same number of rows in one batch (`serviceLimits.batchRows`). */
export const tableLimits = {
  rows: serviceLimits.batchRows,
  columns: serviceLimits.batchColumns,
  cells: 1_000_000,
  bytes: 16_000_000,
} as const;

/** The limit that a table exceeds. */
export interface TableExcess {
  readonly kind: 'too-much';
  readonly what: keyof typeof tableLimits;
}

/** Lines of a file, counted from 1, both inclusive. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** A table of texts, the input of a batch. Every row has one cell per column. */
export interface Table {
  /** The names of the columns, which are unique. */
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
}

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

export interface TableReading {
  readonly table: Table;
  readonly ragged: readonly RaggedLine[];
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
  if (first === undefined) return { table: { columns: [], rows: [] }, ragged: [] };
  const names = header ? first.cells : first.cells.map(() => '');
  const columns = distinctNames(names.map((name, at) => (name.trim() === '' ? nameOf(at + 1) : name.trim())));
  const lines = header ? records.slice(1) : records;
  const ragged = lines.flatMap(({ line, cells }) =>
    cells.length === columns.length ? [] : [{ line, cells: cells.length, expected: columns.length }],
  );
  return { table: { columns, rows: lines.map(({ cells }) => columns.map((_, at) => cells[at] ?? '')) }, ragged };
}

/** Returns the table with another text in one cell. */
export function withCell(table: Table, row: number, column: number, text: string): Table {
  return {
    ...table,
    rows: table.rows.map((cells, at) => (at === row ? cells.with(column, text) : cells)),
  };
}

/**
 * Formats a table as CSV (RFC 4180) with a header, CRLF, and doubled quotes. {@link readTable} reads the same table
 * from it.
 */
export function tableCsv({ columns, rows }: Table): string {
  return [columns, ...rows].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

/**
 * Formats a cell. Quotes the first cell of an empty row, because readers skip lines of delimiters, and the cell of a
 * line such as `sep=;`.
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
