import type { Brand } from '../../lib/brand.ts';
import { err, ok, type Result } from '../../lib/result.ts';
import { message } from '../../messages/message.ts';
import type { ValueMessage } from '../../messages/values.en.ts';

/** A number of frames at the frame rate of the movie. The number is an integer. */
export type Frames = Brand<number, 'Frames'>;

/**
 * Frames per second as an exact fraction in lowest terms, such as 30000/1001, which a decimal cannot represent exactly.
 */
export interface FrameRate {
  readonly numerator: number;
  readonly denominator: number;
}

/** The sample rate of all generated sound, in samples per second. */
export const SAMPLE_RATE = 48_000;

const MIN_RATE = 1;
const MAX_RATE = 240;
const MAX_TERM = 1_000_000;

/** Brands a non-negative integer as frames. Throws `RangeError` for any other number. */
export function frames(count: number): Frames {
  if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`not a number of frames: ${count}`);
  return count as Frames;
}

/** Creates a rate in lowest terms. Throws `RangeError` if a term is not a positive integer. */
export function frameRate(numerator: number, denominator = 1): FrameRate {
  if (!Number.isSafeInteger(numerator) || !Number.isSafeInteger(denominator) || numerator < 1 || denominator < 1)
    throw new RangeError(`not a frame rate: ${numerator}/${denominator}`);
  const divisor = greatestCommonDivisor(numerator, denominator);
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

/** Parses `N` or `N/D` from 1 to 240 frames per second. The error is the message for the user. */
export function parseFrameRate(text: string): Result<FrameRate, ValueMessage> {
  const match = /^\s*(\d{1,9})(?:\s*\/\s*(\d{1,9}))?\s*$/.exec(text);
  if (!match) return err(message('value/no-frame-rate'));
  const numerator = Number(match[1]);
  const denominator = Number(match[2] ?? '1');
  if (denominator === 0) return err(message('value/zero-denominator'));
  if (numerator > MAX_TERM || denominator > MAX_TERM) return err(message('value/terms-too-large', { most: MAX_TERM }));
  if (numerator < MIN_RATE * denominator || numerator > MAX_RATE * denominator)
    return err(message('value/frame-rate-out-of-bounds', { slowest: MIN_RATE, fastest: MAX_RATE }));
  return ok(frameRate(numerator, denominator));
}

/** Formats a rate as `30000/1001`, or `25` if it is an integer. */
export function formatFrameRate(rate: FrameRate): string {
  return rate.denominator === 1 ? String(rate.numerator) : `${rate.numerator}/${rate.denominator}`;
}

export function sameFrameRate(left: FrameRate, right: FrameRate): boolean {
  return left.numerator * right.denominator === right.numerator * left.denominator;
}

/** Common frame rates in the notation of the language. */
export const COMMON_RATES: readonly string[] = ['24000/1001', '24', '25', '30000/1001', '30', '50', '60000/1001', '60'];

/**
 * Returns the common rate within 1 % of a measured rate, or null. The tolerance is necessary because the rates of phone
 * recordings vary.
 */
export function commonRateNear(framesPerSecond: number): string | null {
  const distance = (rate: string) => {
    const [numerator = 0, denominator = 1] = rate.split('/').map(Number);
    return Math.abs(framesPerSecond / (numerator / denominator) - 1);
  };
  const [nearest] = COMMON_RATES.toSorted((one, other) => distance(one) - distance(other));
  return nearest !== undefined && distance(nearest) <= 0.01 ? nearest : null;
}

/**
 * Returns the duration of `count` frames in seconds. The result is rounded: do not add such durations. Use them only
 * for display and for options of FFmpeg.
 */
export function framesToSeconds(count: Frames, rate: FrameRate): number {
  return (count * rate.denominator) / rate.numerator;
}

/** Converts seconds to the nearest frame. Halves are rounded up. */
export function secondsToFrames(seconds: number, rate: FrameRate): Frames {
  return frames(Math.round((seconds * rate.numerator) / rate.denominator));
}

/** Converts integer milliseconds exactly to the nearest frame. Halves are rounded up. */
export function millisecondsToFrames(milliseconds: number, rate: FrameRate): Frames {
  return frames(roundedRatio(BigInt(milliseconds) * BigInt(rate.numerator), 1000n * BigInt(rate.denominator)));
}

/**
 * Converts seconds in an unsigned decimal text, such as `1.005`, to the nearest frame. Halves are rounded up. The
 * conversion uses exact integers instead of floating-point numbers.
 */
export function decimalSecondsToFrames(decimal: string, rate: FrameRate): Frames {
  const [whole = '', fraction = ''] = decimal.split('.');
  const dividend = BigInt(`0${whole}${fraction}`) * BigInt(rate.numerator);
  return frames(roundedRatio(dividend, 10n ** BigInt(fraction.length) * BigInt(rate.denominator)));
}

/**
 * Returns the start of frame `count` in samples at {@link SAMPLE_RATE}, rounded to the nearest sample. The conversion
 * uses exact integers.
 */
export function framesToSamples(count: Frames, rate: FrameRate): number {
  return roundedRatio(BigInt(count) * BigInt(SAMPLE_RATE) * BigInt(rate.denominator), BigInt(rate.numerator));
}

/**
 * Returns the start of frame `count` at rate `from` in frames at rate `to`, rounded to the nearest frame. The
 * conversion uses exact integers.
 */
export function convertFrames(count: Frames, from: FrameRate, to: FrameRate): Frames {
  const dividend = BigInt(count) * BigInt(from.denominator) * BigInt(to.numerator);
  return frames(roundedRatio(dividend, BigInt(from.numerator) * BigInt(to.denominator)));
}

function roundedRatio(dividend: bigint, divisor: bigint): number {
  return Number((2n * dividend + divisor) / (2n * divisor));
}

function greatestCommonDivisor(left: number, right: number): number {
  return right === 0 ? left : greatestCommonDivisor(right, left % right);
}
