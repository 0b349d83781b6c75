import { calculate } from './arithmetic.ts';

export interface NumberRange {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** The number of decimals. */
  readonly precision?: number | undefined;
}

export type NumberProblem =
  | { readonly kind: 'not-a-number' }
  | { readonly kind: 'too-small'; readonly min: number }
  | { readonly kind: 'too-large'; readonly max: number };

export type ReadNumber =
  | { readonly ok: true; readonly value: number }
  | { readonly ok: false; readonly problem: NumberProblem };

/**
 * Parses a text and rounds the number to the field's precision. A number outside the range is reported as a problem
 * instead of being clamped.
 */
export function readNumber(text: string, range: NumberRange): ReadNumber {
  const result = calculate(text);
  if (!result.ok) return { ok: false, problem: { kind: 'not-a-number' } };
  const value = roundTo(result.value, range.precision);
  const { min, max } = range;
  if (min !== undefined && value < min) return { ok: false, problem: { kind: 'too-small', min } };
  if (max !== undefined && value > max) return { ok: false, problem: { kind: 'too-large', max } };
  return { ok: true, value };
}

const pixelsPerStep = 2;

export interface ScrubKeys {
  readonly shift: boolean;
  readonly alt: boolean;
}

/** Returns the factor of the held modifier keys: 10 with Shift, 1/10 with Alt. */
export function stepFactor({ shift, alt }: ScrubKeys): number {
  return (shift ? 10 : 1) / (alt ? 10 : 1);
}

/** Returns the value after a drag by a number of pixels, rounded to the field's precision and clamped to the range. */
export function scrub(from: number, pixels: number, step: number, keys: ScrubKeys, range: NumberRange): number {
  return clamp(roundTo(from + (pixels / pixelsPerStep) * step * stepFactor(keys), range.precision), range);
}

/** Returns the nearest value within the range. */
export function clamp(
  value: number,
  { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }: NumberRange,
): number {
  return Math.min(max, Math.max(min, value));
}

/** Rounds to a number of decimals, half away from zero, without floating-point artifacts such as 1.005 → 1.00. */
export function roundTo(value: number, precision = 6): number {
  // Adding 0 turns −0 into 0.
  return Math.sign(value) * movePoint(Math.round(movePoint(Math.abs(value), precision)), -precision) + 0;
}

/** Multiplies by a power of ten by moving the decimal point in the digits, which avoids floating-point errors. */
function movePoint(value: number, places: number): number {
  const [digits, exponent = '0'] = String(value).split('e');
  return Number(`${digits}e${Number(exponent) + places}`);
}

/** Returns whether the user cleared a value. `typed` is null until the user changes the text. */
export function isEmptied(typed: string | null, value: number | string | null): boolean {
  return typed !== null && typed.trim() === '' && value !== null;
}
