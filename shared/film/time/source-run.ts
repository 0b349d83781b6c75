import type { VideoLayer } from '../../template/movie/movie.ts';
import type { FrameRate } from '../../template/values/frame-rate.ts';

/** How a video goes through its source. */
type Running = Pick<VideoLayer, 'skip' | 'speed' | 'end' | 'freeze'>;

/**
 * How many of a video's own frames its source lasts, from the in-point to the end of its picture and rounded to the nearest
 * frame; 0 where the in-point lies behind that.
 */
export function sourceFrames(
  { skip, speed }: Pick<Running, 'skip' | 'speed'>,
  endSeconds: number,
  rate: FrameRate,
): number {
  return Math.max(0, Math.round(((endSeconds * rate.numerator) / rate.denominator - skip) / speed));
}

/**
 * Which of its own frames a video shows instead of `frame`, once its source has ended after `lasts` frames: the same one
 * where the last is held, null where nothing is seen. A source without a frame behind the in-point holds its last one.
 */
export function frameInTurn(
  { end, freeze }: Pick<Running, 'end' | 'freeze'>,
  frame: number,
  lasts: number,
): number | null {
  if (freeze !== null || frame < lasts) return frame;
  if (end === 'hide') return null;
  return end === 'loop' && lasts > 0 ? frame % lasts : frame;
}

/** Whether a video's source has an end that is seen: it is not one moment of it, and does not begin again. */
export function runsOut({ end, freeze }: Pick<Running, 'end' | 'freeze'>): boolean {
  return freeze === null && end !== 'loop';
}

/** A speed as two whole numbers, the first divided by the second: so that no rounding decides between two frames. */
export function speedRatio(speed: number): { readonly times: number; readonly per: number } {
  const [, fraction = ''] = String(speed).split('.');
  const per = 10 ** fraction.length;
  const times = Math.round(speed * per);
  const common = commonDivisor(times, per);
  return { times: times / common, per: per / common };
}

function commonDivisor(first: number, second: number): number {
  return second === 0 ? first : commonDivisor(second, first % second);
}
