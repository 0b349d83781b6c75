import type { IdentifiedRows } from './row-identity.ts';

/** The rows that differ between the applied reading and a new reading, by key. */
export interface ReadingChanges {
  /** The new rows, in the order of the table. Includes rows that were removed earlier and have returned. */
  readonly added: readonly string[];
  /** The rows with changed values, in the order of the table. */
  readonly changed: readonly string[];
  /** The removed rows. */
  readonly removed: readonly string[];
  /** The number of unchanged rows. */
  readonly same: number;
}

/**
 * Compares a reading with the rows that are currently applied. Rows with a repeated key count as unchanged.
 * @param applied The digests of the applied rows by key.
 */
export function compareReadings(applied: ReadonlyMap<string, string>, reading: IdentifiedRows): ReadingChanges {
  const added: string[] = [];
  const changed: string[] = [];
  const seen = new Set<string>(reading.repeatedKeys);
  for (const { key, digest } of reading.rows) {
    seen.add(key);
    const before = applied.get(key);
    if (before === undefined) added.push(key);
    else if (before !== digest) changed.push(key);
  }
  const removed = [...applied.keys()].filter((key) => !seen.has(key));
  return { added, changed, removed, same: applied.size - changed.length - removed.length };
}

/** A reason why a user must confirm a reading before it is applied. */
export type Guard =
  | { readonly kind: 'removed' | 'changed'; readonly count: number; readonly of: number }
  | { readonly kind: 'columns'; readonly columns: readonly string[] };

/** Removing more than this fraction of the rows requires confirmation, if it is also more than this number of rows. */
const REMOVED = { share: 0.2, rows: 5 } as const;
/** Changing more than this fraction of the rows requires confirmation, in tables with at least this number of rows. */
const CHANGED = { share: 0.5, rows: 20 } as const;

/**
 * Returns the reason why a user must confirm a reading; null if there is none. A table that has lost all rows needs
 * confirmation, because an interrupted program can leave an empty file.
 * @param missing The used columns that are missing in the reading.
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

/** The facts that show whether a program is still writing a table file. */
export interface FileReading {
  readonly bytes: number;
  /** The size of the file at the last complete reading, in bytes; null before the first one. */
  readonly before: number | null;
  /**
   * Whether the end of the file seems to be missing, for example because of an unclosed quote or a last line with fewer
   * cells.
   */
  readonly isCut: boolean;
  /** The number of line ends in a text file; null for other files. */
  readonly lines?: number | null;
  /** The number of line ends at the last complete reading; null before the first one. */
  readonly linesBefore?: number | null;
}

/**
 * Returns whether a file seems incomplete: it is empty, its end is missing, it has less than half of its previous size,
 * or it has fewer lines, because a program can pause at the end of a line. After a restart, the previous number of lines
 * is unknown, and every smaller text seems incomplete.
 */
export function seemsHalfWritten({ bytes, before, isCut, lines = null, linesBefore = null }: FileReading): boolean {
  if (bytes === 0 || isCut) return true;
  if (before !== null && bytes < before / 2) return true;
  if (lines === null) return false;
  return linesBefore === null ? before !== null && bytes < before : lines < linesBefore;
}

/** Returns the number of line ends in the bytes of a text; null for a zip file, such as a workbook. */
export function lineEndsIn(bytes: Uint8Array): number | null {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return null;
  let count = 0;
  for (const byte of bytes) if (byte === LINE_FEED || byte === CARRIAGE_RETURN) count += 1;
  return count;
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** Matches the names of temporary files that programs write beside a table. */
const OTHER_FILES = /^~\$|^\.~lock\.|\.(?:tmp|part|crdownload)$/i;

/** Returns whether a name belongs to a lock file or an unfinished copy. */
export function isTemporaryFile(name: string): boolean {
  return OTHER_FILES.test(name);
}

const TABLE_NAME = /\.(?:xlsx|xlsm|ods|fods|csv|tsv|tab|txt|json|ndjson|jsonl)$/iu;

/** Returns whether a file can be a table, based on its extension. */
export function isTableFile(name: string): boolean {
  return TABLE_NAME.test(name);
}
