import { hasPoints, ownText, pointsOf } from '#renderer/common/keys/easing-shapes.ts';
import { type AnimatedProperty, type PropertyKey, valueAt } from '#shared/editing/keys/animated.ts';
import { inPixels, type Length, type Pair, type Point } from '#shared/template/values/lengths.ts';
import type { Size } from '#shared/template/values/placement.ts';

/** Room above and below a curve, as a part of what it spans. */
const MARGIN = 0.14;
const REACH = 8;

/** The numbers of a value that a graph shows: one, or across and down. None of what has no size, such as a colour. */
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

/** The values that a graph reaches from its lower to its upper edge. */
export interface ValueRange {
  readonly least: number;
  readonly most: number;
}

/** One point of a curve: a frame of the layer, and its numbers then. */
export interface CurvePoint {
  readonly frame: number;
  readonly numbers: readonly number[];
}

/** A property in the frames between two, at most so many points, its keys among them. */
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
    // Just before a key, too: a value that is held goes straight up there.
    frames.add(frame - 1e-4);
    frames.add(frame);
  }
  return [...frames]
    .toSorted((one, other) => one - other)
    .map((frame) => ({ frame, numbers: numbersOf(valueAt(property, frame, whole), whole) }));
}

/** The range that fits a curve with room around it; one that rests has it in the middle. */
export function rangeOf(points: readonly CurvePoint[]): ValueRange {
  const values = points.flatMap(({ numbers }) => numbers);
  if (values.length === 0) return { least: 0, most: 1 };
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const span = most - least;
  if (span < 1e-9) return { least: least - 1, most: most + 1 };
  return { least: least - span * MARGIN, most: most + span * MARGIN };
}

/** Pixels from the upper edge of a graph so high. */
export function yOfValue(value: number, { least, most }: ValueRange, height: number): number {
  return height - ((value - least) / (most - least)) * height;
}

export function valueOfY(y: number, { least, most }: ValueRange, height: number): number {
  return least + ((height - y) / height) * (most - least);
}

/** One of the two points that bend a segment. */
export interface CurveHandle {
  /** The key that the segment leads from. */
  readonly key: PropertyKey;
  readonly which: 1 | 2;
  readonly frame: number;
  readonly value: number;
}

/** The points of the segments of these keys, for one of the property's numbers. */
export function handlesOf(
  property: Pick<AnimatedProperty, 'keys'>,
  keys: readonly PropertyKey[],
  part: number,
  whole: Size,
): readonly CurveHandle[] {
  return keys.flatMap((key): readonly CurveHandle[] => {
    const segment = segmentOf(property, key, part, whole);
    if (segment === null || !hasPoints(key.easing)) return [];
    const { x1, y1, x2, y2 } = pointsOf(key.easing);
    const { from, to, begin, length } = segment;
    const place = (x: number, y: number) => ({ frame: begin + x * length, value: from + y * (to - from) });
    return [
      { key, which: 1, ...place(x1, y1) },
      { key, which: 2, ...place(x2, y2) },
    ];
  });
}

/** The easing that a segment has when one of its points is dragged there. Null where it leads nowhere. */
export function easingDragged(
  property: Pick<AnimatedProperty, 'keys'>,
  { key, which }: CurveHandle,
  part: number,
  whole: Size,
  to: { readonly frame: number; readonly value: number; readonly isLevel: boolean; readonly isBoth: boolean },
): string | null {
  const segment = segmentOf(property, key, part, whole);
  if (segment === null) return null;
  const way = segment.to - segment.from;
  const x = Math.min(1, Math.max(0, (to.frame - segment.begin) / segment.length));
  const free = Math.abs(way) < 1e-9 ? x : (to.value - segment.from) / way;
  const y = to.isLevel ? (which === 1 ? 0 : 1) : free;
  const points = pointsOf(key.easing);
  const moved = which === 1 ? { ...points, x1: x, y1: y } : { ...points, x2: x, y2: y };
  if (!to.isBoth) return ownText(moved);
  return which === 1 ? ownText({ ...moved, x2: 1 - x, y2: 1 - y }) : ownText({ ...moved, x1: 1 - x, y1: 1 - y });
}

function segmentOf({ keys }: Pick<AnimatedProperty, 'keys'>, key: PropertyKey, part: number, whole: Size) {
  const next = keys.find(({ frame, animation }) => frame === key.next && animation === key.animation);
  const [from, to] = [numbersOf(key.value, whole)[part], numbersOf(next?.value, whole)[part]];
  if (next === undefined || from === undefined || to === undefined) return null;
  return { from, to, begin: key.frame, length: next.frame - key.frame };
}

/** Whether a place of the page is that of a point. */
export function isNear(x: number, y: number, atX: number, atY: number): boolean {
  return Math.abs(x - atX) <= REACH && Math.abs(y - atY) <= REACH;
}
