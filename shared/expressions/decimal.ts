import { Decimal } from 'decimal.js';

/** The number of significant digits of a result. */
const DIGITS = 34;

/**
 * Exact decimal numbers. Every operation is computed exactly and rounded once to 34 significant digits. Halves are
 * rounded away from zero. Exponents are never written.
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

/**
 * Returns a power with a whole exponent from -64 to 64, rounded once. For a negative exponent, the base must not be 0.
 */
export function power(base: Exact, exponent: number): Exact {
  const count = Math.abs(exponent);
  const { coefficient, scale } = integerOf(base);
  const whole = coefficient ** BigInt(count);
  if (exponent >= 0) return fromInteger(whole, scale * count);
  const digits = String(whole).length + DIGITS + 1;
  return fromInteger(10n ** BigInt(digits) / whole, -digits - scale * count);
}

/** Returns the square root of a number, rounded once. The number must not be negative. */
export function squareRoot(number: Exact): Exact {
  const { coefficient, scale } = integerOf(number);
  if (coefficient === 0n) return new Exact(0);
  // Make the scale even, because half of it is the scale of the root. The root has half of the digits of its square.
  const shift = 2 * (DIGITS + 1) + (Math.abs(scale) % 2);
  return fromInteger(integerRoot(coefficient * 10n ** BigInt(shift)), (scale - shift) / 2);
}

/** A factor larger than the relative error of a root in binary floating point. */
const ABOVE_ROOT = 1 + 1e-14;

/** Returns the integer square root, rounded down, by Newton's method. The iteration approaches the root from above. */
function integerRoot(square: bigint): bigint {
  let root = BigInt(Math.floor(Math.sqrt(Number(square)) * ABOVE_ROOT)) + 1n;
  for (;;) {
    const next = (root + square / root) / 2n;
    if (next >= root) return root;
    root = next;
  }
}

/** A number as an integer times a power of ten. */
function integerOf(number: Exact): { readonly coefficient: bigint; readonly scale: number } {
  const [digits = '0', exponent = '0'] = number.toExponential().split('e');
  const [whole = '0', decimals = ''] = digits.split('.');
  return { coefficient: BigInt(whole + decimals), scale: Number(exponent) - decimals.length };
}

/**
 * Rounds an integer times a power of ten. Checks only the first dropped digit, because halves are rounded away from
 * zero.
 */
function fromInteger(integer: bigint, scale: number): Exact {
  const text = String(integer);
  const first = text.slice(0, DIGITS + 1 + (integer < 0n ? 1 : 0));
  return new Exact(`${first}e${scale + text.length - first.length}`).toSignificantDigits(DIGITS);
}

/** The maximum number of decimals of a formatted number. */
const DECIMALS = 15;

/** Formats a number with at most 15 decimals and without trailing zeros. Halves are rounded away from zero. */
export function numberText(number: Exact): string {
  const rounded = number.toDecimalPlaces(DECIMALS);
  return rounded.isZero() ? '0' : rounded.toFixed();
}
