import { type FrameRate, SAMPLE_RATE } from '#shared/template/values/frame-rate.ts';

/** One playback: from a start until it stops, ends, or changes direction. */
export interface PlaySpan {
  /** The first frame, within the range. */
  readonly start: number;
  /** The speed factor: 1 is normal, and a negative speed plays backward. */
  readonly speed: number;
  readonly rate: FrameRate;
  /** The frames from `from` up to, but excluding, `to`; at least one. */
  readonly range: FrameRange;
  readonly loops: boolean;
}

export interface FrameRange {
  readonly from: number;
  readonly to: number;
}

/** The position of playback. */
export interface PlayPosition {
  readonly frame: number;
  readonly ended: boolean;
}

/** The tolerance in frames for rounding errors. Without it, a frame could be displayed one frame too late. */
const EARLY = 1e-6;

/** Returns the playback position after a number of seconds. */
export function positionAt({ start, speed, rate, range, loops }: PlaySpan, seconds: number): PlayPosition {
  const { from, to } = range;
  const length = to - from;
  const steps = Math.floor((Math.max(0, seconds) * Math.abs(speed) * rate.numerator) / rate.denominator + EARLY);
  if (speed >= 0) {
    const reached = start + steps;
    if (reached < to) return { frame: reached, ended: false };
    return loops ? { frame: from + ((reached - from) % length), ended: false } : { frame: to - 1, ended: true };
  }
  const reached = start - steps;
  if (reached >= from) return { frame: reached, ended: false };
  return loops ? { frame: to - 1 - ((from - 1 - reached) % length), ended: false } : { frame: from, ended: true };
}

/** A continuous segment of sound, in samples of the movie. */
export interface SoundSegment {
  /** The first sample in the movie. */
  readonly from: number;
  readonly length: number;
  /** The start of the segment in seconds since the start of playback. */
  readonly atSeconds: number;
}

/** Returns the sound segments between two times in seconds since the start of playback; empty for backward playback. */
export function segmentsBetween(span: PlaySpan, after: number, before: number): readonly SoundSegment[] {
  const { speed, loops } = span;
  if (speed <= 0) return [];
  const sampleOf = (frame: number) => (frame * SAMPLE_RATE * span.rate.denominator) / span.rate.numerator;
  const [from, to, start] = [span.range.from, span.range.to, span.start].map(sampleOf) as [number, number, number];
  const segments: SoundSegment[] = [];
  let position = Math.max(0, after) * speed * SAMPLE_RATE;
  const end = before * speed * SAMPLE_RATE;
  while (position < end) {
    const first = start + position;
    if (!loops && first >= to) break;
    const firstInSpan = first < to ? first : from + ((first - from) % (to - from));
    const length = Math.min(end - position, to - firstInSpan);
    // Skip a remainder shorter than half a sample, which is a rounding error.
    if (length < 0.5) {
      position += Math.max(length, 0.5);
      continue;
    }
    segments.push({ from: firstInSpan, length, atSeconds: position / speed / SAMPLE_RATE });
    position += length;
  }
  return segments;
}

const SPEEDS = [1, 2, 4, 8] as const;

/**
 * Returns the speed after a press of J or L. A press in the current direction doubles the speed. A press in the other
 * direction restarts at normal speed. `speed` is 0 while paused.
 */
export function shuttled(speed: number, direction: -1 | 1): number {
  if (Math.sign(speed) !== direction) return direction;
  const faster = SPEEDS.find((each) => each > Math.abs(speed));
  return direction * (faster ?? SPEEDS[SPEEDS.length - 1] ?? 1);
}
