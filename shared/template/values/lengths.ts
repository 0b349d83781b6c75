import { UNSIGNED_DECIMAL } from '../../lib/decimal-text.ts';

/**
 * A length as written: pixels of the movie, or a percentage. A percentage refers to the width or the height, according
 * to the direction of the length.
 */
export interface Length {
  readonly amount: number;
  readonly unit: 'px' | '%';
}

/** A position or an offset. `across` increases to the right, and `down` increases downward. */
export interface Point {
  readonly across: Length;
  readonly down: Length;
}

/** A horizontal and a vertical factor. */
export interface Pair {
  readonly across: number;
  readonly down: number;
}

/** Distances from the four edges. */
export interface Edges {
  readonly top: Length;
  readonly right: Length;
  readonly bottom: Length;
  readonly left: Length;
}

export function pixels(amount: number): Length {
  return { amount, unit: 'px' };
}

export function percent(amount: number): Length {
  return { amount, unit: '%' };
}

/** Converts a length to pixels. `whole` is the side to which percentages refer, in pixels. */
export function inPixels({ amount, unit }: Length, whole: number): number {
  return unit === 'px' ? amount : (amount * whole) / 100;
}

const FRACTION_DIGITS = 15;

/**
 * Formats a finite number as a decimal that the language parses back to the same number. The text never has an
 * exponent, and it is the same in every locale.
 */
export function formatDecimal(value: number): string {
  const shortest = String(value);
  if (!shortest.includes('e')) return shortest;
  // Numbers of this size are integers, and `toFixed` would return an exponent.
  return Math.abs(value) < 1 ? trimZeros(value.toFixed(FRACTION_DIGITS)) : String(BigInt(value));
}

function trimZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, digits[end - 1] === '.' ? end - 1 : end);
}

/** Matches a decimal with an optional sign. */
export const DECIMAL = `[+-]?${UNSIGNED_DECIMAL}`;

/** Matches the separator between the parts of a value: a comma, white space, or both. */
export const VALUE_SEPARATOR = '(?:\\s*,\\s*|\\s+)';

const SEPARATOR = /\s*,\s*|\s+/;

/** Splits a value into its parts. */
export function partsOf(text: string): readonly string[] {
  return text.trim().split(SEPARATOR);
}

/** Parses a decimal that {@link DECIMAL} matches. Adding zero converts −0 to 0. */
export function decimalOf(text: string): number {
  return Number(text) + 0;
}
