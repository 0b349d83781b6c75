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
