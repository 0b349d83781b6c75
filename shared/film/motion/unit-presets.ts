import { assertNever } from '../../lib/assert.ts';
import type { Animation, Side, UnitAnimation, UnitEffect } from '../../template/values/animation.ts';
import type { FrameRate } from '../../template/values/frame-rate.ts';
import type { Length } from '../../template/values/lengths.ts';
import { eased } from './eased.ts';
import { easingOf, passedAt } from './presets.ts';

/** What becomes of one unit of a text in a frame. */
export interface UnitChange {
  /** 0 to 1. */
  readonly opacity: number;
  readonly scale: number;
  /** Degrees, clockwise. */
  readonly rotation: number;
  /** By that part of the way to the side; null where it stays. */
  readonly slide: { readonly part: number; readonly side: Side; readonly distance: Length | null } | null;
}

/** A preset that parts a text into units, in one frame. */
export interface UnitMotion {
  readonly unit: UnitAnimation['preset']['unit'];
  /** What becomes of the unit of a number, from 0; null where it is not seen. */
  readonly at: (index: number, count: number) => UnitChange | null;
}

const RESTS: UnitChange = { opacity: 1, scale: 1, rotation: 0, slide: null };

/**
 * The presets that do something with units in a layer's own frame, whole or not: those that have not brought all of them in
 * yet, or take them out. `length` is the layer's, in frames.
 */
export function unitMotionsAt(
  animations: readonly Animation[],
  frame: number,
  length: number,
  rate: FrameRate,
): readonly UnitMotion[] {
  return animations.flatMap((animation) => {
    if (!isOfUnits(animation) || !animation.enabled) return [];
    const passed = passedAt(animation, frame, length, rate);
    const rests = animation.preset.type === 'textout' ? passed <= 0 : passed >= 1;
    return rests ? [] : [{ unit: animation.preset.unit, at: changesOf(animation, passed) }];
  });
}

/** Whether an animation parts its text into units. */
function isOfUnits(animation: Animation): animation is UnitAnimation {
  if (animation.kind !== 'preset') return false;
  const { type } = animation.preset;
  return type === 'typewriter' || type === 'textin' || type === 'textout';
}

function changesOf(animation: UnitAnimation, passed: number): UnitMotion['at'] {
  const { preset } = animation;
  const easing = easingOf(animation);
  if (preset.type === 'typewriter') {
    // Of n units one is there after each (n + 1)th of the way; what is missing for numbers that are not exact does not count.
    const way = eased(easing, passed);
    return (index, count) => (index < Math.floor(way * (count + 1) + ALMOST) ? RESTS : null);
  }
  return (index, count) => {
    const own = passed >= 1 ? 1 : passedOf(passed, preset.overlap, index, count);
    const isOut = preset.type === 'textout';
    if (isOut ? own >= 1 : own <= 0) return null;
    const way = eased(easing, own);
    return changeOf(preset.each, isOut ? 1 - way : way);
  };
}

/**
 * Which part of its own time lies behind a unit. Each takes t = 1 ÷ (1 + (n − 1)(1 − overlap)) of the whole and begins
 * t (1 − overlap) behind the one before, so the first begins with the whole and the last ends with it.
 */
function passedOf(passed: number, overlap: number, index: number, count: number): number {
  const each = 1 / (1 + (count - 1) * (1 - overlap));
  return (passed - index * each * (1 - overlap)) / each;
}

/** `part` is how much of the rest is there: 1 is all of it. */
function changeOf(effect: UnitEffect, part: number): UnitChange {
  switch (effect.type) {
    case 'fade':
      return { ...RESTS, opacity: within(part) };
    case 'slide': {
      const { side, distance } = effect;
      return { ...RESTS, opacity: within(part), slide: { part: 1 - part, side, distance } };
    }
    case 'zoom':
    case 'pop':
      return { ...RESTS, scale: effect.from + (1 - effect.from) * part };
    case 'spin':
      return { ...RESTS, rotation: (1 - part) * effect.angle };
    default:
      return assertNever(effect);
  }
}

function within(opacity: number): number {
  return Math.min(1, Math.max(0, opacity));
}

const ALMOST = 1e-9;
