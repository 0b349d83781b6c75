import { isAnimatedKind } from '../../template/effects/animatable.ts';
import { type Effect, type EffectSpec, effectRegistry } from '../../template/effects/effects.ts';
import type { AttributeSpec } from '../../template/value-types/attribute-spec.ts';
import type { EffectAnimation, EffectValue } from '../../template/values/animation.ts';
import type { Color } from '../../template/values/color.ts';
import { inPixels, type Length, type Point, pixels } from '../../template/values/lengths.ts';
import type { Paint } from '../../template/values/paint.ts';
import type { Size } from '../../template/values/placement.ts';
import { type Between, onTracks, tracksOf } from '../motion/tracks.ts';
import { drawnAs } from './played-effects.ts';

/** What becomes of the size of a picture by effects. */
export type SizeAfter = (size: Size, effects: readonly Effect[]) => Size;

/**
 * Effects as they are in a layer's own frame, whole or not: those whose keys say something have that, and those that change
 * nothing then are left out. It is the same list where nothing is animated.
 * @param length The layer's, in frames.
 * @param size Of its picture before them: lengths of keys may be percentages of what the effects before have left of it.
 */
export function effectsAt(
  effects: readonly Effect[],
  frame: number,
  length: number,
  size: Size,
  sizeAfter: SizeAfter,
): readonly Effect[] {
  if (effects.every(({ animations }) => animations === undefined)) return effects;
  const now: Effect[] = [];
  let left = size;
  for (const effect of effects) {
    const changed = effect.animations === undefined ? effect : drawnAs(effectAt(effect, frame, length, left));
    if (changed === null) continue;
    now.push(changed);
    left = sizeAfter(left, [changed]);
  }
  return now;
}

function effectAt(effect: Effect, frame: number, length: number, size: Size): Effect {
  const { animations = [], ...still } = effect;
  const { attributes }: EffectSpec = effectRegistry[effect.type];
  const keyed = Object.entries(attributes).flatMap(([name, spec]) => {
    const value = valueAt(animations, name, spec, frame, length, size);
    return value === null ? [] : [[name, value] as const];
  });
  // Each value is of its attribute's own kind: keys were read by the same table.
  return { ...still, parameters: { ...still.parameters, ...Object.fromEntries(keyed) } } as Effect;
}

function valueAt(
  animations: readonly EffectAnimation[],
  name: string,
  { type }: AttributeSpec<unknown>,
  frame: number,
  length: number,
  size: Size,
): EffectValue | null {
  if (!isAnimatedKind(type.kind)) return null;
  const between = onTracks(tracksOf(animations, name, length), frame);
  if (between === null) return null;
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = type;
  const within = (value: number) => Math.min(maximum, Math.max(minimum, value));
  switch (type.kind) {
    case 'number':
      return within(numberOf(between as Between<number>));
    case 'integer':
      return within(Math.round(numberOf(between as Between<number>)));
    case 'color':
    case 'paint':
      return colorOf(between as Between<Color | Paint>);
    case 'length': {
      const way = between as Between<Length>;
      const isDown = name === 'top' || name === 'bottom';
      const { amount, unit } = lengthOf(way, isDown ? size.height : size.width);
      return { amount: within(amount), unit };
    }
    case 'point': {
      const { from, to, part } = between as Between<Point>;
      return {
        across: lengthOf({ from: from.across, to: to.across, part }, size.width),
        down: lengthOf({ from: from.down, to: to.down, part }, size.height),
      };
    }
    case 'matrix':
      return matrixOf(between as Between<readonly number[]>);
    default:
      return type.kind satisfies never;
  }
}

/** A value that goes nowhere stays exactly what it is. */
function numberOf({ from, to, part }: Between<number>): number {
  return from === to ? from : from + (to - from) * part;
}

/** Each part and the opacity by itself; whole bytes, so that equal colours have equal tables. */
function colorOf({ from, to, part }: Between<Color | Paint>): Color | Paint {
  const byte = (one: number, other: number) =>
    Math.min(255, Math.max(0, Math.round(numberOf({ from: one, to: other, part }))));
  const color = {
    red: byte(from.red, to.red),
    green: byte(from.green, to.green),
    blue: byte(from.blue, to.blue),
  };
  if (!('alpha' in from && 'alpha' in to)) return color;
  return { ...color, alpha: byte(from.alpha * 255, to.alpha * 255) / 255 };
}

/** In pixels where one is a percentage and the other is not. */
function lengthOf({ from, to, part }: Between<Length>, whole: number): Length {
  if (from.unit === to.unit) return { amount: numberOf({ from: from.amount, to: to.amount, part }), unit: from.unit };
  return pixels(numberOf({ from: inPixels(from, whole), to: inPixels(to, whole), part }));
}

/** Number by number; one of three rows stands for that of four which leaves opacity alone. */
function matrixOf({ from, to, part }: Between<readonly number[]>): readonly number[] {
  const [one, other] = from.length === to.length ? [from, to] : [withOpacity(from), withOpacity(to)];
  return one.map((value, at) => numberOf({ from: value, to: other[at] ?? 0, part }));
}

function withOpacity(matrix: readonly number[]): readonly number[] {
  if (matrix.length !== 12) return matrix;
  const rows = [0, 4, 8].flatMap((at) => [...matrix.slice(at, at + 3), 0, matrix[at + 3] ?? 0]);
  return [...rows, 0, 0, 0, 1, 0];
}
