import { type FrameRate, frames, framesToSeconds } from '../../../../shared/template/values/frame-rate.ts';

/** `29.97` of `30000/1001`, `25` of `25`. */
export function rateText({ numerator, denominator }: FrameRate): string {
  return String(Math.round((numerator / denominator) * 1000) / 1000);
}

/** `5.005`: seconds of a count of frames, without needless zeros. */
export function secondsOf(count: number, rate: FrameRate): number {
  return Math.round(framesToSeconds(frames(count), rate) * 1000) / 1000;
}
