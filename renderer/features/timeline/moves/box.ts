import { scenesBetween, type Timeline } from '#shared/editing/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';

/** A rectangle in the lanes; `left` and `right` in pixels from the film's beginning, the others from the lanes' top. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export function boxBetween(
  one: { readonly x: number; readonly y: number },
  other: { readonly x: number; readonly y: number },
): Box {
  return {
    left: Math.min(one.x, other.x),
    right: Math.max(one.x, other.x),
    top: Math.min(one.y, other.y),
    bottom: Math.max(one.y, other.y),
  };
}

/** The scenes that a box touches; `lane` is where their lane lies, from the lanes' top. */
export function scenesInBox(
  timeline: Timeline,
  box: Box,
  {
    pixelsPerFrame,
    lane,
  }: { readonly pixelsPerFrame: number; readonly lane: { readonly top: number; readonly bottom: number } },
): readonly NodeId[] {
  if (box.bottom < lane.top || box.top > lane.bottom) return [];
  const [first, end] = [box.left / pixelsPerFrame, box.right / pixelsPerFrame];
  if (first >= timeline.total) return [];
  return scenesBetween(timeline, Math.max(0, Math.floor(first)), Math.ceil(end) + 1)
    .filter((place) => place.start <= end && (place.end > first || place.start >= first))
    .map(({ scene }) => scene.id);
}
