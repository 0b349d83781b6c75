import { type SceneTimes, scenesBetween } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';

/**
 * A rectangle in the lanes in pixels. `left` and `right` are measured from the first frame of the timeline; `top` and
 * `bottom`, from the top of the lanes.
 */
export interface LaneRectangle {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export function boxBetween(
  one: { readonly x: number; readonly y: number },
  other: { readonly x: number; readonly y: number },
): LaneRectangle {
  return {
    left: Math.min(one.x, other.x),
    right: Math.max(one.x, other.x),
    top: Math.min(one.y, other.y),
    bottom: Math.max(one.y, other.y),
  };
}

/**
 * Returns the scenes that a box touches. `lane` is the vertical extent of the scenes, measured from the top of the
 * lanes.
 */
export function scenesInBox(
  timeline: SceneTimes,
  box: LaneRectangle,
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
