import type { Affine, Rect } from '../../timeline/layer-state.ts';
import type { Vector } from '../../timeline/placement.ts';
import { type Gap, gapSnap } from './gaps.ts';
import {
  type Axis,
  alongAxis,
  type LinePlace,
  otherAxis,
  placesOf,
  type SnapGround,
  type SnapLine,
  type Touched,
} from './snap-lines.ts';

/** What is drawn while something touches something. */
export type Guide =
  | {
      readonly kind: 'line';
      readonly axis: Axis;
      readonly at: number;
      /** From where to where along the line. */
      readonly from: number;
      readonly to: number;
      readonly touched: Touched;
    }
  | { readonly kind: 'gaps'; readonly axis: Axis; readonly gaps: readonly Gap[] };

export interface Snapped {
  /** How far it moves, snapping included. */
  readonly by: Vector;
  readonly guides: readonly Guide[];
}

const MOST_GUIDES = 3;
const NEAR = 0.01;

/** A rectangle that is moved, with what it snaps to within so many pixels of the film; 0 for nothing. */
export function snapMove(
  rect: Rect,
  by: Vector,
  ground: SnapGround,
  tolerance: number,
  axes: readonly Axis[] = ['x', 'y'],
): Snapped {
  if (tolerance <= 0) return { by, guides: [] };
  const at = movedBy(rect, by);
  const along = (axis: Axis) => (axes.includes(axis) ? alongOne(at, axis, ground, tolerance) : HELD);
  const [x, y] = [along('x'), along('y')];
  const snapped = { x: by.x + x.by, y: by.y + y.by };
  const there = movedBy(rect, snapped);
  const guides = [...x.guides(there), ...y.guides(there)];
  return { by: snapped, guides: guides.slice(0, MOST_GUIDES) };
}

/** An upright edge or corner that is dragged to a place. The axes that the handle moves snap. */
export function snapPlace(
  place: Vector,
  axes: readonly Axis[],
  ground: SnapGround,
  tolerance: number,
): { readonly place: Vector; readonly guides: readonly Guide[] } {
  if (tolerance <= 0) return { place, guides: [] };
  let snapped = place;
  const guides: Guide[] = [];
  for (const axis of axes) {
    const line = nearest(ground[axis], snapped[axis], tolerance);
    if (line === null) continue;
    snapped = { ...snapped, [axis]: line.at };
    const along = snapped[otherAxis(axis)];
    guides.push(lineGuide(axis, line, along, along));
  }
  return { place: snapped, guides };
}

/** Whether a picture lies upright, so that its edges are lines that others can touch. */
export function isUpright({ a, b, c, d }: Affine): boolean {
  const isFlat = Math.abs(b) < 1e-6 && Math.abs(c) < 1e-6;
  return isFlat && a !== 0 && d !== 0;
}

/** An axis along which nothing moves. */
const HELD = { by: 0, guides: (): readonly Guide[] => [] };

function alongOne(rect: Rect, axis: Axis, ground: SnapGround, tolerance: number) {
  const places = Object.entries(placesOf(rect, axis)) as readonly (readonly [LinePlace, number])[];
  let by: number | null = null;
  for (const [, at] of places) {
    const line = nearest(ground[axis], at, tolerance);
    if (line !== null && (by === null || Math.abs(line.at - at) < Math.abs(by))) by = line.at - at;
  }
  const gap = gapSnap(rect, axis, ground.others, by === null ? tolerance : Math.abs(by) - NEAR);
  const isGap = gap !== null;
  return {
    by: gap?.by ?? by ?? 0,
    guides: (there: Rect): readonly Guide[] => {
      if (by === null && !isGap) return [];
      const { start, length } = alongAxis(there, otherAxis(axis));
      const now = Object.values(placesOf(there, axis));
      const touching = ground[axis].filter((line) => now.some((at) => Math.abs(line.at - at) < NEAR));
      const lines = touching.map((line) => lineGuide(axis, line, start, start + length));
      return isGap ? [{ kind: 'gaps', axis, gaps: gap.gaps }, ...lines] : lines;
    },
  };
}

function lineGuide(axis: Axis, { at, touched, from, to }: SnapLine, start: number, end: number): Guide {
  return { kind: 'line', axis, at, touched, from: Math.min(from, start), to: Math.max(to, end) };
}

function nearest(lines: readonly SnapLine[], at: number, tolerance: number): SnapLine | null {
  let found: SnapLine | null = null;
  for (const line of lines) {
    const distance = Math.abs(line.at - at);
    if (distance <= tolerance && (found === null || distance < Math.abs(found.at - at))) found = line;
  }
  return found;
}

function movedBy(rect: Rect, { x, y }: Vector): Rect {
  return { ...rect, left: rect.left + x, top: rect.top + y };
}
