import { type FrameRate, type Frames, frames, secondsToFrames } from './frame-rate.ts';

/** The durations of the streams of a source, in seconds of the source. */
export interface SourceLengths {
  /** The end of the picture; null if the source has no picture or the end is unknown. */
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

/** The duration of a scene with unknown content length. */
export const UNKNOWN_SECONDS = 5;

/** The maximum rounding error: half a frame. */
const TOLERANCE = 0.5;

/** The maximum time that encoders add to a sound: two packets of 1024 samples at 22,050 Hz, rounded up. */
const SOUND_ROUNDING_SECONDS = 0.1;

/**
 * Returns the end of the longer stream of a file, because players hold the last picture while the sound continues. A
 * sound that is longer by only a few packets is ignored. Returns null for a file without streams.
 */
export function contentSeconds(picture: number | null, sound: number | null): number | null {
  if (picture === null || sound === null) return picture ?? sound;
  return sound - picture > SOUND_ROUNDING_SECONDS ? sound : picture;
}

/** Returns the seconds of a source that a scene shows by default; null if the length of the source is unknown. */
export function naturalSeconds({ pictureSeconds, durationSeconds }: SourceLengths): number | null {
  return contentSeconds(pictureSeconds, durationSeconds);
}

/** Converts a source duration to frames of the movie. Returns at least one frame. */
export function naturalFrames(seconds: number, rate: FrameRate): Frames {
  return frames(Math.max(1, secondsToFrames(Math.max(0, seconds), rate)));
}

/** Returns the number of frames by which the scene exceeds its source; 0 if the source is long enough. */
export function shortfall({ skip, duration, rate, endSeconds, speed }: SourceUse): number {
  const available = ((endSeconds * rate.numerator) / rate.denominator - skip) / speed;
  return Math.max(0, Math.ceil(duration - Math.max(0, available) - TOLERANCE));
}

/** Returns the maximum duration of a scene that ends with its source, at least one frame. */
export function fittingDuration({ skip, rate, endSeconds, speed }: Omit<SourceUse, 'duration'>): Frames {
  return frames(Math.max(1, Math.floor((naturalFrames(endSeconds, rate) - skip) / speed)));
}

/**
 * The behavior of a video after the end of its source: `hold` displays the last frame, `loop` restarts at the in-point,
 * and `hide` displays nothing.
 */
export const SOURCE_ENDS = ['hold', 'loop', 'hide'] as const;
export type SourceEnd = (typeof SOURCE_ENDS)[number];

/** A scene length that depends on the content of the scene. */
export interface ContentLength {
  /** The content that determines the length: all layers with a length, or only the sounds. */
  readonly of: 'all' | 'audio';
  /** The additional frames after the end of the content. */
  readonly extra: Frames;
  /** Whether the content is complete. False if values of variables are unknown. */
  readonly isWhole: boolean;
  /** `open`: the length of a source is unknown. `none`: no content has a length. */
  readonly state: 'open' | 'known' | 'none';
}
