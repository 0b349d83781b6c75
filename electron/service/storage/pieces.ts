import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database, DatabaseRow } from './ports.ts';
import { integer } from './rows.ts';

/**
 * The maximum number of rows that are read or changed without a pause. It takes a few milliseconds, or 60 ms on a
 * machine with slow memory allocation.
 */
export const GROUP_ROWS = 250;
/** The maximum number of bytes without a pause. A single row can be larger. */
const PIECE_BYTES = 2 * 2 ** 20;

/** Groups consecutive rows into pieces within both limits. The `size` of a row is in bytes. */
export function* groupsOfRows(rows: readonly DatabaseRow[]): Generator<readonly DatabaseRow[]> {
  let piece: DatabaseRow[] = [];
  let bytes = 0;
  for (const row of rows) {
    const size = integer(row, 'size');
    if (piece.length > 0 && (piece.length === GROUP_ROWS || bytes + size > PIECE_BYTES)) {
      yield piece;
      piece = [];
      bytes = 0;
    }
    piece.push(row);
    bytes += size;
  }
  if (piece.length > 0) yield piece;
}

/** Runs a transaction in a separate turn of the event loop, so that other work can run between two transactions. */
export async function inSeparateTurn<Value>(database: Database, work: () => Value): Promise<Value> {
  await nextTurn();
  await database.waitForWriteLock();
  return database.transaction(work);
}

/**
 * Deletes rows in pieces, with pauses in between.
 * @param selection A query that selects the `id` (the rowid) and the `size` in bytes of each row.
 */
export async function deleteInGroups(
  database: Database,
  table: string,
  selection: string,
  ...parameters: readonly string[]
): Promise<void> {
  for (const piece of groupsOfRows(database.all(selection, ...parameters)))
    await inSeparateTurn(database, () => {
      for (const row of piece) database.run(`DELETE FROM ${table} WHERE rowid = ?`, integer(row, 'id'));
    });
}
