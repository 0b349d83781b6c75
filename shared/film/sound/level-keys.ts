import type { Loudness } from '../../template/movie/sound-layer.ts';
import { LOUDEST } from '../../template/tables/sound-attributes.ts';
import { type FrameRate, SAMPLE_RATE } from '../../template/values/frame-rate.ts';
import { type Between, onTracks, type Tracks, tracksOf } from '../motion/tracks.ts';

/** What keys say of a sound, at each of its samples. It is data without ids, because sounds are named by it. */
export interface LevelKeys {
  /** There is none where no key names it: then the attribute holds. */
  readonly volume: Tracks<number>;
  readonly pan: Tracks<number>;
  /** The layer's own frame that the sound's first sample lies at. */
  readonly first: number;
  /** In whose frames keys count. */
  readonly rate: FrameRate;
}

/**
 * The keys of a sound; null where nothing changes.
 * @param length How long its layer is, in frames, which need not be whole: percentages are of it.
 */
export function levelKeys(
  { soundAnimations = [] }: Pick<Loudness, 'soundAnimations'>,
  length: number,
  first: number,
  rate: FrameRate,
): LevelKeys | null {
  const volume = tracksOf(soundAnimations, 'volume', length);
  const pan = tracksOf(soundAnimations, 'pan', length);
  return volume.length + pan.length === 0 ? null : { volume, pan, first, rate };
}

/** Factor of the amplitude at one of the sound's samples, whole or not; null where no key names it. */
export function keyedVolume(keys: LevelKeys, sample: number): number | null {
  const between = onTracks(keys.volume, frameOf(keys, sample));
  return between && Math.min(LOUDEST, Math.max(0, mixed(between)));
}

/** −1 is left, 1 is right; null where no key names it. */
export function keyedPan(keys: LevelKeys, sample: number): number | null {
  const between = onTracks(keys.pan, frameOf(keys, sample));
  return between && Math.min(1, Math.max(-1, mixed(between)));
}

/** The layer's own frame, with its fraction: a sound does not wait for the next frame. */
function frameOf({ first, rate: { numerator, denominator } }: LevelKeys, sample: number): number {
  return first + (sample * numerator) / (SAMPLE_RATE * denominator);
}

function mixed({ from, to, part }: Between<number>): number {
  return from + (to - from) * part;
}
