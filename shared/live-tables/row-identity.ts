import { comparableKey, offeredKey } from '../batch/row-keys.ts';
import type { Table, TableRow } from '../batch/table.ts';

/** A row of a reading, identified across readings. */
export interface IdentifiedRow {
  /** The value of the key column, or without one the digest of the used cells and the count of equal rows before it. */
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
  /** The repeated key; null for an empty one. */
  readonly key: string | null;
  /** The index of another row with the key; null for an empty key. */
  readonly other: number | null;
}

export interface IdentifiedRows {
  readonly rows: readonly IdentifiedRow[];
  readonly faults: readonly KeyFault[];
  /** The repeated keys. Their films stay as they are. */
  readonly held: ReadonlySet<string>;
}

export interface IdentityOptions {
  /** The index of the key column; null to identify rows by their used cells. */
  readonly keyColumn: number | null;
  /** The indexes of the columns that fill variables or occur in file names. */
  readonly used: readonly number[];
  /** Returns a digest of a text that fits into a key, such as SHA-256 in hexadecimal digits. */
  readonly digest: (text: string) => string;
}

/** Identifies the rows of a reading. Rows with an empty key and all rows with the same key are faults. */
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

/** The key column of a table: its name, and its index. */
export interface KeyColumn {
  readonly name: string;
  readonly index: number;
}

/**
 * Returns the key column with a name, or without a name the column that usually identifies rows and does so here; null
 * if there is none.
 */
export function keyColumnOf(table: Table, name: string | null): KeyColumn | null {
  const index = name === null ? (offeredKey(table) ?? -1) : table.columns.indexOf(name);
  const found = table.columns[index];
  return found === undefined ? null : { name: found, index };
}
