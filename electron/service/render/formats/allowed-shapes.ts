import { evenSide } from '#shared/film/scenes/film-size.ts';
import { type FrameRate, frameRate, sameFrameRate } from '#shared/template/values/frame-rate.ts';

export const anyRate = (rate: FrameRate): FrameRate => rate;

/** The rates of ISO/IEC 13818-2, table 6-4. */
const MPEG2_RATES = [
  frameRate(24_000, 1001),
  frameRate(24),
  frameRate(25),
  frameRate(30_000, 1001),
  frameRate(30),
  frameRate(50),
  frameRate(60_000, 1001),
  frameRate(60),
];

/** The nearest rate that MPEG-2 has. */
export const mpeg2Rate = (rate: FrameRate): FrameRate => nearestMultiple(rate, MPEG2_RATES);

/**
 * The rate itself; else the lowest whole multiple of it, so that each frame is shown equally long; else the next
 * rate above; else the highest there is.
 */
function nearestMultiple(rate: FrameRate, allowed: readonly FrameRate[]): FrameRate {
  const multiple = allowed.find(
    (candidate) => (candidate.numerator * rate.denominator) % (candidate.denominator * rate.numerator) === 0,
  );
  const above = allowed.find(
    (candidate) => candidate.numerator * rate.denominator >= candidate.denominator * rate.numerator,
  );
  return multiple ?? above ?? allowed.at(-1) ?? rate;
}

/** MPEG-4 counts time in at most 65,535 parts of a second (ISO/IEC 14496-2, vop_time_increment_resolution). */
export function mpeg4Rate(rate: FrameRate): FrameRate {
  if (rate.numerator <= 65_535) return rate;
  return frameRate(Math.round((rate.numerator / rate.denominator) * 100), 100);
}

/** GIF counts time in hundredths of a second, and browsers slow down what is shown for less than two of them. */
export function gifRate(rate: FrameRate): FrameRate {
  const fastest = frameRate(50);
  const tooFast = rate.numerator > fastest.numerator * rate.denominator;
  return tooFast && !sameFrameRate(rate, fastest) ? fastest : rate;
}

export const anySide = (pixels: number): number => pixels;

/**
 * MPEG-2 refuses sides whose lower 12 bits are zero (ISO/IEC 13818-2, 6.3.3: the size is sent in two parts, the lower
 * not zero).
 */
export const mpeg2Side = (pixels: number): number =>
  evenSide(pixels) % 4096 === 0 ? evenSide(pixels) - 2 : evenSide(pixels);

/** MPEG-4 sends the size in 13 bits (ISO/IEC 14496-2, 6.2.3). */
export const mpeg4Side = (pixels: number): number => Math.min(evenSide(pixels), 8190);
