import type { VideoLayer, VisualLayer } from '../template/movie/movie.ts';
import { type FrameRate, type Frames, frames } from '../template/values/frame-rate.ts';
import type { SourceEnd } from '../template/values/source-length.ts';

/** The frames of the scene in which a layer is present, and the local frames of the layer. */
export interface LayerTime {
  /** The first frame of the scene in which the layer is present. */
  readonly start: Frames;
  /** The frame after the last frame of the layer. It is at least `start`. */
  readonly end: Frames;
  /** The local frame at `start`. */
  readonly first: Frames;
  /** The local frame after the last frame. Animations use it as the length of the layer. */
  readonly length: Frames;
}

/**
 * Returns the time of a layer in a scene of `sceneLength` frames. The layer is present in the frames o ≤ n < min(o + D,
 * L). A negative overlap removes frames at the end of the layer, and a positive overlap removes frames at its start.
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

/** Returns the local frame at a frame of the scene, which can be fractional; null while the layer is absent. */
export function localFrame({ start, end, first }: LayerTime, sceneFrame: number): number | null {
  return sceneFrame >= start && sceneFrame < end ? sceneFrame - start + first : null;
}

/** The fields that determine how a video reads its source. */
type Running = Pick<VideoLayer, 'skip' | 'speed' | 'end' | 'freeze'>;

/**
 * Returns the number of local frames from the in-point of a video to the end of its picture, rounded to the nearest
 * frame; 0 for an in-point after the end.
 */
export function sourceFrames(
  { skip, speed }: Pick<Running, 'skip' | 'speed'>,
  endSeconds: number,
  rate: FrameRate,
): number {
  return Math.max(0, Math.round(((endSeconds * rate.numerator) / rate.denominator - skip) / speed));
}

/**
 * Returns the local frame whose picture a video displays at `frame`. The source has `lasts` local frames. After its
 * end, `loop` restarts the source, `hide` returns null, and `hold` returns `frame`. A freeze frame and a loop without
 * frames also return `frame`.
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

/** Returns whether a video can reach the end of its source. Freeze frames and loops never reach it. */
export function canRunOut({ end, freeze }: Pick<Running, 'end' | 'freeze'>): boolean {
  return freeze === null && end !== 'loop';
}

/** Returns a speed as a fraction of two integers, because a rounding error could select the wrong frame. */
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

/** The timing of an animated image. */
export interface ImageRun {
  /** The duration of each picture in milliseconds. */
  readonly delays: readonly number[];
  /** The behavior after the last picture. */
  readonly end: SourceEnd;
  /** The number of frames of the layer before the segment, if the segment begins within the layer. */
  readonly before?: number;
}

/** The tolerance for rounding errors of times, in milliseconds. */
const TIME_TOLERANCE = 1e-6;

/**
 * Returns the index of the picture of an animated image at a local frame; null for a hidden image. The frame can be
 * fractional, because an output can have another frame rate than the movie.
 */
export function pictureAt(
  { delays, end, before = 0 }: ImageRun,
  localFrameNumber: number,
  rate: FrameRate,
): number | null {
  const lasts = delays.reduce((sum, delay) => sum + delay, 0);
  const milliseconds = ((localFrameNumber + before) * rate.denominator * 1000) / rate.numerator + TIME_TOLERANCE;
  if (milliseconds >= lasts && end === 'hide') return null;
  if (milliseconds >= lasts && end === 'hold') return delays.length - 1;
  let left = milliseconds % lasts;
  for (const [picture, delay] of delays.entries()) {
    if (left < delay) return picture;
    left -= delay;
  }
  return delays.length - 1;
}
