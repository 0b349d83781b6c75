import { customCurveText, hasPoints, pointsOf } from '#renderer/editor/easing-shapes.ts';
import { type AnimatedProperty, type Keyframe, valueAt } from '#shared/editing/keyframes/animated.ts';
import { inPixels, type Length, type Pair, type Point } from '#shared/template/values/lengths.ts';
import type { Size } from '#shared/template/values/placement.ts';

/** The padding above and below a curve, as a fraction of the range of values. */
const CURVE_PADDING = 0.14;
export const HANDLE_REACH = 8;

/**
 * Returns the numbers of a value that a graph shows: one number, or two for a value with a horizontal and a vertical
 * component. Points are converted to pixels. Empty for a value without numbers, such as a color.
 */
export function numbersOf(value: unknown, whole: Size): readonly number[] {
  if (typeof value === 'number') return [value];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  if ('across' in value && typeof value.across === 'number') {
    const { across, down } = value as Pair;
    return [across, down];
  }
  if ('across' in value) {
    const { across, down } = value as Point;
    return [inPixels(across, whole.width), inPixels(down, whole.height)];
  }
  if ('amount' in value) return [inPixels(value as Length, whole.width)];
  return [];
}

/** The values at the bottom and at the top of a graph. */
export interface ValueRange {
  readonly least: number;
  readonly most: number;
}

/** A point of a curve: the frame of the layer, and the components of the value in this frame. */
export interface CurvePoint {
  readonly frame: number;
  readonly numbers: readonly number[];
}

/**
 * Returns the points of a property between two frames. There are at most `most` points in addition to the keyframes.
 */
export function curveOf(
  property: AnimatedProperty,
  whole: Size,
  { from, to, most }: { readonly from: number; readonly to: number; readonly most: number },
): readonly CurvePoint[] {
  const step = Math.max((to - from) / Math.max(1, most), 1e-3);
  const frames = new Set<number>();
  for (let frame = from; frame <= to; frame += step) frames.add(frame);
  for (const { frame } of property.keys) {
    if (frame < from || frame > to) continue;
    // A point just before the keyframe makes the step at the end of a hold segment vertical.
    frames.add(frame - 1e-4);
    frames.add(frame);
  }
  return [...frames]
    .toSorted((one, other) => one - other)
    .map((frame) => ({ frame, numbers: numbersOf(valueAt(property, frame, whole), whole) }));
}

/** Returns the range of values in which a curve fits with padding. A constant value is in the middle of the range. */
export function rangeOf(points: readonly CurvePoint[]): ValueRange {
  const values = points.flatMap(({ numbers }) => numbers);
  if (values.length === 0) return { least: 0, most: 1 };
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const span = most - least;
  if (span < 1e-9) return { least: least - 1, most: most + 1 };
  return { least: least - span * CURVE_PADDING, most: most + span * CURVE_PADDING };
}

/** Returns the distance of a value from the top of a graph, in pixels. */
export function yOfValue(value: number, { least, most }: ValueRange, height: number): number {
  return height - ((value - least) / (most - least)) * height;
}

export function valueOfY(y: number, { least, most }: ValueRange, height: number): number {
  return least + ((height - y) / height) * (most - least);
}

/** A Bézier handle of a segment. Each segment has two handles, which bend its curve. */
export interface CurveHandle {
  /** The keyframe at the start of the segment. */
  readonly key: Keyframe;
  readonly which: 1 | 2;
  readonly frame: number;
  readonly value: number;
}

/** Returns the handles of the segments that start at these keyframes, for one component of the property. */
export function handlesOf(
  property: Pick<AnimatedProperty, 'keys'>,
  keys: readonly Keyframe[],
  part: number,
  whole: Size,
): readonly CurveHandle[] {
  return keys.flatMap((key): readonly CurveHandle[] => {
    const segment = segmentOf(property, key, part, whole);
    if (segment === null || !hasPoints(key.easing)) return [];
    const { x1, y1, x2, y2 } = pointsOf(key.easing);
    const { from, to, begin, length } = segment;
    const pointAt = (x: number, y: number) => ({ frame: begin + x * length, value: from + y * (to - from) });
    return [
      { key, which: 1, ...pointAt(x1, y1) },
      { key, which: 2, ...pointAt(x2, y2) },
    ];
  });
}

/**
 * Returns the easing of a segment after one of its handles was dragged to a point; null if the segment has no curve.
 */
export function easingAfterHandleDrag(
  property: Pick<AnimatedProperty, 'keys'>,
  { key, which }: CurveHandle,
  part: number,
  whole: Size,
  to: { readonly frame: number; readonly value: number; readonly isLevel: boolean; readonly isBoth: boolean },
): string | null {
  const segment = segmentOf(property, key, part, whole);
  if (segment === null) return null;
  const change = segment.to - segment.from;
  const x = Math.min(1, Math.max(0, (to.frame - segment.begin) / segment.length));
  const draggedY = Math.abs(change) < 1e-9 ? x : (to.value - segment.from) / change;
  const y = to.isLevel ? (which === 1 ? 0 : 1) : draggedY;
  const points = pointsOf(key.easing);
  const moved = which === 1 ? { ...points, x1: x, y1: y } : { ...points, x2: x, y2: y };
  if (!to.isBoth) return customCurveText(moved);
  return which === 1
    ? customCurveText({ ...moved, x2: 1 - x, y2: 1 - y })
    : customCurveText({ ...moved, x1: 1 - x, y1: 1 - y });
}

function segmentOf({ keys }: Pick<AnimatedProperty, 'keys'>, key: Keyframe, part: number, whole: Size) {
  const next = keys.find(({ frame, animation }) => frame === key.next && animation === key.animation);
  const [from, to] = [numbersOf(key.value, whole)[part], numbersOf(next?.value, whole)[part]];
  if (next === undefined || from === undefined || to === undefined) return null;
  return { from, to, begin: key.frame, length: next.frame - key.frame };
}
