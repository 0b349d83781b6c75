import type { IdentifiedRows } from './row-identity.ts';

/** The rows that differ between the applied reading and a new one, by their keys. */
export interface ReadingChanges {
  /** The new rows, in the order of the table. Rows that were removed before and are back count as new. */
  readonly added: readonly string[];
  /** The rows with other values, in the order of the table. */
  readonly changed: readonly string[];
  /** The rows that are gone. */
  readonly removed: readonly string[];
  /** The number of rows with the same values. */
  readonly same: number;
}

/**
 * Compares a reading with the rows that were applied before it. Rows whose key is repeated count as unchanged.
 * @param applied The digests of the present rows by their keys.
 */
export function compareReadings(applied: ReadonlyMap<string, string>, reading: IdentifiedRows): ReadingChanges {
  const added: string[] = [];
  const changed: string[] = [];
  const seen = new Set<string>(reading.held);
  for (const { key, digest } of reading.rows) {
    seen.add(key);
    const before = applied.get(key);
    if (before === undefined) added.push(key);
    else if (before !== digest) changed.push(key);
  }
  const removed = [...applied.keys()].filter((key) => !seen.has(key));
  return { added, changed, removed, same: applied.size - changed.length - removed.length };
}

/** A reason to ask before a reading is applied. */
export type Guard =
  | { readonly kind: 'removed' | 'changed'; readonly count: number; readonly of: number }
  | { readonly kind: 'columns'; readonly columns: readonly string[] };

/** The share of removed rows above which a reading is not applied, if also more than so many rows are removed. */
const REMOVED = { share: 0.2, rows: 5 } as const;
/** The share of changed rows above which a reading is not applied, of tables with at least so many rows. */
const CHANGED = { share: 0.5, rows: 20 } as const;

/**
 * Returns the reason to ask before a reading is applied; null if there is none. A table without any rows, which an
 * interrupted program can leave, always is a reason.
 * @param missing The used columns that the reading lacks.
 */
export function guardOf(
  applied: number,
  { added, changed, removed, same }: ReadingChanges,
  missing: readonly string[],
): Guard | null {
  if (missing.length > 0) return { kind: 'columns', columns: missing };
  const isEmpty = applied > 0 && added.length + changed.length + same === 0;
  const isMuch = removed.length > REMOVED.rows && removed.length > applied * REMOVED.share;
  if (isEmpty || isMuch) return { kind: 'removed', count: removed.length, of: applied };
  if (applied >= CHANGED.rows && changed.length > applied * CHANGED.share)
    return { kind: 'changed', count: changed.length, of: applied };
  return null;
}

/** The facts about a table file that show whether a program is still writing it. */
export interface FileReading {
  readonly bytes: number;
  /** The size of the last complete reading; null without one. */
  readonly before: number | null;
  /** Whether the reader found the end of the file missing, such as an open quote, or a last line with fewer cells. */
  readonly isCut: boolean;
}

/** Returns whether a file seems half-written: empty, cut, or less than half as large as before. */
export function seemsHalfWritten({ bytes, before, isCut }: FileReading): boolean {
  return bytes === 0 || isCut || (before !== null && bytes < before / 2);
}

/** The beginnings and ends of names of files that programs write beside a table. */
const OTHER_FILES = /^~\$|^\.~lock\.|\.(?:tmp|part|crdownload)$/i;

/** Returns whether a file is a lock or an unfinished copy, by its name. */
export function isLeftByProgram(name: string): boolean {
  return OTHER_FILES.test(name);
}
