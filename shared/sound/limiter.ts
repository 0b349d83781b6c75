import { SAMPLE_RATE } from '../template/values/frame-rate.ts';
import { createPeakWindow, LARGEST_RISE, PEAK_DELAY, TAPS } from './true-peak.ts';

/** The gain of a whole film and the ceiling of its true peak, both as amplitudes. */
export interface SoundGain {
  readonly gain: number;
  readonly ceiling: number;
}

/** The number of samples on each side that the minimum and the mean include: 5 ms. */
const REACH = SAMPLE_RATE / 200;
const SPAN = 2 * REACH + 1;
/** The number of samples until the limiter has recovered completely: 0.2 s. */
const RECOVERY = SAMPLE_RATE / 5;

/** The number of later samples on which the result of a sample depends. The limiter delays the sound by this number. */
export const LIMITER_LOOKAHEAD = PEAK_DELAY + 2 * REACH;
/** The number of earlier samples on which the result of a sample depends. */
export const LIMITER_LOOKBACK = LIMITER_LOOKAHEAD + RECOVERY;

/**
 * The integer that represents the factor 1. Factors are added as integers, because sums of integers are independent of
 * the first sample.
 */
const WHOLE = 2 ** 30;

/** Applies a gain to a stereo sound and limits its true peaks, piece by piece. */
export interface Limiter {
  /** Limits interleaved stereo samples in place. The results are delayed by `LIMITER_LOOKAHEAD` samples. */
  limit(samples: Float32Array): void;
}

/**
 * Creates a limiter for a sound that starts after silence. The factor of a sample is the mean of the minimum factors
 * around it. Therefore, the reduction begins 10 ms before a peak and ends within 0.2 s after it.
 */
export function createLimiter({ gain, ceiling }: SoundGain): Limiter {
  const window = createPeakWindow();
  const delayed = new Float32Array(2 * LIMITER_LOOKAHEAD);
  let delayedAt = 0;
  const lowest = createRunningMinimum();
  const reductions = new Float64Array(SPAN).fill(WHOLE);
  let reductionAt = 0;
  let sum = SPAN * WHOLE;
  let reduction = 1;
  let samplesSincePeak = TAPS;
  /** Returns whether the limiter is at rest and all samples of a piece are below the ceiling. */
  const passesUnchanged = (samples: Float32Array): boolean => {
    if (reduction !== 1 || sum !== SPAN * WHOLE || samplesSincePeak < TAPS) return false;
    for (const sample of samples) if (Math.abs(Math.fround(sample * gain)) * LARGEST_RISE > ceiling) return false;
    return true;
  };
  /** Replaces the stereo sample at an index of a piece with the delayed sample times a factor. */
  const delay = (samples: Float32Array, at: number, left: number, right: number, factor: number): void => {
    samples[at] = (delayed[delayedAt] ?? 0) * factor;
    samples[at + 1] = (delayed[delayedAt + 1] ?? 0) * factor;
    delayed[delayedAt] = left;
    delayed[delayedAt + 1] = right;
    delayedAt = delayedAt + 2 === delayed.length ? 0 : delayedAt + 2;
  };
  const passOn = (samples: Float32Array): void => {
    // Add only the last samples, because the peaks of the next piece depend only on them.
    const firstNeeded = samples.length - 2 * TAPS;
    for (let at = 0; at + 1 < samples.length; at += 2) {
      const left = Math.fround((samples[at] ?? 0) * gain);
      const right = Math.fround((samples[at + 1] ?? 0) * gain);
      if (at >= firstNeeded) window.push(left, right, ceiling);
      delay(samples, at, left, right, 1);
    }
  };
  return {
    limit(samples) {
      if (passesUnchanged(samples)) {
        passOn(samples);
        return;
      }
      for (let at = 0; at + 1 < samples.length; at += 2) {
        const left = Math.fround((samples[at] ?? 0) * gain);
        const right = Math.fround((samples[at + 1] ?? 0) * gain);
        const peak = window.push(left, right, ceiling);
        samplesSincePeak =
          Math.max(Math.abs(left), Math.abs(right)) * LARGEST_RISE > ceiling ? 0 : samplesSincePeak + 1;
        reduction = Math.min(lowest(peak > ceiling ? ceiling / peak : 1), reduction + 1 / RECOVERY);
        const rounded = Math.round(reduction * WHOLE);
        sum += rounded - (reductions[reductionAt] ?? 0);
        reductions[reductionAt] = rounded;
        reductionAt = reductionAt + 1 === SPAN ? 0 : reductionAt + 1;
        delay(samples, at, left, right, sum / (SPAN * WHOLE));
      }
    },
  };
}

/** Returns a function that adds a value and returns the minimum of the last `SPAN` values. Earlier values are 1. */
function createRunningMinimum(): (value: number) => number {
  // A ring of candidates in ascending order. A new value removes all larger candidates before it.
  const values = new Float64Array(SPAN + 1);
  const times = new Float64Array(SPAN + 1);
  const size = SPAN + 1;
  let [first, count, time] = [0, 0, 0];
  return (value) => {
    while (count > 0 && (values[(first + count - 1) % size] ?? 0) >= value) count -= 1;
    const last = (first + count) % size;
    values[last] = value;
    times[last] = time;
    count += 1;
    if ((times[first] ?? 0) <= time - SPAN) {
      first = first + 1 === size ? 0 : first + 1;
      count -= 1;
    }
    time += 1;
    return values[first] ?? 1;
  };
}
