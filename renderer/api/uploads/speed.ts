/** The number of bytes sent until a time. The time is in milliseconds of a monotonic clock. */
interface Sample {
  readonly at: number;
  readonly bytes: number;
}

/** The recent samples of an upload's progress. */
export interface Speed {
  readonly samples: readonly Sample[];
}

const WINDOW_MILLISECONDS = 10_000;
/** The minimum time span in milliseconds for a stable speed. */
const MIN_MILLISECONDS = 800;
const MIN_SAMPLES = 3;

export const unmeasuredSpeed: Speed = { samples: [] };

/** Adds a sample. Drops samples outside the window, but keeps at least `MIN_SAMPLES`. */
export function withSample({ samples }: Speed, sample: Sample): Speed {
  const since = sample.at - WINDOW_MILLISECONDS;
  const recent = samples.filter(({ at }, index) => at >= since || index >= samples.length - MIN_SAMPLES + 1);
  return { samples: [...recent, sample] };
}

/** Returns the bytes per second in the window; null if there are too few samples. */
export function bytesPerSecond({ samples }: Speed): number | null {
  const first = samples[0];
  const last = samples.at(-1);
  if (first === undefined || last === undefined || samples.length < MIN_SAMPLES) return null;
  const milliseconds = last.at - first.at;
  const bytes = last.bytes - first.bytes;
  return milliseconds < MIN_MILLISECONDS || bytes <= 0 ? null : (bytes / milliseconds) * 1000;
}

/** Returns the remaining time in whole seconds for a number of bytes; null if the speed is unknown. */
export function secondsLeft(speed: Speed, bytesLeft: number): number | null {
  const rate = bytesPerSecond(speed);
  return rate === null ? null : Math.ceil(Math.max(0, bytesLeft) / rate);
}
