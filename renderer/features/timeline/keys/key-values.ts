import type { AnimatedProperty, PropertyKey } from '#shared/editing/keys/animated.ts';
import type { Length, Pair, Point } from '#shared/template/values/lengths.ts';
import type { Size } from '#shared/template/values/placement.ts';

/** A number that a value has for one of its lines, shifted by so much. Lengths are shifted by pixels. */
function shifted(value: unknown, part: number, by: number, whole: Size): unknown {
  if (typeof value === 'number') return value + by;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const name = part === 0 ? 'across' : 'down';
  if ('across' in value && typeof value.across === 'number') {
    const pair = value as Pair;
    return { ...pair, [name]: pair[name] + by };
  }
  if ('across' in value) {
    const point = value as Point;
    const side = part === 0 ? whole.width : whole.height;
    return { ...point, [name]: shiftedLength(point[name], by, side) };
  }
  return 'amount' in value ? shiftedLength(value as Length, by, whole.width) : null;
}

function shiftedLength({ amount, unit }: Length, by: number, whole: number): Length {
  return { unit, amount: amount + (unit === 'px' ? by : (by / whole) * 100) };
}

/** How fine a drag sets a value of which a pixel is so much: a power of ten that is no smaller, and at most 1. */
export function stepOf(perPixel: number): number {
  return Math.min(1, 10 ** Math.ceil(Math.log10(Math.max(perPixel, 1e-6))));
}

/**
 * The value of a key that was dragged up by so much in its graph, as it is written: rounded to a step, and within what the
 * property takes. Null for one that cannot be dragged: a variable's, or one that is no number.
 */
export function draggedValue(
  { spec }: Pick<AnimatedProperty, 'spec'>,
  { value, written }: Pick<PropertyKey, 'value' | 'written'>,
  {
    part,
    by,
    step,
    whole,
  }: { readonly part: number; readonly by: number; readonly step: number; readonly whole: Size },
): string | null {
  if (written.includes('${')) return null;
  const moved = shifted(value, part, by, whole);
  if (moved === null) return null;
  const { type } = spec;
  const round = (number: number) => Number((Math.round(number / step) * step).toFixed(6));
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = type;
  if (typeof moved === 'number') return type.format(Math.min(maximum, Math.max(minimum, round(moved))));
  return type.format(eachNumber(moved, round));
}

/** The same with each of its numbers changed. */
function eachNumber(value: unknown, change: (number: number) => number): unknown {
  if (typeof value === 'number') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, eachNumber(part, change)]));
}
