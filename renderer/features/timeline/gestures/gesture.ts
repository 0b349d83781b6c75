import type { Editor } from '#renderer/editor/editor.ts';
import type { RecordStore } from '#renderer/editor/record-store.ts';
import type { TimelineView } from '#renderer/editor/timeline-view.ts';
import {
  type DragHandlers,
  type DragPoint,
  modifiersOf,
  type PointedEvent,
  type PressEvent,
  startDrag,
} from '#renderer/interaction/drag.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { selectMode } from '#shared/editing/model/selection.ts';
import { type SnapTarget, snapTolerance } from '#shared/editing/model/snapping.ts';
import type { SourceFrames } from '#shared/editing/model/timeline.ts';
import { assertNever } from '#shared/lib/assert.ts';
import type { VideoLayer } from '#shared/template/movie/movie.ts';
import type { GestureStore } from '../model/gesture-state.ts';

/** The dependencies of gestures. */
export interface GestureContext {
  readonly editor: Editor;
  readonly view: TimelineView;
  readonly gesture: GestureStore;
  readonly record: RecordStore;
  readonly words: Catalogue['timeline'];
  /** Shows the user why a gesture is not possible. */
  readonly refuse: (why: string) => void;
  /** Returns the length of a layer's source in frames of the timeline; null while unknown. */
  readonly sourceFrames: (layer: VideoLayer) => number | null;
  /**
   * Returns the length of the source of a layer or sound in frames of the timeline. Null if the source has no duration,
   * or while the length is unknown.
   */
  readonly lengthOf: SourceFrames;
}

const SNAP_PIXELS = 8;

/** Stores whether Alt suspends snapping. Returns the snapping distance in frames; 0 if snapping is off or suspended. */
export function updateSnapTolerance({ view, gesture }: GestureContext, { alt }: Pick<PointerPosition, 'alt'>): number {
  const { snapping, pixelsPerFrame } = view.state;
  const suspended = snapping && alt;
  if (suspended !== gesture.state.isSnapSuspended) gesture.set({ isSnapSuspended: suspended });
  return snapping && !alt ? snapTolerance(SNAP_PIXELS, pixelsPerFrame) : 0;
}

/** Returns the label of a snap target; null without a target. */
export function snapLabel({ words, record }: GestureContext, target: SnapTarget | null): string | null {
  if (target === null) return null;
  switch (target.kind) {
    case 'playhead':
      return words.atPlayhead;
    case 'edge':
      return words.atEdge;
    case 'marker':
      return words.atMarker(record.current.markers.find(({ id }) => id === target.marker)?.name ?? '');
    case 'layer':
      return words.atLayer;
    case 'key':
      return words.atKey;
    case 'source-end':
      return words.atSourceEnd;
    default:
      return assertNever(target);
  }
}

/** Returns the position of the pointer in pixels from the first frame of the timeline. */
export function timelineX({ view }: GestureContext, { x }: Pick<PointerPosition, 'x'>): number {
  return x + view.state.scroll;
}

/** Ends a drag: removes its tooltip and markers from the timeline, and resumes snapping. */
export function endDrag({ gesture }: GestureContext): void {
  gesture.set({ drag: null, isSnapSuspended: false });
}

/** A pointer position relative to the top left corner of the ruler and lanes, in CSS pixels, with the modifier keys. */
export type PointerPosition = Pick<DragPoint, 'x' | 'y' | 'alt' | 'shift' | 'mod'>;

/** A drag in the ruler and the lanes. */
export interface TimelineGesture extends DragHandlers {
  /** Whether the timeline scrolls while the pointer is near an edge. */
  readonly autoscroll: boolean;
  /** The axis on which the gesture acts; by default both. */
  readonly axis?: 'x' | 'y' | undefined;
  /** Whether the gesture starts at the press, before any movement. */
  readonly isImmediate?: boolean;
}

/**
 * Starts a gesture on the element that contains the ruler and the lanes. `scrollBy` scrolls the timeline by a number of
 * pixels.
 */
export function startGesture(
  event: PressEvent,
  gesture: TimelineGesture,
  element: Element,
  scrollBy: (pixels: number) => void,
): void {
  startDrag(event, gesture, {
    capture: element,
    relativeTo: element,
    oncePerFrame: true,
    axis: gesture.axis,
    ...(gesture.isImmediate === true && { threshold: 0 }),
    ...(gesture.autoscroll && { autoScroll: { area: element, axis: 'x', scrollBy } }),
  });
}

/** Returns the position of a pointer event in an element. */
export function pointerPosition(element: Element, event: PointedEvent): PointerPosition {
  const box = element.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top, ...modifiersOf(event) };
}

/** The press on a selectable item: functions that change the selection, and the drag of the selection. */
interface SelectingPress extends Pick<TimelineGesture, 'autoscroll' | 'axis'> {
  readonly isSelected: () => boolean;
  readonly select: () => void;
  /** Returns the drag of the selection; null if the item cannot be dragged. */
  readonly drag: () => DragHandlers | null;
}

/**
 * Handles a press on a selectable item. The press selects the item, and a movement drags the selection. If the item is
 * already selected, only a click (a release without movement) changes the selection, because a drag moves the whole
 * selection.
 */
export function selectingGesture(
  from: PointerPosition,
  { isSelected, select, drag, ...options }: SelectingPress,
): TimelineGesture {
  const selectsOnClick = selectMode(from) === 'only' && isSelected();
  if (!selectsOnClick) select();
  const click = () => {
    if (selectsOnClick) select();
  };
  let dragged: DragHandlers | null = null;
  return {
    ...options,
    start: (point) => {
      if (isSelected()) dragged = drag();
      dragged?.start?.(point);
    },
    move: (point) => dragged?.move(point),
    end: (point) => (dragged === null ? click() : dragged.end(point)),
    cancel: () => dragged?.cancel(),
    click,
  };
}
