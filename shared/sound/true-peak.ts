/**
 * The first two phases of the interpolation filter for true peaks (ITU-R BS.1770-4, Annex 2, table 1). The other two
 * phases are mirror images of these.
 */
const FIRST = Float64Array.of(
  ...[0.001708984375, 0.010986328125, -0.0196533203125, 0.033203125, -0.0594482421875, 0.1373291015625],
  ...[0.97216796875, -0.102294921875, 0.047607421875, -0.026611328125, 0.014892578125, -0.00830078125],
);
const SECOND = Float64Array.of(
  ...[-0.0291748046875, 0.029296875, -0.0517578125, 0.089111328125, -0.16650390625, 0.465087890625],
  ...[0.77978515625, -0.2003173828125, 0.1015625, -0.0582275390625, 0.0330810546875, -0.0189208984375],
);

/** The number of samples on which a result depends. */
export const TAPS = 12;
/** The number of samples by which a result is delayed. */
export const PEAK_DELAY = 6;

/** The maximum factor by which the filter can raise a peak: the largest sum of the absolute coefficients of a phase. */
export const LARGEST_RISE = Math.max(
  1,
  ...[FIRST, SECOND].map((taps) => taps.reduce((sum, tap) => sum + Math.abs(tap), 0)),
);

/** Estimates the true peak around each sample of a stereo sound. */
export interface PeakWindow {
  /**
   * Adds the next sample. Returns the largest magnitude of both channels at the sample `PEAK_DELAY` earlier, and at the
   * four interpolated points after that sample. Can return 0 if the magnitude is at most `floor`; most samples then
   * need no filter.
   */
  push(left: number, right: number, floor: number): number;
  /** Adds interleaved samples. Returns the maximum of `floor` and all magnitudes that `push` would return for them. */
  highest(samples: Float32Array, floor: number): number;
}

/** Creates a window for a sound that starts after silence. */
export function createPeakWindow(): PeakWindow {
  // Store each sample twice, so that the last samples are always adjacent.
  const [lefts, rights] = [new Float64Array(2 * TAPS), new Float64Array(2 * TAPS)];
  let newest = 0;
  let [leftToFilter, rightToFilter] = [0, 0];
  /** The number of most recent samples that are equal in both channels, up to the length of the filter. */
  let equalSamples = TAPS;
  const push = (left: number, right: number, floor: number): number => {
    newest = newest === 0 ? TAPS - 1 : newest - 1;
    lefts[newest] = left;
    lefts[newest + TAPS] = left;
    rights[newest] = right;
    rights[newest + TAPS] = right;
    equalSamples = left === right ? equalSamples + 1 : 0;
    leftToFilter = Math.abs(left) * LARGEST_RISE > floor ? TAPS : leftToFilter - 1;
    rightToFilter = Math.abs(right) * LARGEST_RISE > floor ? TAPS : rightToFilter - 1;
    const leftPeak = leftToFilter > 0 ? peakIn(lefts, newest) : 0;
    if (rightToFilter <= 0 || equalSamples >= TAPS) return leftPeak;
    return Math.max(leftPeak, peakIn(rights, newest));
  };
  return {
    push,
    highest(samples, floor) {
      let highest = floor;
      for (let at = 0; at + 1 < samples.length; at += 2) {
        const peak = push(samples[at] ?? 0, samples[at + 1] ?? 0, highest);
        if (peak > highest) highest = peak;
      }
      return highest;
    },
  };
}

/** Returns the largest magnitude in the middle of the samples from `first` on, newest first. */
function peakIn(samples: Float64Array, first: number): number {
  let [first1, second1, second2, first2] = [0, 0, 0, 0];
  for (let tap = 0; tap < TAPS; tap++) {
    const sample = samples[first + tap] ?? 0;
    const mirrored = TAPS - 1 - tap;
    first1 += (FIRST[tap] ?? 0) * sample;
    second1 += (SECOND[tap] ?? 0) * sample;
    second2 += (SECOND[mirrored] ?? 0) * sample;
    first2 += (FIRST[mirrored] ?? 0) * sample;
  }
  const interpolated = Math.max(Math.abs(first1), Math.abs(second1), Math.abs(second2), Math.abs(first2));
  return Math.max(Math.abs(samples[first + PEAK_DELAY] ?? 0), interpolated);
}
