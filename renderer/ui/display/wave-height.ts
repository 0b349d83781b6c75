/** The loudness of a sound over time as the service measures it, from 0 to 255 per interval. */
export interface Loudness {
  readonly perSecond: number;
  /** The loudest sample of each interval. */
  readonly peaks: readonly number[];
  /** The mean loudness of each interval; as many as `peaks`. */
  readonly levels: readonly number[];
}

/** A bar of a waveform. Heights are from 0 to 1; only silence is 0. */
export interface WaveHeights {
  readonly peak: number;
  readonly level: number;
}

/** The maximum level in decibels of sounds that are drawn with the minimum height. */
const QUIETEST_DECIBELS = -48;
/** The height of the quietest sound. It distinguishes the sound from silence. */
const MIN_HEIGHT = 0.12;

/** Returns the height of a level (0 to 255). The height is proportional to the decibels from −48 dB to 0 dB. */
export function waveHeight(level: number): number {
  if (level <= 0) return 0;
  const decibels = 20 * Math.log10(Math.min(255, level) / 255);
  return MIN_HEIGHT + (1 - MIN_HEIGHT) * Math.max(0, 1 - decibels / QUIETEST_DECIBELS);
}

/** Returns the bar of a range: the highest peak and the mean loudness. */
export function waveBetween({ peaks, levels }: Loudness, from: number, to: number): WaveHeights {
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
