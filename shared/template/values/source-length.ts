import { type FrameRate, type Frames, frames, secondsToFrames } from './frame-rate.ts';

/** The durations of the streams of a source, in seconds of its own time. */
export interface SourceLengths {
  /** The end of the picture; null if there is none, or if it is unknown. */
  readonly pictureSeconds: number | null;
  /** The end of the longest stream; null if unknown. */
  readonly durationSeconds: number | null;
}

export interface SourceUse {
  readonly skip: Frames;
  /** The duration of the scene. */
  readonly duration: Frames;
  readonly rate: FrameRate;
  /** The end of the picture in the source. */
  readonly endSeconds: number;
  /** The speed relative to the source. */
  readonly speed: number;
}

/** The duration of a scene while the length of its content is unknown. */
export const UNKNOWN_SECONDS = 5;

/** Half a frame: the maximum rounding error. */
const TOLERANCE = 0.5;

/** The duration by which encoders can lengthen a sound: up to two packets of 1024 samples at 22,050 Hz. */
const SOUND_ROUNDING_SECONDS = 0.1;

/**
 * Returns the end of the longer stream of a file, because players hold the last picture while the sound continues.
 * Ignores a sound that is longer by only a few packets. Returns null for a file without streams.
 */
export function contentSeconds(picture: number | null, sound: number | null): number | null {
  if (picture === null || sound === null) return picture ?? sound;
  return sound - picture > SOUND_ROUNDING_SECONDS ? sound : picture;
}

/** Returns the number of seconds of a source that a scene shows by default; null if the source has no length. */
export function naturalSeconds({ pictureSeconds, durationSeconds }: SourceLengths): number | null {
  return contentSeconds(pictureSeconds, durationSeconds);
}

/** Converts a source duration to frames of the movie. Returns at least one frame. */
export function naturalFrames(seconds: number, rate: FrameRate): Frames {
  return frames(Math.max(1, secondsToFrames(Math.max(0, seconds), rate)));
}

/** Returns the number of frames by which the scene is longer than its source; 0 if it is not longer. */
export function shortfall({ skip, duration, rate, endSeconds, speed }: SourceUse): number {
  const available = ((endSeconds * rate.numerator) / rate.denominator - skip) / speed;
  return Math.max(0, Math.ceil(duration - Math.max(0, available) - TOLERANCE));
}

/** Returns the maximum duration of the scene before its source ends. Returns at least one frame. */
export function fittingDuration({ skip, rate, endSeconds, speed }: Omit<SourceUse, 'duration'>): Frames {
  return frames(Math.max(1, Math.floor((naturalFrames(endSeconds, rate) - skip) / speed)));
}

/**
 * The picture of a video after the end of its source. `hold`: the last frame. `loop`: the source again from its
 * in-point. `hide`: no picture.
 */
export const SOURCE_ENDS = ['hold', 'loop', 'hide'] as const;
export type SourceEnd = (typeof SOURCE_ENDS)[number];
