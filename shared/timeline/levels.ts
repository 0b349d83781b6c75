import { assertNever } from '../lib/assert.ts';
import { MAX_VOLUME } from '../template/tables/sound-attributes.ts';
import type { Easing } from '../template/values/animation.ts';
import { type FrameRate, SAMPLE_RATE } from '../template/values/frame-rate.ts';
import type { Loudness } from '../template/values/loudness-target.ts';
import { type Between, eased, type Tracks, tracksOf, valueOnTracks } from './animation.ts';

/**
 * The loudness of each sample of a sound, as plain data. The mixer of the engine and the player of the preview multiply
 * samples by this level, and it is part of the cache key of the mixed sound. All lengths and positions are in samples
 * from the first sample of the sound.
 */
export interface SoundLevel {
  /** The factor for the amplitude; 1 leaves the sound unchanged. */
  readonly volume: number;
  /** The stereo position: −1 is left and 1 is right. */
  readonly pan: number;
  /** The length of the whole sound. The fade-out ends there. */
  readonly length: number;
  readonly fadeIn: number;
  readonly fadeOut: number;
  /** The dips under other sounds, sorted and without overlaps. */
  readonly dips: readonly DuckingDip[];
  /** The transitions between the scene of the sound and adjacent scenes. */
  readonly crossings: readonly Crossing[];
  /** The keyframes of volume and pan; null if there are none. */
  readonly keys: LevelKeys | null;
}

/** Returns the level of an unchanged sound. */
export function plainLevel(length: number): SoundLevel {
  return { volume: 1, pan: 0, length, fadeIn: 0, fadeOut: 0, dips: [], crossings: [], keys: null };
}

/** Returns whether the samples stay unchanged, so that the mixer can copy them. */
export function isPlainLevel({ volume, pan, fadeIn, fadeOut, dips, crossings, keys }: SoundLevel): boolean {
  const isSteady = keys === null && dips.length === 0 && crossings.length === 0;
  return volume === 1 && pan === 0 && fadeIn === 0 && fadeOut === 0 && isSteady;
}

/**
 * Adds a piece of a sound to the mix. Both are interleaved stereo, and samples are from −1 to 1.
 * @param at The position of the first sample of `samples` in the sound.
 */
export function addSound(sum: Float32Array, samples: Float32Array, level: SoundLevel, at: number): void {
  const sampleCount = Math.min(sum.length, samples.length) >> 1;
  for (let index = 0; index < sampleCount; index++) {
    const factor = factorAt(level, at + index);
    const pan = panAt(level, at + index);
    sum[2 * index] = (sum[2 * index] ?? 0) + (samples[2 * index] ?? 0) * factor * leftGain(pan);
    sum[2 * index + 1] = (sum[2 * index + 1] ?? 0) + (samples[2 * index + 1] ?? 0) * factor * rightGain(pan);
  }
}

/**
 * Applies the level to the two channels of a sound, in place.
 * @param at The position of the first sample of the channels in the sound.
 * @param step The number of samples of the movie per sample of the channels, which is above 1 for a lower sample rate.
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
    left[index] = (left[index] ?? 0) * factor * leftGain(pan);
    right[index] = (right[index] ?? 0) * factor * rightGain(pan);
  }
}

function leftGain(pan: number): number {
  return Math.min(1, 1 - pan);
}

function rightGain(pan: number): number {
  return Math.min(1, 1 + pan);
}

/** Returns the pan at a sample. −1 is left and 1 is right. */
function panAt({ keys, pan }: SoundLevel, sample: number): number {
  return (keys && keyedPan(keys, sample)) ?? pan;
}

function volumeAt({ keys, volume }: SoundLevel, sample: number): number {
  return (keys && keyedVolume(keys, sample)) ?? volume;
}

/** Returns the amplitude factor of a sound at a sample. The pan is not included. */
export function factorAt(level: SoundLevel, sample: number): number {
  let factor = volumeAt(level, sample) * fade(level, sample);
  for (const dip of level.dips) factor *= duckingGain(dip, sample);
  for (const crossing of level.crossings) factor *= crossingFactor(crossing, sample);
  return factor;
}

/**
 * Returns the factor of the linear fades. They begin with silence at the first sample, and end with silence after the
 * last sample.
 */
function fade({ length, fadeIn, fadeOut }: SoundLevel, sample: number): number {
  const up = fadeIn > 0 ? Math.min(1, sample / fadeIn) : 1;
  const down = fadeOut > 0 ? Math.min(1, (length - sample) / fadeOut) : 1;
  return Math.max(0, up) * Math.max(0, down);
}

