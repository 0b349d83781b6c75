import { invariant } from '#shared/lib/assert.ts';
import type { DatabaseRow } from './ports.ts';

/** A column that the schema makes text. */
export function text(row: DatabaseRow, column: string): string {
  const value = row[column];
  invariant(typeof value === 'string', `${column} is not text`);
  return value;
}

export function textOrNull(row: DatabaseRow, column: string): string | null {
  return row[column] === null ? null : text(row, column);
}

/** A column that the schema makes a whole number. */
export function integer(row: DatabaseRow, column: string): number {
  const value = row[column];
  invariant(typeof value === 'number', `${column} is not a number`);
  return value;
}

export function integerOrNull(row: DatabaseRow, column: string): number | null {
  return row[column] === null ? null : integer(row, column);
}
