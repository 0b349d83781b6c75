/** How much was there at a time: bytes, and milliseconds of a clock that never goes back. */
interface Sample {
  readonly at: number;
  readonly bytes: number;
}

/** Samples of an upload's progress in the last seconds. */
export interface Speed {
  readonly samples: readonly Sample[];
}

const WINDOW_MILLISECONDS = 10_000;
/** With less than this the speed would jump about. */
const LEAST_MILLISECONDS = 800;
const LEAST_SAMPLES = 3;

export const noSpeed: Speed = { samples: [] };

/** The speed with another sample; what is older than the window is forgotten, down to what is needed for a figure. */
export function observe({ samples }: Speed, sample: Sample): Speed {
  const since = sample.at - WINDOW_MILLISECONDS;
  const recent = samples.filter(({ at }, index) => at >= since || index >= samples.length - LEAST_SAMPLES + 1);
  return { samples: [...recent, sample] };
}

/** Bytes per second over the window; null as long as there is too little to say. */
export function bytesPerSecond({ samples }: Speed): number | null {
  const first = samples[0];
  const last = samples.at(-1);
  if (first === undefined || last === undefined || samples.length < LEAST_SAMPLES) return null;
  const milliseconds = last.at - first.at;
  const bytes = last.bytes - first.bytes;
  return milliseconds < LEAST_MILLISECONDS || bytes <= 0 ? null : (bytes / milliseconds) * 1000;
}

/** Whole seconds until that many bytes have been sent; null while too little is known. */
export function secondsLeft(speed: Speed, bytesLeft: number): number | null {
  const rate = bytesPerSecond(speed);
  return rate === null ? null : Math.ceil(Math.max(0, bytesLeft) / rate);
}
