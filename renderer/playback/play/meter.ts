/** The levels of one channel in a measurement window, as fractions of full scale. */
export interface MeasuredLevels {
  readonly peak: number;
  readonly rms: number;
}

/** The displayed levels of one channel, in dBFS. */
export interface ChannelLevels {
  readonly peak: number;
  readonly rms: number;
  /** The held peak in dBFS: the highest peak within the hold time. */
  readonly peakHold: number;
  /** The time of the held peak in seconds. */
  readonly peakHoldAt: number;
  /** Whether the channel has reached full scale since the last reset. */
  readonly clipped: boolean;
}

/** The lowest displayed level in dBFS. */
export const METER_FLOOR = -60;
/** The decay of the peak and the RMS level in decibels per second. */
const FALL = 20;
const HOLD_SECONDS = 2;

export const SILENT_CHANNEL: ChannelLevels = {
  ...{ peak: METER_FLOOR, rms: METER_FLOOR, peakHold: METER_FLOOR },
  ...{ peakHoldAt: Number.NEGATIVE_INFINITY, clipped: false },
};

/** Converts a fraction of full scale to dBFS. The minimum is `METER_FLOOR`. */
export function decibelsOf(part: number): number {
  return part <= 0 ? METER_FLOOR : Math.max(METER_FLOOR, 20 * Math.log10(part));
}

/**
 * Returns the next state of a channel's meter. It rises immediately and falls slowly. `before` and `now` are times in
 * seconds.
 */
export function nextLevels(
  displayed: ChannelLevels,
  { peak, rms }: MeasuredLevels,
  before: number,
  now: number,
): ChannelLevels {
  const fallen = FALL * Math.max(0, now - before);
  const [peakNow, rmsNow] = [decibelsOf(peak), decibelsOf(rms)];
  const displayedPeak = Math.max(peakNow, displayed.peak - fallen, METER_FLOOR);
  const isHigher = peakNow >= displayed.peakHold;
  const isOver = now - displayed.peakHoldAt > HOLD_SECONDS;
  return {
    peak: displayedPeak,
    rms: Math.max(rmsNow, displayed.rms - fallen, METER_FLOOR),
    peakHold: isHigher ? peakNow : isOver ? displayedPeak : displayed.peakHold,
    peakHoldAt: isHigher ? now : displayed.peakHoldAt,
    clipped: displayed.clipped || peak >= 1,
  };
}

/** Returns the peak and the root mean square of samples. */
export function levelsOf(samples: Float32Array): MeasuredLevels {
  let [peak, squares] = [0, 0];
  for (const sample of samples) {
    peak = Math.max(peak, Math.abs(sample));
    squares += sample * sample;
  }
  return { peak, rms: samples.length === 0 ? 0 : Math.sqrt(squares / samples.length) };
}
