import { type FrameRate, SAMPLE_RATE } from '#shared/template/values/frame-rate.ts';

/** Playing from one moment on, until it is stopped, ends, or goes another way. */
export interface PlaySpan {
  /** Within the range. */
  readonly start: number;
  /** 1 is as filmed, negative is backwards. */
  readonly speed: number;
  readonly rate: FrameRate;
  /** Frames from the first up to, and without, `to`; at least one. */
  readonly range: FrameRange;
  readonly loops: boolean;
}

export interface FrameRange {
  readonly from: number;
  readonly to: number;
}

/** Where playing is. */
export interface PlayPosition {
  readonly frame: number;
  readonly ended: boolean;
}

/** Clocks are floats: a frame is due this little before its time, rather than a whole frame late. */
const EARLY = 1e-6;

/** The frame on screen after so many seconds. */
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

/** A stretch of the film that is heard without a break; in samples of the film's sound. */
export interface SoundSegment {
  /** Of the film. */
  readonly from: number;
  readonly length: number;
  /** When it is heard, counted from the beginning of playing. */
  readonly atSeconds: number;
}

/** What of the film is heard from `after` to `before`, both counted in seconds of playing; forwards only. */
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
    const within = first < to ? first : from + ((first - from) % (to - from));
    const length = Math.min(end - position, to - within);
    // A rounding error must not become a stretch of its own.
    if (length < 0.5) {
      position += Math.max(length, 0.5);
      continue;
    }
    segments.push({ from: within, length, atSeconds: position / speed / SAMPLE_RATE });
    position += length;
  }
  return segments;
}

const SPEEDS = [1, 2, 4, 8] as const;

/** J and L: the same direction again goes faster, the other one begins anew. `speed` is 0 while nothing plays. */
export function shuttled(speed: number, direction: -1 | 1): number {
  if (Math.sign(speed) !== direction) return direction;
  const faster = SPEEDS.find((each) => each > Math.abs(speed));
  return direction * (faster ?? SPEEDS[SPEEDS.length - 1] ?? 1);
}
