import { invariant } from '#shared/lib/assert.ts';
import type { DatabaseRow } from './ports.ts';

/** Returns a column of bytes; throws if it has another type. */
export function bytesOf(row: DatabaseRow, column: string): Uint8Array {
  const value = row[column];
  invariant(value instanceof Uint8Array, `${column} holds no bytes`);
  return value;
}
