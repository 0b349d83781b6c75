import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database, DatabaseRow } from './ports.ts';
import { integer } from './rows.ts';

/** As many rows as are read or changed at a stretch: some milliseconds' worth, and 60 where memory is handed out slowly. */
export const PIECE_ROWS = 250;
/** And as many bytes; one row may be larger. */
const PIECE_BYTES = 2 * 2 ** 20;

/** Rows that follow one another, with their `size` in bytes, as many together as are not too many. */
export function* piecesOf(rows: readonly DatabaseRow[]): Generator<readonly DatabaseRow[]> {
  let piece: DatabaseRow[] = [];
  let bytes = 0;
  for (const row of rows) {
    const size = integer(row, 'size');
    if (piece.length > 0 && (piece.length === PIECE_ROWS || bytes + size > PIECE_BYTES)) {
      yield piece;
      piece = [];
      bytes = 0;
    }
    piece.push(row);
    bytes += size;
  }
  if (piece.length > 0) yield piece;
}

/** Runs a transaction in a turn of its own, so that others go on between two of them. */
export async function inTurn<Value>(database: Database, work: () => Value): Promise<Value> {
  await nextTurn();
  await database.freeToWrite();
  return database.transaction(work);
}

/**
 * Deletes rows piece by piece, others going on meanwhile.
 * @param chosen Selects of each row its `id`, which is its rowid, and its `size` in bytes.
 */
export async function deleteInPieces(
  database: Database,
  table: string,
  chosen: string,
  ...parameters: readonly string[]
): Promise<void> {
  for (const piece of piecesOf(database.all(chosen, ...parameters)))
    await inTurn(database, () => {
      for (const row of piece) database.run(`DELETE FROM ${table} WHERE rowid = ?`, integer(row, 'id'));
    });
}
