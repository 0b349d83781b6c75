import { calculate } from './arithmetic.ts';

export interface NumberRange {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** How many figures after the point are kept. */
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
 * The number that a text gives, rounded to the field's precision. Nothing is cut to the range unasked: it is a problem.
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

/** Pixels of a drag that make one step. */
const pixelsPerStep = 2;

export interface ScrubKeys {
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** Steps as held keys make them: ten with Shift, a tenth with Alt. */
export function stepFactor({ shiftKey, altKey }: ScrubKeys): number {
  return (shiftKey ? 10 : 1) / (altKey ? 10 : 1);
}

/** The value after a drag by some pixels, kept in the range and at the field's precision. */
export function scrub(from: number, pixels: number, step: number, keys: ScrubKeys, range: NumberRange): number {
  return clamp(roundTo(from + (pixels / pixelsPerStep) * step * stepFactor(keys), range.precision), range);
}

/** The nearest value inside the range. */
export function clamp(
  value: number,
  { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }: NumberRange,
): number {
  return Math.min(max, Math.max(min, value));
}

/** Rounds to figures after the point, halves away from zero, without the tails of binary fractions. */
export function roundTo(value: number, precision = 6): number {
  // Adding nothing makes of a negative zero the zero that people know.
  return Math.sign(value) * movePoint(Math.round(movePoint(Math.abs(value), precision)), -precision) + 0;
}

/** Moves the decimal point in the number's own digits; multiplying by a power of ten would add tails. */
function movePoint(value: number, places: number): number {
  const [digits, exponent = '0'] = String(value).split('e');
  return Number(`${digits}e${Number(exponent) + places}`);
}

/** Whether the typed text takes a value away; `typed` is null before the user changes the text. */
export function isEmptied(typed: string | null, value: number | string | null): boolean {
  return typed !== null && typed.trim() === '' && value !== null;
}
