import { foldName } from './match-columns.ts';
import type { Table } from './table.ts';

/** Names of columns that usually identify rows, preferred names first. */
const KEY_NAMES = ['id', 'key', 'sku', 'slug', 'email', 'number', 'nr', 'nummer', 'kennung'];

/** Normalizes a key for comparison: Unicode form C without white space around it. */
export function comparableKey(key: string | undefined): string {
  return (key ?? '').normalize('NFC').trim();
}

/** Returns the index of a column with a key name and a different value in each row; null if there is none. */
export function offeredKey({ columns, rows }: Table): number | null {
  const folded = columns.map(foldName);
  const found = KEY_NAMES.map((name) => folded.indexOf(name)).find((at) => {
    if (at < 0) return false;
    const keys = rows.map((cells) => comparableKey(cells[at]));
    return keys.every((key) => key !== '') && new Set(keys).size === keys.length;
  });
  return found ?? null;
}

/** The columns that connect the rows of a list with the rows of a table. */
export interface ListKeys {
  /** The index of the column of the table. */
  readonly of: number;
  /** The index of the column of the list. */
  readonly key: number;
}

/**
 * Returns the columns that connect a table with the table of a list: the key column of the table, and the column of the
 * list with the same name. If the list has no such column, its first column is used. `own` is the index of the key
 * column of the table; null if no column identifies its rows.
 */
export function listKeys(table: Table, list: Table, own: number | null = offeredKey(table)): ListKeys {
  const folded = list.columns.map(foldName);
  const shared = table.columns.findIndex((name) => folded[0] === foldName(name));
  const of = own ?? Math.max(0, shared);
  const same = folded.indexOf(foldName(table.columns[of] ?? ''));
  return { of, key: Math.max(0, same) };
}
