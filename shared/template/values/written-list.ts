import { UNSIGNED_DECIMAL } from './decimal.ts';

/** A decimal with or without a sign, for regular expressions. */
export const DECIMAL = `[+-]?${UNSIGNED_DECIMAL}`;

/** What stands between the parts of a value: a comma, white space or both. */
export const BETWEEN = '(?:\\s*,\\s*|\\s+)';

const SEPARATOR = /\s*,\s*|\s+/;

/** The parts of a value that has several. */
export function partsOf(text: string): readonly string[] {
  return text.trim().split(SEPARATOR);
}

/** Reads a decimal that {@link DECIMAL} matches; adding zero makes -0 plain zero. */
export function decimalOf(text: string): number {
  return Number(text) + 0;
}
