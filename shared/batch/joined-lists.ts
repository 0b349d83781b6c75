import type { ItemTexts } from '../template/variables/item-texts.ts';
import { comparableKey } from './row-keys.ts';
import { filledRows, type Table } from './table.ts';

/** The items of each row, and the rows of the second table without a matching row. */
export interface JoinedLists {
  /** The text of the list of each row, as a JSON array. */
  readonly texts: readonly string[];
  /** The numbers of the rows of the second table that match no row of the table, from 1. */
  readonly unmatched: readonly number[];
}

/**
 * Fills a list variable from a second table. Each row of the second table becomes an item of the row with the same key,
 * in order. Keys are compared in Unicode form C and without white space around them. An empty key has no items.
 */
export function joinLists(
  keys: readonly (string | undefined)[],
  second: readonly ItemTexts[],
  keyColumn: string,
): JoinedLists {
  const items = Map.groupBy(second, (row) => comparableKey(row[keyColumn]));
  const requested = new Set(keys.map(comparableKey));
  requested.delete('');
  const texts = keys.map((key) => {
    const own = comparableKey(key);
    return JSON.stringify(own === '' ? [] : (items.get(own) ?? []));
  });
  const unmatched = second.flatMap((row, at) => (requested.has(comparableKey(row[keyColumn])) ? [] : [at + 1]));
  return { texts, unmatched };
}

/** Returns the table with a column of these texts. It replaces a column with the same name. */
export function withListColumn(table: Table, name: string, texts: readonly string[]): Table {
  const known = table.columns.indexOf(name);
  const at = known < 0 ? table.columns.length : known;
  // A replaced column loses its typed values.
  const typed = table.typed?.map((cells) =>
    cells === null ? null : Object.fromEntries(Object.entries(cells).filter(([column]) => Number(column) !== at)),
  );
  return {
    ...table,
    ...(typed && { typed }),
    columns: table.columns.toSpliced(at, 1, name),
    rows: table.rows.map((row, index) => row.toSpliced(at, 1, texts[index] ?? '[]')),
  };
}

/**
 * Returns the rows of a table as items of a list. A field of type text gets the displayed text of a spreadsheet cell.
 * Other fields get its value.
 */
export function itemsOf(
  table: Table,
  fields: readonly { readonly name: string; readonly type: string | null }[] = [],
): readonly ItemTexts[] {
  const types = new Map(fields.map(({ name, type }) => [name, type ?? 'text']));
  const rows = filledRows(table, (column) => (types.get(table.columns[column] ?? '') ?? 'text') === 'text');
  return rows.map((row) => Object.fromEntries(table.columns.map((column, at) => [column, row[at] ?? ''])));
}
