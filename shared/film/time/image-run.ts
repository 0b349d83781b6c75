import type { FrameRate } from '../../template/values/frame-rate.ts';
import type { SourceEnd } from '../../template/values/source-end.ts';

/** How an image moves. */
export interface ImageRun {
  /** How many milliseconds each of its pictures is seen. */
  readonly delays: readonly number[];
  /** What is seen behind the last. */
  readonly end: SourceEnd;
  /** For how many frames it was there before its layer's first: in a stretch that does not show the beginning. */
  readonly before?: number;
}

/** Less than any rounding of a moment, in milliseconds. */
const ALMOST = 1e-6;

/**
 * Which picture of an image that moves is seen in a frame of its layer's own; null where nothing is seen any more. The
 * number need not be whole: a format of another rate shows moments between the movie's frames.
 */
export function pictureAt({ delays, end, before = 0 }: ImageRun, own: number, rate: FrameRate): number | null {
  const lasts = delays.reduce((sum, delay) => sum + delay, 0);
  const moment = ((own + before) * rate.denominator * 1000) / rate.numerator + ALMOST;
  if (moment >= lasts && end === 'hide') return null;
  if (moment >= lasts && end === 'hold') return delays.length - 1;
  let left = moment % lasts;
  for (const [picture, delay] of delays.entries()) {
    if (left < delay) return picture;
    left -= delay;
  }
  return delays.length - 1;
}
