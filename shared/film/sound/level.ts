import { type Crossing, crossingFactor } from './crossing.ts';
import { type Dip, dipFactor } from './ducking.ts';
import { keyedPan, keyedVolume, type LevelKeys } from './level-keys.ts';

/**
 * How loud a sound is from sample to sample, as data: the engine's mixer and the preview's player multiply with it, and the
 * name of what is made of a sound holds it. All lengths and places are samples, counted from the sound's first.
 */
export interface SoundLevel {
  /** Factor of the amplitude; 1 leaves it as it is. */
  readonly volume: number;
  /** −1 is left, 1 is right. */
  readonly pan: number;
  /** Of the whole sound: fades out end here. */
  readonly length: number;
  readonly fadeIn: number;
  readonly fadeOut: number;
  /** Where it gives way to other sounds; in order, none over another. */
  readonly dips: readonly Dip[];
  /** Where it goes over from or into the scene beside its own. */
  readonly crossings: readonly Crossing[];
  /** What keys say of its volume and pan; null where there are none. */
  readonly keys: LevelKeys | null;
}

/** A sound that is heard as it is. */
export function plainLevel(length: number): SoundLevel {
  return { volume: 1, pan: 0, length, fadeIn: 0, fadeOut: 0, dips: [], crossings: [], keys: null };
}

/** Whether nothing of a sound is changed by its level, so that its samples can be taken as they are. */
export function isPlainLevel({ volume, pan, fadeIn, fadeOut, dips, crossings, keys }: SoundLevel): boolean {
  const isSteady = keys === null && dips.length === 0 && crossings.length === 0;
  return volume === 1 && pan === 0 && fadeIn === 0 && fadeOut === 0 && isSteady;
}

/**
 * Adds a piece of a sound to what is heard beside it. Both are stereo, interleaved, from −1 to 1.
 * @param at Which sample of the sound `heard` begins with.
 */
export function addSound(sum: Float32Array, heard: Float32Array, level: SoundLevel, at: number): void {
  const samples = Math.min(sum.length, heard.length) >> 1;
  for (let index = 0; index < samples; index++) {
    const factor = factorAt(level, at + index);
    const pan = panAt(level, at + index);
    sum[2 * index] = (sum[2 * index] ?? 0) + (heard[2 * index] ?? 0) * factor * leftOf(pan);
    sum[2 * index + 1] = (sum[2 * index + 1] ?? 0) + (heard[2 * index + 1] ?? 0) * factor * rightOf(pan);
  }
}

/**
 * Gives the two sides of a sound their level, where they are.
 * @param at Which sample of the sound they begin with.
 * @param step How many samples of the film one of theirs lasts: more than 1 where they have a lower rate.
 */
export function levelSides(
  [left, right]: readonly [Float32Array, Float32Array],
  level: SoundLevel,
  at: number,
  step: number,
): void {
  for (let index = 0; index < left.length; index++) {
    const sample = at + index * step;
    const factor = factorAt(level, sample);
    const pan = panAt(level, sample);
    left[index] = (left[index] ?? 0) * factor * leftOf(pan);
    right[index] = (right[index] ?? 0) * factor * rightOf(pan);
  }
}

function leftOf(pan: number): number {
  return Math.min(1, 1 - pan);
}

function rightOf(pan: number): number {
  return Math.min(1, 1 + pan);
}

/** −1 is left, 1 is right, at one of its samples. */
function panAt({ keys, pan }: SoundLevel, sample: number): number {
  return (keys && keyedPan(keys, sample)) ?? pan;
}

function volumeAt({ keys, volume }: SoundLevel, sample: number): number {
  return (keys && keyedVolume(keys, sample)) ?? volume;
}

/** What a sound's amplitude is multiplied with at one of its samples, its pan aside. */
export function factorAt(level: SoundLevel, sample: number): number {
  let factor = volumeAt(level, sample) * fade(level, sample);
  for (const dip of level.dips) factor *= dipFactor(dip, sample);
  for (const crossing of level.crossings) factor *= crossingFactor(crossing, sample);
  return factor;
}

/** Straight lines of the amplitude: from silence at the first sample, and to silence behind the last. */
function fade({ length, fadeIn, fadeOut }: SoundLevel, sample: number): number {
  const up = fadeIn > 0 ? Math.min(1, sample / fadeIn) : 1;
  const down = fadeOut > 0 ? Math.min(1, (length - sample) / fadeOut) : 1;
  return Math.max(0, up) * Math.max(0, down);
}
