import type { Length } from '#shared/template/values/lengths.ts';

/** Hundredths of a pixel are less than anybody sees. */
const PRECISION = 100;

/** The same length in the other unit; where the whole is not known, the same number. */
export function inOtherUnit({ amount, unit }: Length, whole: number | null): Length {
  const other = unit === '%' ? 'px' : '%';
  if (whole === null || whole === 0) return { amount, unit: other };
  const converted = unit === '%' ? (amount / 100) * whole : (amount / whole) * 100;
  return { amount: Math.round(converted * PRECISION) / PRECISION, unit: other };
}

/** Two factors after one of them was set: with the link both change by the same factor. */
export function linked(
  pair: { readonly across: number; readonly down: number },
  side: 'across' | 'down',
  next: number,
): { readonly across: number; readonly down: number } {
  const before = pair[side];
  const other = side === 'across' ? 'down' : 'across';
  const following = before === 0 ? next : Math.round(((pair[other] * next) / before) * 10_000) / 10_000;
  return side === 'across' ? { across: next, down: following } : { across: following, down: next };
}

/** Every 20 dB are a factor of ten of the amplitude. */
const DECIBELS_OF_TEN = 20;

/** A factor of the amplitude in decibels, to a tenth; null for silence, which has none. */
export function decibelsOf(factor: number): number | null {
  return factor <= 0 ? null : Math.round(DECIBELS_OF_TEN * Math.log10(factor) * 10) / 10 + 0;
}

/** The loudest that can be asked for in decibels, below a greatest factor. */
export function mostDecibels(factor: number): number {
  return Math.floor(DECIBELS_OF_TEN * Math.log10(factor) * 10) / 10;
}
