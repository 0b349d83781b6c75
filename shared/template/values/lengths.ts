/** A length as it is written: pixels of the movie, or a percentage of the side it lies along. */
export interface Length {
  readonly amount: number;
  readonly unit: 'px' | '%';
}

/** A place or a way: across counts to the right, down counts downwards. */
export interface Point {
  readonly across: Length;
  readonly down: Length;
}

/** Two factors: across and down. */
export interface Pair {
  readonly across: number;
  readonly down: number;
}

/** Lengths from the four edges of something. */
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

/** A length in pixels; `whole` is the side in pixels that percentages are of. */
export function inPixels({ amount, unit }: Length, whole: number): number {
  return unit === 'px' ? amount : (amount * whole) / 100;
}

/** An unsigned decimal as the language writes it: no exponent, no grouping, a point whatever the locale. */
export const UNSIGNED_DECIMAL = '(?:\\d{1,15}(?:\\.\\d{0,15})?|\\.\\d{1,15})';

const FRACTION_DIGITS = 15;

/** Prints a finite number so that the language reads it back: never `1e-7`, whatever the locale. */
export function formatDecimal(value: number): string {
  const shortest = String(value);
  if (!shortest.includes('e')) return shortest;
  // Numbers so large are whole, and `toFixed` gives up on them.
  return Math.abs(value) < 1 ? trimZeros(value.toFixed(FRACTION_DIGITS)) : String(BigInt(value));
}

function trimZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, digits[end - 1] === '.' ? end - 1 : end);
}

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
