import { assertNever } from '../lib/assert.ts';
import { easingNamed } from '../template/value-types/easing-type.ts';
import type {
  Animation,
  Easing,
  PresetAnimation,
  PresetType,
  PresetValues,
  Side,
  UnitAnimation,
  UnitEffect,
} from '../template/values/animation.ts';
import { type FrameRate, secondsToFrames } from '../template/values/frame-rate.ts';
import type { Length, Pair } from '../template/values/lengths.ts';
import { cycleAt, eased, framesOf, withHandles } from './animation.ts';

/** The phase of a preset: the entrance, the exit, or the whole time of the layer. */
export type PlayPhase = 'in' | 'out' | 'there';

interface PresetSpec {
  readonly phase: PlayPhase;
  /** The default duration. */
  readonly duration: 'half-second' | 'second' | 'layer';
  readonly easing: 'linear' | 'ease-in' | 'ease-out' | 'back-out';
}

const ENTRANCE: PresetSpec = { phase: 'in', duration: 'half-second', easing: 'ease-out' };
const EXIT: PresetSpec = { phase: 'out', duration: 'half-second', easing: 'ease-in' };
const DURING: PresetSpec = { phase: 'there', duration: 'half-second', easing: 'linear' };

/** The phase and the defaults of each preset. */
const presetSpecs: Readonly<Record<PresetType, PresetSpec>> = {
  fadein: ENTRANCE,
  fadeout: EXIT,
  slidein: ENTRANCE,
  slideout: EXIT,
  zoomin: ENTRANCE,
  zoomout: EXIT,
  spinin: ENTRANCE,
  spinout: EXIT,
  pop: { ...ENTRANCE, easing: 'back-out' },
  kenburns: { ...DURING, duration: 'layer' },
  pan: DURING,
  spin: DURING,
  typewriter: { ...ENTRANCE, duration: 'second', easing: 'linear' },
  textin: { ...ENTRANCE, duration: 'second' },
  textout: { ...EXIT, duration: 'second' },
  countup: { ...ENTRANCE, duration: 'second' },
};

/** The change that a preset makes in a frame. Opacity and scale are unchanged at 1, slide and rotation at 0. */
export type PresetChange =
  | { readonly kind: 'opacity'; readonly factor: number }
  /**
   * An offset toward `side`, as a fraction of `distance`. If `distance` is null, it is the distance to just outside of
   * the frame.
   */
  | { readonly kind: 'slide'; readonly part: number; readonly side: Side; readonly distance: Length | null }
  | { readonly kind: 'scale'; readonly factor: number }
  | { readonly kind: 'rotation'; readonly degrees: number }
  /**
   * A window that shows 1/`zoom` of the width and the height of the picture. `at` is its position on each axis, from 0
   * to 1, as a fraction of the distance that it can move.
   */
  | { readonly kind: 'window'; readonly zoom: number; readonly at: Pair }
  /**
   * The preset does not change the layer as a whole. It moves the units of a text separately ({@link unitMotionsAt}),
   * or changes the number of a text (`countedNumberAt`).
   */
  | { readonly kind: 'text' };

/**
 * Returns the change that a preset makes at a local frame, which can be fractional. `length` is the length of the layer
 * in frames.
 */
export function presetAt(animation: PresetAnimation, frame: number, length: number, rate: FrameRate): PresetChange {
  const { preset } = animation;
  const progress = progressAt(animation, frame, length, rate);
  return changeOf(preset, presetSpecs[preset.type].phase === 'out' ? 1 - progress : progress);
}

/**
 * Returns the eased progress at the local frame m: e(clamp((m − a + 1) ÷ (D + 1), 0, 1)), where a is the first frame, D
 * the duration, and e the easing. The offset of an exit is the time from its end to the end of the layer.
 */
export function progressAt(animation: PresetAnimation, frame: number, length: number, rate: FrameRate): number {
  return eased(easingOf(animation), elapsedAt(animation, frame, length, rate));
}

/**
 * Returns the elapsed fraction of a preset without easing. It is at most 1, and at most 0 before the start of the
 * preset.
 */
function elapsedAt(animation: PresetAnimation, frame: number, length: number, rate: FrameRate): number {
  const { repeat, alternate } = animation;
  const { begin, once } = presetSpan(animation, length, rate);
  if (frame < begin) return (frame - begin + 1) / (once + 1);
  const { within, isBack } = cycleAt({ begin, length: once, repeat, alternate }, frame);
  const u = (within + 1) / (once + 1);
  return isBack ? 1 - u : u;
}

