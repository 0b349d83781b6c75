import type { NodeId } from '../../template/document/document.ts';
import type { Size } from '../../template/values/placement.ts';
import { boundsOfBox, type LayerBox } from '../../timeline/boxes.ts';
import type { Affine, Rect } from '../../timeline/layer-state.ts';
import type { Vector } from '../../timeline/placement.ts';
import { type SafeArea, safeRects } from './safe-areas.ts';

export type Axis = 'x' | 'y';

/** The part of a layer that can touch a line: its left or upper edge, its middle, or its right or lower edge. */
export type LinePlace = 'start' | 'middle' | 'end';

/** The target that a layer touches, which the label names. */
export type TouchedTarget =
  | { readonly kind: 'frame' | 'action-area' | 'title-area'; readonly place: LinePlace }
  | { readonly kind: 'layer'; readonly layer: NodeId; readonly place: LinePlace };

/** A line across the frame to which layers can snap; `at` is its position on the axis. */
export interface SnapLine {
  readonly at: number;
  readonly touched: TouchedTarget;
  /** The extent of the target along the line. */
  readonly from: number;
  readonly to: number;
}

/** The snap targets: lines of the frame and of layers that are not dragged. */
export interface SnapCandidates {
  readonly x: readonly SnapLine[];
  readonly y: readonly SnapLine[];
  /** The bounds of the other layers, to which equal gaps refer. */
  readonly others: readonly Rect[];
}

/** The gap between two layers, in pixels of the movie. */
export interface Gap {
  readonly from: number;
  readonly to: number;
  /** The position of the gap on the other axis. */
  readonly at: number;
}

/** A guide that is drawn while layers touch a target. */
export type Guide =
  | {
      readonly kind: 'line';
      readonly axis: Axis;
      readonly at: number;
      /** The ends of the line. */
      readonly from: number;
      readonly to: number;
      readonly touched: TouchedTarget;
    }
  | { readonly kind: 'gaps'; readonly axis: Axis; readonly gaps: readonly Gap[] };

export interface SnappedMove {
  /** The offset after snapping. */
  readonly by: Vector;
  readonly guides: readonly Guide[];
}

const MAX_GUIDES = 3;

const TOUCH_TOLERANCE = 0.01;

/**
 * Snaps a moving rectangle to targets within a tolerance in pixels of the movie. A tolerance of 0 disables snapping.
 */
export function snapMove(
  rect: Rect,
  by: Vector,
  candidates: SnapCandidates,
  tolerance: number,
  axes: readonly Axis[] = ['x', 'y'],
): SnappedMove {
  if (tolerance <= 0) return { by, guides: [] };
  const at = movedBy(rect, by);
  const along = (axis: Axis) => (axes.includes(axis) ? snapAxis(at, axis, candidates, tolerance) : NO_MOVEMENT);
  const [x, y] = [along('x'), along('y')];
  const snapped = { x: by.x + x.by, y: by.y + y.by };
  const moved = movedBy(rect, snapped);
  const guides = [...x.guides(moved), ...y.guides(moved)];
  return { by: snapped, guides: guides.slice(0, MAX_GUIDES) };
}

/** Snaps a dragged edge or corner of an upright picture. Snaps only on the axes of its handle. */
export function snapPlace(
  place: Vector,
  axes: readonly Axis[],
  candidates: SnapCandidates,
  tolerance: number,
): { readonly place: Vector; readonly guides: readonly Guide[] } {
  if (tolerance <= 0) return { place, guides: [] };
  let snapped = place;
  const guides: Guide[] = [];
  for (const axis of axes) {
    const line = nearest(candidates[axis], snapped[axis], tolerance);
    if (line === null) continue;
    snapped = { ...snapped, [axis]: line.at };
    const along = snapped[otherAxis(axis)];
    guides.push(lineGuide(axis, line, along, along));
  }
  return { place: snapped, guides };
}

/** Returns whether a picture is upright: its edges are parallel to the axes. */
export function isUpright({ a, b, c, d }: Affine): boolean {
  const isFlat = Math.abs(b) < 1e-6 && Math.abs(c) < 1e-6;
  return isFlat && a !== 0 && d !== 0;
}