export interface SampleSpan {
  readonly from: number;
  /** The end, exclusive. */
  readonly until: number;
}

/**
 * A dip of a ducked sound. The level is `to` within the span, and changes during `ramp` samples before and after the
 * span.
 */
export interface DuckingDip extends SampleSpan {
  readonly to: number;
  readonly ramp: number;
}

/**
 * Returns the dips of a sound during spans in which other sounds are audible. The spans can have any order. Spans with
 * a distance of less than two ramps become one dip, because the sound could not recover between them.
 */
export function duckingDips(spans: readonly SampleSpan[], to: number, ramp: number): readonly DuckingDip[] {
  const dips: { from: number; until: number; to: number; ramp: number }[] = [];
  for (const { from, until } of spans.toSorted((left, right) => left.from - right.from)) {
    const last = dips.at(-1);
    if (last !== undefined && from - last.until < 2 * ramp) last.until = Math.max(last.until, until);
    else if (until > from) dips.push({ from, until, to, ramp });
  }
  return dips;
}

/**
 * Returns the factor of a dip. A linear ramp down to `to` ends at the start of the span, and a linear ramp up starts at
 * its end.
 */
export function duckingGain({ from, until, to, ramp }: DuckingDip, sample: number): number {
  const away = Math.max(from - sample, sample - until, 0);
  if (ramp === 0) return sample >= from && sample < until ? to : 1;
  return away >= ramp ? 1 : to + ((1 - to) * away) / ramp;
}

/**
 * The change from the sounds of one scene to the sounds of the next: with equal power, through silence, with a cut in
 * the middle, or with both at full level.
 */
export type CrossingKind = 'crossfade' | 'fade' | 'cut' | 'both';

/** The effect of a transition on a sound of an adjacent scene. */
export interface Crossing {
  readonly kind: CrossingKind;
  /** Whether the sound is in the outgoing scene. */
  readonly isOutgoing: boolean;
  /** The sample at the start of the transition. It is negative if the sound begins within the transition. */
  readonly from: number;
  readonly length: number;
  readonly easing: Easing;
}

/** Returns the factor for the sound of a scene at a sample of a transition; 1 outside of the transition. */
function crossingFactor({ kind, isOutgoing, from, length, easing }: Crossing, sample: number): number {
  const part = (sample - from) / length;
  if (part < 0 || part >= 1) return 1;
  // Clamp the progress: only pictures can use an easing that overshoots.
  const progress = Math.min(1, Math.max(0, eased(easing, part)));
  switch (kind) {
    case 'crossfade':
      return isOutgoing ? Math.cos((progress * Math.PI) / 2) : Math.sin((progress * Math.PI) / 2);
    case 'fade':
      return Math.max(0, isOutgoing ? 1 - 2 * progress : 2 * progress - 1);
    case 'cut':
      return isOutgoing === progress < 0.5 ? 1 : 0;
    case 'both':
      return 1;
    default:
      return assertNever(kind);
  }
}

/**
 * The keyframes of a sound, which are evaluated at each sample. They have no ids, because ids would change the cache
 * key of the mixed sound.
 */
export interface LevelKeys {
  /** The tracks of the volume. Without tracks, the attribute applies. */
  readonly volume: Tracks<number>;
  readonly pan: Tracks<number>;
  /** The local frame of the layer at the first sample of the sound. */
  readonly first: number;
  /** The frame rate for the times of keyframes. */
  readonly rate: FrameRate;
}

/**
 * Returns the keyframes of a sound; null if there are none.
 * @param length The length of the layer in frames, which can be fractional. Percentages refer to it.
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

/** Returns the amplitude factor at a sample, which can be fractional; null without volume keyframes. */
function keyedVolume(keys: LevelKeys, sample: number): number | null {
  const between = valueOnTracks(keys.volume, frameOf(keys, sample));
  return between && Math.min(MAX_VOLUME, Math.max(0, mixed(between)));
}

/** Returns the pan, from −1 (left) to 1 (right); null without pan keyframes. */
function keyedPan(keys: LevelKeys, sample: number): number | null {
  const between = valueOnTracks(keys.pan, frameOf(keys, sample));
  return between && Math.min(1, Math.max(-1, mixed(between)));
}

/** Returns the local frame at a sample. It is fractional, because sound also changes between frames. */
function frameOf({ first, rate: { numerator, denominator } }: LevelKeys, sample: number): number {
  return first + (sample * numerator) / (SAMPLE_RATE * denominator);
}

function mixed({ from, to, part }: Between<number>): number {
  return from + (to - from) * part;
}
