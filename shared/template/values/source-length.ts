import { type FrameRate, type Frames, frames, secondsToFrames } from './frame-rate.ts';

/** How long a source lasts, in seconds of its own time. */
export interface SourceLengths {
  /** Where its picture ends; null where it has none, or where that is not known. */
  readonly pictureSeconds: number | null;
  /** Where the longest of its streams ends; null where that is not known. */
  readonly durationSeconds: number | null;
}

/** A source as a scene uses it. */
export interface SourceUse {
  readonly skip: Frames;
  /** Of the scene. */
  readonly duration: Frames;
  readonly rate: FrameRate;
  /** Where the source's picture ends. */
  readonly endSeconds: number;
  /** How much faster than the source it is shown. */
  readonly speed: number;
}

/** Seconds of a scene whose content does not say yet how long it is. */
export const UNKNOWN_SECONDS = 5;

/** Half a frame: what rounding may take. */
const TOLERANCE = 0.5;

/** Encoders round the end of a sound up by as much as two packets of 1024 samples at 22,050 Hz. */
const SOUND_ROUNDING_SECONDS = 0.1;

/**
 * Returns where the longer stream of a file ends, as players show it: the last picture stays while the sound goes on. A
 * sound that is longer by a few packets alone adds nothing. Null for a file without streams.
 */
export function contentSeconds(picture: number | null, sound: number | null): number | null {
  if (picture === null || sound === null) return picture ?? sound;
  return sound - picture > SOUND_ROUNDING_SECONDS ? sound : picture;
}

/** Returns how many seconds of a source a scene shows by default; null where the source has no length. */
export function naturalSeconds({ pictureSeconds, durationSeconds }: SourceLengths): number | null {
  return contentSeconds(pictureSeconds, durationSeconds);
}

/** The frames of a movie that such a source fills from its beginning; at least one. */
export function naturalFrames(seconds: number, rate: FrameRate): Frames {
  return frames(Math.max(1, secondsToFrames(Math.max(0, seconds), rate)));
}

/** How many frames the scene goes on after its source has ended; 0 where it does not. */
export function shortfall({ skip, duration, rate, endSeconds, speed }: SourceUse): number {
  const available = ((endSeconds * rate.numerator) / rate.denominator - skip) / speed;
  return Math.max(0, Math.ceil(duration - Math.max(0, available) - TOLERANCE));
}

/** The longest that the scene can be without holding the source's last picture; at least a frame. */
export function fittingDuration({ skip, rate, endSeconds, speed }: Omit<SourceUse, 'duration'>): Frames {
  return frames(Math.max(1, Math.floor((naturalFrames(endSeconds, rate) - skip) / speed)));
}

/** What a video shows past its source's end: the last frame; the source again from its in-point; nothing. */
export const SOURCE_ENDS = ['hold', 'loop', 'hide'] as const;
export type SourceEnd = (typeof SOURCE_ENDS)[number];