/** The result for an axis on which the rectangle does not move. */
const NO_MOVEMENT = { by: 0, guides: (): readonly Guide[] => [] };

function snapAxis(rect: Rect, axis: Axis, candidates: SnapCandidates, tolerance: number) {
  const places = Object.entries(placesOf(rect, axis)) as readonly (readonly [LinePlace, number])[];
  let by: number | null = null;
  for (const [, at] of places) {
    const line = nearest(candidates[axis], at, tolerance);
    if (line !== null && (by === null || Math.abs(line.at - at) < Math.abs(by))) by = line.at - at;
  }
  const gap = gapSnap(rect, axis, candidates.others, by === null ? tolerance : Math.abs(by) - TOUCH_TOLERANCE);
  const isGap = gap !== null;
  return {
    by: gap?.by ?? by ?? 0,
    guides: (moved: Rect): readonly Guide[] => {
      if (by === null && !isGap) return [];
      const { start, length } = alongAxis(moved, otherAxis(axis));
      const now = Object.values(placesOf(moved, axis));
      const touching = candidates[axis].filter((line) => now.some((at) => Math.abs(line.at - at) < TOUCH_TOLERANCE));
      const lines = touching.map((line) => lineGuide(axis, line, start, start + length));
      return isGap ? [{ kind: 'gaps', axis, gaps: gap.gaps }, ...lines] : lines;
    },
  };
}

function lineGuide(axis: Axis, { at, touched, from, to }: SnapLine, start: number, end: number): Guide {
  return { kind: 'line', axis, at, touched, from: Math.min(from, start), to: Math.max(to, end) };
}

function nearest(lines: readonly SnapLine[], at: number, tolerance: number): SnapLine | null {
  let best: SnapLine | null = null;
  for (const line of lines) {
    const distance = Math.abs(line.at - at);
    if (distance <= tolerance && (best === null || distance < Math.abs(best.at - at))) best = line;
  }
  return best;
}

function movedBy(rect: Rect, { x, y }: Vector): Rect {
  return { ...rect, left: rect.left + x, top: rect.top + y };
}

/**
 * Returns the targets to which a layer can snap: the frame, visible safe areas, and the other layers.
 * @param dragged The moving layers. Neither their members nor their groups are targets.
 */
export function snapCandidates(
  boxes: readonly LayerBox[],
  dragged: readonly NodeId[],
  frame: Size,
  safeAreas: SafeArea | null,
): SnapCandidates {
  const moving = new Set(dragged);
  const movingGroups = new Set(boxes.filter(({ layer }) => moving.has(layer.id)).flatMap(({ groups }) => groups));
  const others = boxes.filter(
    ({ layer, groups, isPlayed }) =>
      isPlayed && !moving.has(layer.id) && !movingGroups.has(layer.id) && !groups.some((group) => moving.has(group)),
  );
  const rects = others.map((box) => ({ id: box.layer.id, rect: boundsOfBox(box) }));
  const whole = { left: 0, top: 0, ...frame };
  const areas = safeAreas === null ? [] : safeRects(safeAreas, frame);
  const lines = (axis: Axis) =>
    withoutDuplicates([
      ...linesOf(whole, axis, (place) => ({ kind: 'frame', place })),
      ...areas.flatMap(({ kind, rect }) =>
        linesOf(rect, axis, (place) => ({ kind, place })).filter(({ touched }) => touched.place !== 'middle'),
      ),
      ...rects.flatMap(({ id, rect }) => linesOf(rect, axis, (place) => ({ kind: 'layer', layer: id, place }))),
    ]);
  return { x: lines('x'), y: lines('y'), others: rects.map(({ rect }) => rect) };
}

/** Returns the start and the length of a rectangle along an axis. */
export function alongAxis(rect: Rect, axis: Axis): { readonly start: number; readonly length: number } {
  return axis === 'x' ? { start: rect.left, length: rect.width } : { start: rect.top, length: rect.height };
}

