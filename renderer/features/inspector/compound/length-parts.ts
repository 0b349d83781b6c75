import type { Length } from '#shared/template/values/lengths.ts';

/** Lengths are rounded to 1/100 of a pixel or percent. The difference is invisible. */
const PRECISION = 100;

/** Converts a length between pixels and percent. If the reference length is unknown, only the unit changes. */
export function inOtherUnit({ amount, unit }: Length, whole: number | null): Length {
  const other = unit === '%' ? 'px' : '%';
  if (whole === null || whole === 0) return { amount, unit: other };
  const converted = unit === '%' ? (amount / 100) * whole : (amount / whole) * 100;
  return { amount: Math.round(converted * PRECISION) / PRECISION, unit: other };
}

/** Returns a pair of factors after one was set. The other factor changes by the same ratio. */
export function withLinkedFactor(
  pair: { readonly across: number; readonly down: number },
  side: 'across' | 'down',
  next: number,
): { readonly across: number; readonly down: number } {
  const before = pair[side];
  const other = side === 'across' ? 'down' : 'across';
  const otherFactor = before === 0 ? next : Math.round(((pair[other] * next) / before) * 10_000) / 10_000;
  return side === 'across' ? { across: next, down: otherFactor } : { across: otherFactor, down: next };
}

/** The decibels of a tenfold amplitude. */
const DECIBELS_OF_TEN = 20;

/** Converts an amplitude factor to decibels with one decimal; null for silence. */
export function decibelsOf(factor: number): number | null {
  return factor <= 0 ? null : Math.round(DECIBELS_OF_TEN * Math.log10(factor) * 10) / 10 + 0;
}

/** Returns the maximum level in decibels, rounded down to 0.1 dB so that it does not exceed the maximum factor. */
export function mostDecibels(factor: number): number {
  return Math.floor(DECIBELS_OF_TEN * Math.log10(factor) * 10) / 10;
}
