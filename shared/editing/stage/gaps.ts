import type { Rect } from '../../timeline/layer-state.ts';
import { type Axis, alongAxis, otherAxis } from './snap-lines.ts';

/** The room between two things, in pixels of the film. */
export interface Gap {
  readonly from: number;
  readonly to: number;
  /** Where along the other axis it is shown. */
  readonly at: number;
}

/** How far something moves so that the gaps beside it are alike, and those gaps; null where none are nearly so. */
export function gapSnap(
  rect: Rect,
  axis: Axis,
  others: readonly Rect[],
  tolerance: number,
): { readonly by: number; readonly gaps: readonly Gap[] } | null {
  const { start, length } = alongAxis(rect, axis);
  const beside = others
    .filter((other) => overlap(rect, other, otherAxis(axis)) !== null)
    .map((other) => ({ ...spanOf(other, axis), at: overlap(rect, other, otherAxis(axis)) ?? 0 }))
    .toSorted((one, other) => one.start - other.start);
  const before = beside.filter(({ end }) => end <= start + tolerance).toSorted((one, other) => other.end - one.end);
  const behind = beside.filter((each) => each.start >= start + length - tolerance);
  const tries: { readonly begin: number; readonly gaps: (begin: number) => readonly Gap[] }[] = [];
  const [near, far] = before;
  const [next, last] = behind;
  if (near !== undefined && next !== undefined && next.start - near.end > length)
    tries.push({
      begin: (near.end + next.start - length) / 2,
      gaps: (begin) => [gap(near.end, begin, near.at), gap(begin + length, next.start, next.at)],
    });
  if (near !== undefined && far !== undefined && near.start - far.end > 0)
    tries.push({
      begin: near.end + near.start - far.end,
      gaps: (begin) => [gap(far.end, near.start, near.at), gap(near.end, begin, near.at)],
    });
  if (next !== undefined && last !== undefined && last.start - next.end > 0)
    tries.push({
      begin: next.start - (last.start - next.end) - length,
      gaps: (begin) => [gap(begin + length, next.start, next.at), gap(next.end, last.start, next.at)],
    });
  const fitting = tries
    .filter(({ begin }) => Math.abs(begin - start) <= tolerance)
    .toSorted((one, other) => Math.abs(one.begin - start) - Math.abs(other.begin - start));
  const [found] = fitting;
  return found === undefined ? null : { by: found.begin - start, gaps: found.gaps(found.begin) };
}

function spanOf(rect: Rect, axis: Axis) {
  const { start, length } = alongAxis(rect, axis);
  return { start, end: start + length };
}

/** The middle of what two have in common along an axis; null where that is nothing. */
function overlap(one: Rect, other: Rect, axis: Axis): number | null {
  const [first, second] = [spanOf(one, axis), spanOf(other, axis)];
  const [from, to] = [Math.max(first.start, second.start), Math.min(first.end, second.end)];
  return from < to ? (from + to) / 2 : null;
}

function gap(from: number, to: number, at: number): Gap {
  return { from, to, at };
}
