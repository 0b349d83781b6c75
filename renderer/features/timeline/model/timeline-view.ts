import { createStore } from 'zustand/vanilla';
import type { TimelineView, TimelineViewState } from '#renderer/editor/timeline-view.ts';
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
  /** The text that replaces the frames and their difference. */
  readonly said?: string;
}

/** The elements that the current gesture draws. */
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
  | { readonly kind: 'box'; readonly box: Box }
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

/** The drawings of the current gesture of the pointer. */
interface TimelineGesture {
  /** Whether snapping is suspended because Alt is held during a gesture. */
  readonly isSnapSuspended: boolean;
  readonly drag: Drag | null;
  /** The frame at which the blade would split; null if there is none. */
  readonly blade: number | null;
}

/** The view of the timeline together with the current gesture. */
export interface TimelineState extends TimelineViewState, TimelineGesture {}

/** The view of the open template's timeline together with the gestures of the mounted timeline. */
export interface TimelineStore extends Pick<TimelineView, 'setView' | 'scrollTo' | 'say'> {
  readonly getState: () => TimelineState;
  readonly getInitialState: () => TimelineState;
  readonly setState: (change: Partial<TimelineState> | ((state: TimelineState) => Partial<TimelineState>)) => void;
  readonly subscribe: (listener: (state: TimelineState, before: TimelineState) => void) => () => void;
}

const AT_REST: TimelineGesture = { isSnapSuspended: false, drag: null, blade: null };

export function createTimelineStore(timeline: TimelineView): TimelineStore {
  const gesture = createStore<TimelineGesture>(() => AT_REST);
  const joined = (): TimelineState => ({ ...timeline.state, ...gesture.getState() });
  let [view, current, state] = [timeline.state, gesture.getState(), joined()];
  const getState = () => {
    if (view !== timeline.state || current !== gesture.getState())
      [view, current, state] = [timeline.state, gesture.getState(), joined()];
    return state;
  };
  return {
    getState,
    getInitialState: getState,
    setState: (change) => {
      const next = typeof change === 'function' ? change(getState()) : change;
      const isGesture = (name: string) => name in AT_REST;
      const entries = Object.entries(next);
      const own = entries.filter(([name]) => isGesture(name));
      const others = entries.filter(([name]) => !isGesture(name));
      if (own.length > 0) gesture.setState(Object.fromEntries(own));
      if (others.length > 0) timeline.set(Object.fromEntries(others));
    },
    subscribe: (listener) => {
      let before = getState();
      const notify = () => {
        const [last, now] = [before, getState()];
        before = now;
        if (now !== last) listener(now, last);
      };
      const stops = [
        timeline.subscribe((now, last) => {
          // Another tool has no blade yet.
          if (now.tool !== last.tool) gesture.setState({ blade: null });
          notify();
        }),
        gesture.subscribe(notify),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
    setView: timeline.setView,
    scrollTo: timeline.scrollTo,
    say: timeline.say,
  };
}

/**
 * A rectangle in the lanes in pixels. `left` and `right` are measured from the first frame of the timeline, and `top`
 * and `bottom` from the top of the lanes.
 */
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

/** Returns the scenes that a box touches. `lane` is the position of the scenes, measured from the top of the lanes. */
export function scenesInBox(
  timeline: SceneTimes,
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

/** Scrolls the rows so that this height in pixels is at the top. */
export function scrollRows(view: Pick<TimelineView, 'set'>, top: number): void {
  // The state is set directly, because rendering needs the position before the scroll event. An unmounted element does
  // not send that event.
  view.set({ rowScroll: top });
  const list = document.querySelector('[data-rows]');
  if (list !== null) list.scrollTop = top;
}
