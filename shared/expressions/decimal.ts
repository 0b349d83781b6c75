import { Decimal } from 'decimal.js';

/** Significant digits of every result. */
const DIGITS = 34;

/**
 * Exact decimal numbers. Every operation is computed exactly and rounded once to 34 significant digits, halves away
 * from zero. Exponents are never written.
 */
export const Exact = Decimal.clone({
  precision: DIGITS,
  rounding: Decimal.ROUND_HALF_UP,
  toExpNeg: -9e15,
  toExpPos: 9e15,
});

export type Exact = Decimal;

/** Numbers whose remainder has the sign of the divisor. */
const Floored = Exact.clone({ modulo: Decimal.ROUND_FLOOR });

/** Returns a − b × ⌊a ÷ b⌋. The divisor must not be 0. */
export function remainder(a: Exact, b: Exact): Exact {
  return new Exact(new Floored(a).mod(b));
}

/** The digits of a power of a number of 34 digits with an exponent of up to 64. */
const Unrounded = Exact.clone({ precision: DIGITS * 65 });

/** Returns a power with a whole exponent from -64 to 64, rounded once. The base must not be 0 if it is negative. */
export function power(base: Exact, exponent: number): Exact {
  let result = new Unrounded(1);
  for (let count = Math.abs(exponent); count > 0; count -= 1) result = result.times(base);
  return exponent < 0 ? new Exact(1).div(result) : new Exact(result).toSignificantDigits(DIGITS);
}

/** The maximum number of decimals of a number in a text. */
const DECIMALS = 15;

/** Formats a number with at most 15 decimals, halves away from zero, and without trailing zeros. */
export function numberText(number: Exact): string {
  const rounded = number.toDecimalPlaces(DECIMALS);
  return rounded.isZero() ? '0' : rounded.toFixed();
}
