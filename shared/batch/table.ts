import { serviceLimits } from '../contract/shapes/limits.ts';

/** How large a table may be. A service takes as many rows as that in one batch (`serviceLimits.batchRows`). */
export const tableLimits = {
  rows: serviceLimits.batchRows,
  columns: 1000,
  cells: 1_000_000,
  bytes: 16_000_000,
} as const;

/** The limit that a table exceeds. */
export interface TableExcess {
  readonly kind: 'too-much';
  readonly what: keyof typeof tableLimits;
}

/** Lines of a file, counted from 1. Both ends belong to the range. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** A table of texts: what a batch is made of. Every row has as many cells as there are columns. */
export interface Table {
  /** Names, all different. */
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
}

/** The cells of a row, in the order of the columns. Never changed: an edit makes another row. */
export type TableRow = readonly string[];

/** A line of a file, taken apart. */
export interface TableRecord {
  readonly cells: readonly string[];
  /** Where it begins in the file, from 1. */
  readonly line: number;
}

/** A line that has more or fewer cells than there are columns; what lacks is empty, what is too much is left out. */
export interface RaggedLine {
  readonly line: number;
  readonly cells: number;
  readonly expected: number;
}

export interface TableReading {
  readonly table: Table;
  readonly ragged: readonly RaggedLine[];
}

/** Makes a table of records, the first of which may name the columns; the others are named by `nameOf` their number. */
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

/** The table with another text in one cell. */
export function withCell(table: Table, row: number, column: number, text: string): Table {
  return {
    ...table,
    rows: table.rows.map((cells, at) => (at === row ? cells.with(column, text) : cells)),
  };
}

/** The table as CSV (RFC 4180): a header, CRLF, quotes doubled. Reading it gives the table again. */
export function tableCsv({ columns, rows }: Table): string {
  return [columns, ...rows].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

/** A row of empty cells has a quote, because a reader leaves out lines of delimiters; so has a line such as `sep=;`. */
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
