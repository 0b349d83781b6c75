import { comparableKey, offeredKey } from '../batch/row-keys.ts';
import type { Table, TableRow } from '../batch/table.ts';

/** A row that can be identified in other readings of the table. */
export interface IdentifiedRow {
  /**
   * The value of the key column. Without a key column, the digest of the used cells and the number of equal rows before
   * it.
   */
  readonly key: string;
  /** The index of the row in the table, from 0. */
  readonly index: number;
  /** The digest of the used cells. */
  readonly digest: string;
}

/** A row without a usable key. */
export interface KeyFault {
  /** The index of the row in the table, from 0. */
  readonly index: number;
  /** The repeated key; null if the key is empty. */
  readonly key: string | null;
  /** The index of another row with the same key; null if the key is empty. */
  readonly other: number | null;
}

export interface IdentifiedRows {
  readonly rows: readonly IdentifiedRow[];
  readonly faults: readonly KeyFault[];
  /** The repeated keys. The existing films of their rows stay. */
  readonly held: ReadonlySet<string>;
}

export interface IdentityOptions {
  /** The index of the key column; null to identify rows by their used cells. */
  readonly keyColumn: number | null;
  /** The indexes of the columns that fill variables or occur in file names. */
  readonly used: readonly number[];
  /** Returns a digest of a text that can be part of a key, such as SHA-256 in hexadecimal. */
  readonly digest: (text: string) => string;
}

/** Identifies the rows of a reading. Reports rows with an empty key, and all rows with a repeated key, as faults. */
export function identifyRows(rows: readonly TableRow[], options: IdentityOptions): IdentifiedRows {
  const { keyColumn, used, digest } = options;
  const digests = rows.map((cells) => digest(JSON.stringify(used.map((column) => cells[column] ?? ''))));
  if (keyColumn === null) return { rows: countedRows(digests), faults: [], held: new Set() };
  const keys = rows.map((cells) => comparableKey(cells[keyColumn]));
  const byKey = Map.groupBy(keys.keys(), (index) => keys[index] ?? '');
  const faults: KeyFault[] = [];
  const identified: IdentifiedRow[] = [];
  for (const [index, key] of keys.entries()) {
    const same = byKey.get(key) ?? [];
    if (key === '') faults.push({ index, key: null, other: null });
    else if (same.length > 1) faults.push({ index, key, other: same.find((each) => each !== index) ?? null });
    else identified.push({ key, index, digest: digests[index] ?? '' });
  }
  const held = new Set(faults.flatMap(({ key }) => (key === null ? [] : [key])));
  return { rows: identified, faults, held };
}

function countedRows(digests: readonly string[]): readonly IdentifiedRow[] {
  const counts = new Map<string, number>();
  return digests.map((digest, index) => {
    const count = (counts.get(digest) ?? 0) + 1;
    counts.set(digest, count);
    return { key: count === 1 ? digest : `${digest}-${count}`, index, digest };
  });
}

/** The key column of a table. */
export interface KeyColumn {
  readonly name: string;
  readonly index: number;
}

/**
 * Returns the key column with this name. If the name is null, returns a column with a key name and distinct values.
 * Returns null without such a column.
 */
export function keyColumnOf(table: Table, name: string | null): KeyColumn | null {
  const index = name === null ? (offeredKey(table) ?? -1) : table.columns.indexOf(name);
  const found = table.columns[index];
  return found === undefined ? null : { name: found, index };
}
