import type { Size } from '#shared/template/values/placement.ts';
import type { ToolLimits } from '../../ffmpeg/tool-watchdog.ts';
import { MIXED_BYTES_PER_SAMPLE } from './sound-graph.ts';

const STALL_SECONDS = 60;
const FULL_HD = 1920 * 1080;
/** The frame size in pixels for which the slowest encoder on a slow machine needs about a second. */
const PIXELS_PER_SECOND = 1280 * 720;
/** The bytes per second that a disk under load still writes. */
const BYTES_PER_SECOND = 5e6;
const MARGIN_BYTES = 16 * 2 ** 20;

export type TimeLimits = Pick<ToolLimits, 'stallSeconds' | 'totalSeconds'>;

/**
 * Returns the time limits of a run that encodes this many frames. Larger frames get more time.
 * @param unreportedFrames The maximum number of encoded frames that FFmpeg has not reported.
 */
export function encodingTimeLimits(
  { width, height }: Size,
  frames: number,
  seconds: number,
  unreportedFrames = 0,
): TimeLimits {
  const pixels = width * height;
  const frameSeconds = Math.max(1, pixels / PIXELS_PER_SECOND);
  return {
    stallSeconds: STALL_SECONDS * Math.max(1, pixels / FULL_HD) + unreportedFrames * frameSeconds,
    totalSeconds: STALL_SECONDS + 20 * seconds + frames * frameSeconds,
  };
}

/**
 * Returns the time limits of a run that encodes frames while they are composed, with this many steps per frame. Each
 * step gets as much time as encoding the frame.
 */
export function composingTimeLimits(canvas: Size, frames: number, seconds: number, steps: number): TimeLimits {
  const { stallSeconds, totalSeconds } = encodingTimeLimits(canvas, frames, seconds);
  const composed = encodingTimeLimits(canvas, frames * steps, 0).totalSeconds;
  return { stallSeconds, totalSeconds: totalSeconds + composed };
}

/**
 * Returns the time limits of a run that copies this many bytes. At its end, the run may move all bytes without
 * reporting progress.
 */
export function copyTimeLimits(bytes: number, seconds: number): TimeLimits {
  const stallSeconds = STALL_SECONDS + bytes / BYTES_PER_SECOND;
  return { stallSeconds, totalSeconds: 2 * stallSeconds + 20 * seconds };
}

/**
 * Returns the maximum size of a file with these frames and samples: twice their raw size. Only a faulty encoder exceeds
 * it.
 */
export function outputLimitBytes({ width, height }: Size, frames: number, samples: number): number {
  return 2 * (4 * width * height * frames + MIXED_BYTES_PER_SAMPLE * samples) + MARGIN_BYTES;
}
