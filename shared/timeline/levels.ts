import { assertNever } from '../lib/assert.ts';
import type { Loudness } from '../template/movie/movie.ts';
import { LOUDEST } from '../template/tables/sound-attributes.ts';
import type { Easing } from '../template/values/animation.ts';
import { type FrameRate, SAMPLE_RATE } from '../template/values/frame-rate.ts';
import { type Between, eased, onTracks, type Tracks, tracksOf } from './animation.ts';

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

/** From a sample up to another. */
export interface SampleSpan {
  readonly from: number;
  /** Behind the last. */
  readonly until: number;
}

/** Where a sound gives way: it is `to` times as loud in the span, and changes over `ramp` samples before and behind it. */
export interface Dip extends SampleSpan {
  readonly to: number;
  readonly ramp: number;
}

/**
 * Where a sound that gives way has to: the spans in which something is heard that it gives way to, in any order. Those that
 * are less than two ramps apart become one, because it would not be back before it went down again.
 */
export function dipsFor(spans: readonly SampleSpan[], to: number, ramp: number): readonly Dip[] {
  const dips: { from: number; until: number; to: number; ramp: number }[] = [];
  for (const { from, until } of spans.toSorted((left, right) => left.from - right.from)) {
    const last = dips.at(-1);
    if (last !== undefined && from - last.until < 2 * ramp) last.until = Math.max(last.until, until);
    else if (until > from) dips.push({ from, until, to, ramp });
  }
  return dips;
}

/** A straight line down to `to` that ends where the span begins, and one up again from its end. */
export function dipFactor({ from, until, to, ramp }: Dip, sample: number): number {
  const away = Math.max(from - sample, sample - until, 0);
  if (ramp === 0) return sample >= from && sample < until ? to : 1;
  return away >= ramp ? 1 : to + ((1 - to) * away) / ramp;
}

/** How two scenes' sounds go over into each other: by equal power, through silence, at once in the middle, or not at all. */
export type CrossingKind = 'crossfade' | 'fade' | 'cut' | 'both';

/** A transition as one of its two scenes' sounds is heard in it. */
export interface Crossing {
  readonly kind: CrossingKind;
  /** Whether the sound is the outgoing scene's. */
  readonly isOutgoing: boolean;
  /** The sample at which the transition begins; below 0 where the sound begins in its middle. */
  readonly from: number;
  readonly length: number;
  readonly easing: Easing;
}

/** What a scene's sound is multiplied with in a transition, at one sample. Before and behind it a sound is as it is. */
function crossingFactor({ kind, isOutgoing, from, length, easing }: Crossing, sample: number): number {
  const part = (sample - from) / length;
  if (part < 0 || part >= 1) return 1;
  // An easing that overshoots moves pictures; a sound is neither more than whole nor less than silent.
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
function keyedVolume(keys: LevelKeys, sample: number): number | null {
  const between = onTracks(keys.volume, frameOf(keys, sample));
  return between && Math.min(LOUDEST, Math.max(0, mixed(between)));
}

/** −1 is left, 1 is right; null where no key names it. */
function keyedPan(keys: LevelKeys, sample: number): number | null {
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