/** The frames of a preset, in local frames of the layer. */
export interface PresetSpan {
  readonly phase: PlayPhase;
  readonly begin: number;
  /** The length of one repetition in frames. */
  readonly once: number;
  /** The length of all repetitions in frames. */
  readonly all: number;
}

/** Returns the frames of a preset in a layer of `length` frames. */
export function presetSpan(animation: PresetAnimation, length: number, rate: FrameRate): PresetSpan {
  const { preset, offset, repeat } = animation;
  const { phase } = presetSpecs[preset.type];
  const once = presetLength(animation, length, rate);
  const all = Number.isFinite(repeat) ? once * repeat : once * Math.ceil(length / once);
  return { phase, once, all, begin: phase === 'out' ? length - offset - all : offset };
}

/** Returns the phase of a preset type; null for an unknown type. */
export function phaseOfPreset(type: string): PlayPhase | null {
  return isPresetType(type) ? presetSpecs[type].phase : null;
}

/** Returns the default duration of a preset (in seconds, or the whole layer) and its default easing. */
export function presetDefaults(type: PresetType): { readonly seconds: number | 'layer'; readonly easing: string } {
  const { duration: lasts, easing } = presetSpecs[type];
  return { seconds: lasts === 'layer' ? 'layer' : lasts === 'second' ? 1 : 0.5, easing };
}

function isPresetType(type: string): type is PresetType {
  return Object.hasOwn(presetSpecs, type);
}

/** Returns the length of one repetition in frames. The length of the layer is the maximum. */
function presetLength({ duration, preset }: PresetAnimation, layerLength: number, rate: FrameRate): number {
  if (duration !== null) return Math.min(framesOf(duration, layerLength), layerLength);
  const { seconds } = presetDefaults(preset.type);
  if (seconds === 'layer') return layerLength;
  return Math.min(Math.max(1, secondsToFrames(seconds, rate)), layerLength);
}

/** Returns the easing of a preset. In a preset of units, it applies to each unit separately. */
export function easingOf({ preset, easing, easeIn, easeOut }: PresetAnimation): Easing {
  if (easing === null && (easeIn !== null || easeOut !== null)) return withHandles({ kind: 'linear' }, easeIn, easeOut);
  return withHandles(easing ?? easingNamed(usualEasing(preset)), easeIn, easeOut);
}

function usualEasing(preset: PresetValues): PresetSpec['easing'] {
  const isPop = preset.type === 'textin' && preset.each.type === 'pop';
  return presetSpecs[isPop ? 'pop' : preset.type].easing;
}

/** Returns the change at the progress `part`. The layer is unchanged at 1. */
function changeOf(preset: PresetValues, part: number): PresetChange {
  switch (preset.type) {
    case 'fadein':
    case 'fadeout':
      return { kind: 'opacity', factor: part };
    case 'slidein':
    case 'slideout':
      return { kind: 'slide', part: 1 - part, side: preset.side, distance: preset.distance };
    case 'zoomin':
    case 'zoomout':
    case 'pop':
      return { kind: 'scale', factor: preset.from + (1 - preset.from) * part };
    case 'spinin':
    case 'spinout':
      return { kind: 'rotation', degrees: (1 - part) * preset.angle };
    case 'spin':
      return { kind: 'rotation', degrees: preset.angle * part };
    case 'kenburns': {
      const progress = preset.way === 'in' ? part : 1 - part;
      return { kind: 'window', zoom: 1 + (preset.zoom - 1) * progress, at: preset.focus };
    }
    case 'pan':
      return { kind: 'window', zoom: preset.zoom, at: panPosition(preset.side, part) };
    case 'typewriter':
    case 'textin':
    case 'textout':
    case 'countup':
      return { kind: 'text' };
    default:
      return assertNever(preset);
  }
}

function panPosition(side: Side, part: number): Pair {
  switch (side) {
    case 'left':
      return { across: part, down: 0.5 };
    case 'right':
      return { across: 1 - part, down: 0.5 };
    case 'top':
      return { across: 0.5, down: part };
    case 'bottom':
      return { across: 0.5, down: 1 - part };
    default:
      return assertNever(side);
  }
}

