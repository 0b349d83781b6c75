import { nominalRate } from '#shared/editing/timeline.ts';
import type { FrameRate } from '#shared/template/values/frame-rate.ts';

export interface Tick {
  readonly frame: number;
  /** Major ones have a label. */
  readonly kind: 'major' | 'middle' | 'minor';
}

/** Frames between the lines of the ruler; each divides the ones above it. */
export interface TickSteps {
  readonly major: number;
  readonly middle: number;
  readonly minor: number;
}

export type RulerUnit = 'time' | 'frames';

/** Room for a label such as `0:00:05:00`, or `86400`. */
const MAJOR_PIXELS = { time: 88, frames: 60 } as const satisfies Record<RulerUnit, number>;
const MIDDLE_PIXELS = 24;
const MINOR_PIXELS = 8;
const SECONDS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 18_000, 36_000, 86_400];

/**
 * How far apart the lines of the ruler are. Below a second they are at divisors of its frames (1, 5 of 25; 1, 2, 3, 5,
 * 6 … of 30), so that a line falls on each second as timecode counts it.
 */
export function tickSteps(rate: FrameRate, pixelsPerFrame: number, unit: RulerUnit): TickSteps {
  const labelPixels = MAJOR_PIXELS[unit];
  const nominal = nominalRate(rate);
  const steps = [...divisorsOf(nominal), ...SECONDS.map((seconds) => seconds * nominal)];
  const last = steps.at(-1) ?? nominal;
  const wide = (step: number, pixels: number) => step * pixelsPerFrame >= pixels;
  const major = steps.find((step) => wide(step, labelPixels)) ?? Math.ceil(labelPixels / pixelsPerFrame / last) * last;
  const dividing = (of: number) => steps.filter((step) => of % step === 0);
  const middle = dividing(major).find((step) => wide(step, MIDDLE_PIXELS)) ?? major;
  const minor = dividing(middle).find((step) => wide(step, MINOR_PIXELS)) ?? middle;
  return { major, middle, minor };
}

/** The lines of the ruler from one frame to another. */
export function ticksBetween({ major, middle, minor }: TickSteps, from: number, to: number): readonly Tick[] {
  const first = Math.max(0, Math.floor(from / minor)) * minor;
  const count = Math.max(0, Math.floor((to - first) / minor) + 1);
  return Array.from({ length: count }, (_, at) => {
    const frame = first + at * minor;
    return { frame, kind: frame % major === 0 ? 'major' : frame % middle === 0 ? 'middle' : 'minor' };
  });
}

/** Without the number itself, which is a whole second. */
function divisorsOf(count: number): readonly number[] {
  return Array.from({ length: Math.max(0, count - 1) }, (_, at) => at + 1).filter((step) => count % step === 0);
}