function otherAxis(axis: Axis): Axis {
  return axis === 'x' ? 'y' : 'x';
}

/** Returns the positions of the edges and the middle of a rectangle along an axis. */
export function placesOf(rect: Rect, axis: Axis): Readonly<Record<LinePlace, number>> {
  const { start, length } = alongAxis(rect, axis);
  return { start, middle: start + length / 2, end: start + length };
}

function linesOf(rect: Rect, axis: Axis, touched: (place: LinePlace) => TouchedTarget): readonly SnapLine[] {
  const places = placesOf(rect, axis);
  const { start, length } = alongAxis(rect, otherAxis(axis));
  return (['start', 'middle', 'end'] as const).map((place) => ({
    at: places[place],
    touched: touched(place),
    from: start,
    to: start + length,
  }));
}

/**
 * Removes all lines at the same position except the first one. The line of the frame comes before the lines of layers
 * that fill it.
 */
function withoutDuplicates(lines: readonly SnapLine[]): readonly SnapLine[] {
  const distinct: SnapLine[] = [];
  for (const line of lines) if (!distinct.some(({ at }) => Math.abs(at - line.at) < 0.01)) distinct.push(line);
  return distinct;
}

/**
 * Returns the offset that makes the gaps on both sides of a rectangle equal, with these gaps; null if no gaps are
 * nearly equal.
 */
function gapSnap(
  rect: Rect,
  axis: Axis,
  others: readonly Rect[],
  tolerance: number,
): { readonly by: number; readonly gaps: readonly Gap[] } | null {
  const { start, length } = alongAxis(rect, axis);
  const neighbors = others
    .filter((other) => overlap(rect, other, otherAxis(axis)) !== null)
    .map((other) => ({ ...spanOf(other, axis), at: overlap(rect, other, otherAxis(axis)) ?? 0 }))
    .toSorted((one, other) => one.start - other.start);
  const before = neighbors.filter(({ end }) => end <= start + tolerance).toSorted((one, other) => other.end - one.end);
  const after = neighbors.filter((neighbor) => neighbor.start >= start + length - tolerance);
  const options: { readonly begin: number; readonly gaps: (begin: number) => readonly Gap[] }[] = [];
  const [near, far] = before;
  const [next, last] = after;
  if (near !== undefined && next !== undefined && next.start - near.end > length)
    options.push({
      begin: (near.end + next.start - length) / 2,
      gaps: (begin) => [gap(near.end, begin, near.at), gap(begin + length, next.start, next.at)],
    });
  if (near !== undefined && far !== undefined && near.start - far.end > 0)
    options.push({
      begin: near.end + near.start - far.end,
      gaps: (begin) => [gap(far.end, near.start, near.at), gap(near.end, begin, near.at)],
    });
  if (next !== undefined && last !== undefined && last.start - next.end > 0)
    options.push({
      begin: next.start - (last.start - next.end) - length,
      gaps: (begin) => [gap(begin + length, next.start, next.at), gap(next.end, last.start, next.at)],
    });
  const fitting = options
    .filter(({ begin }) => Math.abs(begin - start) <= tolerance)
    .toSorted((one, other) => Math.abs(one.begin - start) - Math.abs(other.begin - start));
  const [nearestFit] = fitting;
  return nearestFit === undefined ? null : { by: nearestFit.begin - start, gaps: nearestFit.gaps(nearestFit.begin) };
}

function spanOf(rect: Rect, axis: Axis) {
  const { start, length } = alongAxis(rect, axis);
  return { start, end: start + length };
}

/** Returns the middle of the overlap of two rectangles along an axis; null if they do not overlap. */
function overlap(one: Rect, other: Rect, axis: Axis): number | null {
  const [first, second] = [spanOf(one, axis), spanOf(other, axis)];
  const [from, to] = [Math.max(first.start, second.start), Math.min(first.end, second.end)];
  return from < to ? (from + to) / 2 : null;
}

function gap(from: number, to: number, at: number): Gap {
  return { from, to, at };
}