/** The change of a text unit in a frame. */
export interface UnitChange {
  /** The opacity, 0 to 1. */
  readonly opacity: number;
  readonly scale: number;
  /** The rotation in degrees, clockwise. */
  readonly rotation: number;
  /** The offset toward `side`, as a fraction of `distance`; null for a unit that does not slide. */
  readonly slide: { readonly part: number; readonly side: Side; readonly distance: Length | null } | null;
}

/** A preset of text units at one frame. */
export interface TextUnitAnimation {
  readonly unit: UnitAnimation['preset']['unit'];
  /** Returns the change of the unit at an index, from 0; null for a hidden unit. */
  readonly at: (index: number, count: number) => UnitChange | null;
}

const UNCHANGED: UnitChange = { opacity: 1, scale: 1, rotation: 0, slide: null };

/**
 * Returns the presets of text units at a local frame, which can be fractional. Omits finished entrances, and exits
 * before their start. `length` is the length of the layer in frames.
 */
export function unitMotionsAt(
  animations: readonly Animation[],
  frame: number,
  length: number,
  rate: FrameRate,
): readonly TextUnitAnimation[] {
  return animations.flatMap((animation) => {
    if (!isUnitAnimation(animation) || !animation.enabled) return [];
    const elapsed = elapsedAt(animation, frame, length, rate);
    const isUnchanged = animation.preset.type === 'textout' ? elapsed <= 0 : elapsed >= 1;
    return isUnchanged ? [] : [{ unit: animation.preset.unit, at: changesOf(animation, elapsed) }];
  });
}

/** Returns whether an animation moves text units separately. */
function isUnitAnimation(animation: Animation): animation is UnitAnimation {
  if (animation.kind !== 'preset') return false;
  const { type } = animation.preset;
  return type === 'typewriter' || type === 'textin' || type === 'textout';
}

function changesOf(animation: UnitAnimation, elapsed: number): TextUnitAnimation['at'] {
  const { preset } = animation;
  const easing = easingOf(animation);
  if (preset.type === 'typewriter') {
    // Unit i (from 0) of n units appears at the progress (i + 1) ÷ (n + 1). The tolerance covers rounding errors.
    const progress = eased(easing, elapsed);
    return (index, count) => (index < Math.floor(progress * (count + 1) + ROUNDING_TOLERANCE) ? UNCHANGED : null);
  }
  return (index, count) => {
    const unitElapsed = elapsed >= 1 ? 1 : elapsedOf(elapsed, preset.overlap, index, count);
    const isOut = preset.type === 'textout';
    if (isOut ? unitElapsed >= 1 : unitElapsed <= 0) return null;
    const progress = eased(easing, unitElapsed);
    return unitChangeOf(preset.each, isOut ? 1 - progress : progress);
  };
}

/**
 * Returns the elapsed fraction of a unit. Each unit takes t = 1 ÷ (1 + (n − 1)(1 − overlap)) of the time, and starts t
 * (1 − overlap) after the previous unit. The first unit therefore starts with the preset, and the last unit ends with
 * it.
 */
function elapsedOf(elapsed: number, overlap: number, index: number, count: number): number {
  const duration = 1 / (1 + (count - 1) * (1 - overlap));
  return (elapsed - index * duration * (1 - overlap)) / duration;
}

/** Returns the change that an entrance or an exit makes at its elapsed fraction, with the default easing. */
export function unitEffectAt(effect: UnitEffect, phase: 'in' | 'out', elapsed: number): UnitChange {
  const { easing } = presetSpecs[phase === 'out' ? 'fadeout' : effect.type === 'pop' ? 'pop' : 'fadein'];
  const progress = eased(easingNamed(easing), elapsed);
  return unitChangeOf(effect, phase === 'in' ? progress : 1 - progress);
}

/** Returns the change at the progress `part`. The unit is unchanged at 1. */
function unitChangeOf(effect: UnitEffect, part: number): UnitChange {
  switch (effect.type) {
    case 'fade':
      return { ...UNCHANGED, opacity: within(part) };
    case 'slide': {
      const { side, distance } = effect;
      return { ...UNCHANGED, opacity: within(part), slide: { part: 1 - part, side, distance } };
    }
    case 'zoom':
    case 'pop':
      return { ...UNCHANGED, scale: effect.from + (1 - effect.from) * part };
    case 'spin':
      return { ...UNCHANGED, rotation: (1 - part) * effect.angle };
    default:
      return assertNever(effect);
  }
}

function within(opacity: number): number {
  return Math.min(1, Math.max(0, opacity));
}

const ROUNDING_TOLERANCE = 1e-9;
