import { invariant } from '#shared/lib/assert.ts';
import type { DatabaseRow } from './ports.ts';

/** Returns a text column; throws if it has another type. */
export function text(row: DatabaseRow, column: string): string {
  const value = row[column];
  invariant(typeof value === 'string', `${column} is not text`);
  return value;
}

export function textOrNull(row: DatabaseRow, column: string): string | null {
  return row[column] === null ? null : text(row, column);
}

/** Returns an integer column; throws if it has another type. */
export function integer(row: DatabaseRow, column: string): number {
  const value = row[column];
  invariant(typeof value === 'number', `${column} is not a number`);
  return value;
}

export function integerOrNull(row: DatabaseRow, column: string): number | null {
  return row[column] === null ? null : integer(row, column);
}

/** Returns a column of bytes; throws if it has another type. */
export function bytesOf(row: DatabaseRow, column: string): Uint8Array {
  const value = row[column];
  invariant(value instanceof Uint8Array, `${column} holds no bytes`);
  return value;
}
