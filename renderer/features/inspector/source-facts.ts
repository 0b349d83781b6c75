import {
  type FrameRate,
  type Frames,
  frames,
  framesToSeconds,
  secondsToFrames,
} from '../../../shared/template/frame-rate.ts';

/** A source as it is used by a scene. */
export interface SourceUse {
  readonly skip: Frames;
  /** Of the scene. */
  readonly duration: Frames;
  readonly rate: FrameRate;
  /** Where the source's picture ends. */
  readonly endSeconds: number;
}

/** Half a frame: what rounding may take. */
const TOLERANCE = 0.5;

/** How many frames the scene goes on after its source has ended; 0 where it does not. */
export function shortfall({ skip, duration, rate, endSeconds }: SourceUse): number {
  const available = (endSeconds * rate.numerator) / rate.denominator - skip;
  return Math.max(0, Math.ceil(duration - Math.max(0, available) - TOLERANCE));
}

/** The longest that the scene can be without holding the source's last picture; at least a frame. */
export function fittingDuration({ skip, rate, endSeconds }: SourceUse): Frames {
  return frames(Math.max(1, secondsToFrames(Math.max(0, endSeconds), rate) - skip));
}

/** `29.97` of `30000/1001`, `25` of `25`. */
export function rateText({ numerator, denominator }: FrameRate): string {
  return String(Math.round((numerator / denominator) * 1000) / 1000);
}

/** `5.005`: seconds of a count of frames, without needless zeros. */
export function secondsOf(count: number, rate: FrameRate): number {
  return Math.round(framesToSeconds(frames(count), rate) * 1000) / 1000;
}
