/** The measured levels of a sound, one per time interval, from 0 to 255 (full scale). */
export interface WaveformLevels {
  readonly perSecond: number;
  /** The loudest sample of each interval. */
  readonly peaks: readonly number[];
  /** The mean level (root mean square) of each interval; as many as `peaks`. */
  readonly levels: readonly number[];
}

/** A bar of a waveform. Heights are from 0 to 1. The height 0 means silence. */
export interface WaveHeights {
  readonly peak: number;
  readonly level: number;
}

/** The maximum level in decibels at which sound has the minimum height. */
const QUIETEST_DECIBELS = -48;
/** The minimum height of sound. It distinguishes quiet sound from silence. */
const MIN_HEIGHT = 0.12;

/** Returns the height of a level (0 to 255), linear in decibels from −48 dB to 0 dB. */
export function waveHeight(level: number): number {
  if (level <= 0) return 0;
  const decibels = 20 * Math.log10(Math.min(255, level) / 255);
  return MIN_HEIGHT + (1 - MIN_HEIGHT) * Math.max(0, 1 - decibels / QUIETEST_DECIBELS);
}

/** Returns the bar of a range of intervals: the highest peak and the root mean square of the levels. */
export function waveBetween({ peaks, levels }: WaveformLevels, from: number, to: number): WaveHeights {
  let highest = 0;
  let squares = 0;
  const end = Math.min(to, peaks.length);
  for (let at = from; at < end; at++) {
    const [peak = 0, level = 0] = [peaks[at], levels[at]];
    if (peak > highest) highest = peak;
    squares += level * level;
  }
  return { peak: waveHeight(highest), level: waveHeight(Math.sqrt(squares / Math.max(1, end - from))) };
}
