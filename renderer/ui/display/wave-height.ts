/** How loud a sound is over time, as the service measures it: 0 to 255 for each stretch. */
export interface Loudness {
  readonly perSecond: number;
  /** The loudest sample of each stretch. */
  readonly peaks: readonly number[];
  /** How loud each stretch sounds: as many as peaks. */
  readonly levels: readonly number[];
}

/** A bar of a waveform; heights are from 0, which is silence and nothing else, to 1. */
export interface WaveHeights {
  readonly peak: number;
  readonly level: number;
}

/** What is less loud than this is drawn as if it were as loud: it is no silence. */
const QUIETEST_DECIBELS = -48;
/** Of the quietest sound: it stands out from the line that silence is. */
const LEAST_HEIGHT = 0.12;

/** How high a level (0 to 255) is drawn: by its decibels, as ears hear it, from −48 dB to 0. */
export function waveHeight(level: number): number {
  if (level <= 0) return 0;
  const decibels = 20 * Math.log10(Math.min(255, level) / 255);
  return LEAST_HEIGHT + (1 - LEAST_HEIGHT) * Math.max(0, 1 - decibels / QUIETEST_DECIBELS);
}

/** The bar of a stretch of a sound: the highest of its peaks, and how loud all of it sounds. */
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
