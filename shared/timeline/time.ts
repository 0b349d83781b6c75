import type { VideoLayer, VisualLayer } from '../template/movie/movie.ts';
import { type FrameRate, type Frames, frames } from '../template/values/frame-rate.ts';
import type { SourceEnd } from '../template/values/source-length.ts';

/** When a layer is there in its scene, and which of its own frames it shows then. */
export interface LayerTime {
  /** The first frame of the scene in which it is there. */
  readonly start: Frames;
  /** Behind the last one; not before `start`. */
  readonly end: Frames;
  /** Its own frame at `start`. */
  readonly first: Frames;
  /** Behind its own last frame: how long it is for its animations. */
  readonly length: Frames;
}

/**
 * The time of a layer in a scene of so many frames. It is there in the frames o ≤ n < min(o + D, L). An overlap below 0
 * ends it so many frames sooner; one above 0 leaves out so many frames of its own beginning.
 */
export function layerTime(
  { offset, duration, overlap }: Pick<VisualLayer, 'offset' | 'duration' | 'overlap'>,
  sceneLength: Frames,
): LayerTime {
  const full = duration === null ? sceneLength : Math.min(offset + duration, sceneLength);
  const start = frames(Math.min(offset, sceneLength));
  const end = frames(Math.max(start, full + Math.min(0, overlap)));
  const first = frames(Math.max(0, overlap));
  return { start, end, first, length: frames(first + end - start) };
}

/** The layer's own frame in a frame of its scene, whole or not; null where it is not there. */
export function ownFrame({ start, end, first }: LayerTime, sceneFrame: number): number | null {
  return sceneFrame >= start && sceneFrame < end ? sceneFrame - start + first : null;
}

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
export function frameInLoop(
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
