import type { AttributeType } from '../../template/value-types/attribute-types.ts';
import type { EffectValue } from '../../template/values/animation.ts';
import type { Color } from '../../template/values/color.ts';
import { inPixels, type Length, type Pair, type Point, pixels } from '../../template/values/lengths.ts';
import type { Paint } from '../../template/values/paint.ts';
import type { Size } from '../../template/values/placement.ts';
import type { Between } from './tracks.ts';

/** A value of a property: what a key of a layer, sound or effect can hold. */
export type MovingValue = EffectValue | Pair;

/**
 * The value between two keys of an attribute of that type, within its bounds; null for a type that has nothing between.
 * @param whole What percentages are of.
 * @param isDown Whether a length counts downwards.
 */
export function valueBetween(
  { kind, minimum, maximum }: Pick<AttributeType<unknown>, 'kind' | 'minimum' | 'maximum'>,
  between: Between<unknown>,
  whole: Size,
  isDown = false,
): MovingValue | null {
  const within = (value: number) => Math.min(maximum ?? value, Math.max(minimum ?? value, value));
  // Values of keys were read by the type.
  switch (kind) {
    case 'number':
    case 'gain':
      return within(numberOf(between as Between<number>));
    case 'integer':
      return within(Math.round(numberOf(between as Between<number>)));
    case 'color':
    case 'paint':
      return colorOf(between as Between<Color | Paint>);
    case 'length': {
      const { amount, unit } = lengthOf(between as Between<Length>, isDown ? whole.height : whole.width);
      return { amount: within(amount), unit };
    }
    case 'point': {
      const { from, to, part } = between as Between<Point>;
      return {
        across: lengthOf({ from: from.across, to: to.across, part }, whole.width),
        down: lengthOf({ from: from.down, to: to.down, part }, whole.height),
      };
    }
    case 'pair': {
      const { from, to, part } = between as Between<Pair>;
      return {
        across: within(numberOf({ from: from.across, to: to.across, part })),
        down: within(numberOf({ from: from.down, to: to.down, part })),
      };
    }
    case 'matrix':
      return matrixOf(between as Between<readonly number[]>);
    default:
      return null;
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
