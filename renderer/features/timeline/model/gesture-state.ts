import { createPart, type EditorPart } from '#renderer/editor/editor-part.ts';
import type { TimelineView } from '#renderer/editor/timeline-view.ts';
import type { DropTarget, Gap } from '#renderer/project/drop-target.ts';
import { type SceneTimes, scenesBetween } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';

/** The tooltip beside an edge that is being dragged. */
export interface Tip {
  /** The position in pixels from the first frame of the timeline. */
  readonly left: number;
  readonly frames: number;
  readonly difference: number;
  /** The snap target, or the reason why the drag is refused; null if there is neither. */
  readonly note: string | null;
  readonly tone: 'plain' | 'snapped' | 'refused';
  /** The text to show in place of the frame and the difference. */
  readonly text?: string;
}

/** The visual state of the active gesture. */
export type Drag =
  | {
      readonly kind: 'trim';
      readonly scene: NodeId;
      readonly edge: 'start' | 'end';
      readonly tip: Tip;
      readonly line: number | null;
    }
  | { readonly kind: 'slip'; readonly scene: NodeId; readonly tip: Tip }
  /** Bars that are being moved, trimmed, or slipped. `top` is the position of the tooltip in pixels. */
  | {
      readonly kind: 'bar';
      readonly parts: ReadonlySet<NodeId>;
      readonly tip: Tip;
      readonly top: number;
      readonly line: number | null;
    }
  /**
   * Rows that are being reordered. `top` is the distance in pixels from the first row to the gap; null if the rows stay
   * in place.
   */
  | { readonly kind: 'rows'; readonly parts: ReadonlySet<NodeId>; readonly top: number | null; readonly indent: number }
  | { readonly kind: 'move'; readonly scenes: ReadonlySet<NodeId>; readonly by: number; readonly gap: Gap | null }
  | { readonly kind: 'box'; readonly box: LaneRectangle }
  | {
      readonly kind: 'drop';
      readonly target: DropTarget;
      readonly label: string;
      readonly hint: string | null;
      readonly left: number;
    }
  | { readonly kind: 'marker'; readonly marker: string; readonly frame: number; readonly line: number | null }
  | { readonly kind: 'range'; readonly end: 'in' | 'out'; readonly frame: number; readonly line: number | null }
  | { readonly kind: 'scrub' };

/** The transient visual state of pointer gestures. The rest of the timeline's state is in `TimelineView`. */
export interface GestureState {
  /** Whether snapping is suspended because Alt is held during a gesture. */
  readonly isSnapSuspended: boolean;
  readonly drag: Drag | null;
  /** The frame at which the blade would split; null if the pointer is not over a scene. */
  readonly blade: number | null;
}

export type GestureStore = EditorPart<GestureState>;

export function createGestureStore(): GestureStore {
  return createPart<GestureState>({ isSnapSuspended: false, drag: null, blade: null });
}

/**
 * A rectangle in the lanes in pixels. `left` and `right` are measured from the first frame of the timeline, and `top`
 * and `bottom` from the top of the lanes.
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

/** Scrolls the rows vertically to a position in pixels. */
export function scrollRows(view: Pick<TimelineView, 'set'>, top: number): void {
  // Set the state directly: rendering needs the position before the scroll event, and an unmounted list sends no event.
  view.set({ rowScroll: top });
  const list = document.querySelector('[data-rows]');
  if (list !== null) list.scrollTop = top;
}
