import type { Editor } from '#renderer/editor/editor.ts';
import type { RecordStore } from '#renderer/editor/record-store.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { type SnapTarget, snapTolerance } from '#shared/editing/model/snapping.ts';
import type { SourceFrames } from '#shared/editing/model/timeline.ts';
import { assertNever } from '#shared/lib/assert.ts';
import type { VideoLayer } from '#shared/template/movie/movie.ts';
import type { TimelineStore } from '../model/timeline-view.ts';

/** The objects that a gesture uses. */
export interface GestureContext {
  readonly editor: Editor;
  readonly view: TimelineStore;
  readonly record: RecordStore;
  readonly words: Catalogue['timeline'];
  /** Shows the user why a gesture is not possible. */
  readonly refuse: (why: string) => void;
  /** Returns the length of a layer's source in frames of the timeline; null while unknown. */
  readonly sourceFrames: (layer: VideoLayer) => number | null;
  /**
   * Returns the length of the source of a layer or sound in frames of the timeline; null while unknown, or if the
   * source has no duration.
   */
  readonly lengthOf: SourceFrames;
}

const SNAP_PIXELS = 8;

/** Returns the snapping distance in frames. It is 0 if snapping is off, or if Alt suspends it. */
export function toleranceOf({ view }: GestureContext, { alt }: Pick<PointerPosition, 'alt'>): number {
  const { snapping, pixelsPerFrame, isSnapSuspended } = view.getState();
  const suspended = snapping && alt;
  if (suspended !== isSnapSuspended) view.setState({ isSnapSuspended: suspended });
  return snapping && !alt ? snapTolerance(SNAP_PIXELS, pixelsPerFrame) : 0;
}

/** Returns the label of a snap target; null without a target. */
export function snapWords({ words, record }: GestureContext, target: SnapTarget | null): string | null {
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
  return x + view.getState().scroll;
}

/** Removes the drawings of a gesture. */
export function endDrag({ view }: GestureContext): void {
  view.setState({ drag: null, isSnapSuspended: false });
}

/**
 * The position of the pointer with the modifier keys. It is measured from the top left corner of the ruler and lanes.
 */
export interface PointerPosition {
  readonly x: number;
  readonly y: number;
  readonly alt: boolean;
  readonly shift: boolean;
  /** Whether Ctrl is held, or Cmd on a Mac. */
  readonly mod: boolean;
}

/** A gesture that lasts as long as a pointer button is held. At its end, either `end` or `cancel` is called. */
export interface Gesture {
  /** Called at most once per frame. */
  readonly move: (place: PointerPosition) => void;
  readonly end: (place: PointerPosition) => void;
  readonly cancel: () => void;
  /** Whether the timeline scrolls while the pointer is near an edge. */
  readonly autoscroll: boolean;
}

interface Surface {
  readonly element: HTMLElement;
  readonly scrollBy: (pixels: number) => void;
}

interface Held {
  readonly clientX: number;
  readonly clientY: number;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

export function pointerPosition(element: HTMLElement, event: Held): PointerPosition {
  const box = element.getBoundingClientRect();
  return {
    x: event.clientX - box.left,
    y: event.clientY - box.top,
    alt: event.altKey,
    shift: event.shiftKey,
    mod: event.ctrlKey || event.metaKey,
  };
}

/** Runs a gesture until the button is released. Escape cancels it. */
export function runGesture({ element, scrollBy }: Surface, event: PointerEvent, gesture: Gesture): void {
  const { pointerId } = event;
  let held: Held = event;
  let isMoved = false;
  let scheduled = 0;
  let lastFrame = 0;
  const over = new AbortController();
  const { signal } = over;
  element.setPointerCapture(pointerId);

  const onFrame = (now: number) => {
    const place = pointerPosition(element, held);
    const speed = gesture.autoscroll && isStarted ? autoscrollSpeed(place.x, element.clientWidth) : 0;
    // The first step after a pause has the length of one frame, so that the pause does not count.
    const elapsed = lastFrame === 0 ? 16 : Math.min(50, now - lastFrame);
    if (speed !== 0) scrollBy((speed * elapsed) / 1000);
    if (isMoved || speed !== 0) gesture.move(place);
    isMoved = false;
    lastFrame = speed === 0 ? 0 : now;
    scheduled = speed === 0 ? 0 : requestAnimationFrame(onFrame);
  };
  let isStarted = false;
  const changed = (next: Held) => {
    held = next;
    isMoved = true;
    if (scheduled === 0) scheduled = requestAnimationFrame(onFrame);
  };
  const finish = (last: (() => void) | null) => {
    if (signal.aborted) return;
    over.abort();
    cancelAnimationFrame(scheduled);
    if (element.hasPointerCapture(pointerId)) element.releasePointerCapture(pointerId);
    if (last === null) gesture.cancel();
    else last();
  };

  element.addEventListener(
    'pointermove',
    (next) => {
      if (next.pointerId !== pointerId) return;
      isStarted ||= Math.abs(next.clientX - event.clientX) + Math.abs(next.clientY - event.clientY) > 3;
      changed(next);
    },
    { signal },
  );
  element.addEventListener(
    'pointerup',
    (last) => {
      if (last.pointerId === pointerId) finish(() => gesture.end(pointerPosition(element, last)));
    },
    { signal },
  );
  for (const type of ['pointercancel', 'lostpointercapture'] as const)
    element.addEventListener(type, () => finish(null), { signal });
  window.addEventListener('blur', () => finish(null), { signal });
  for (const type of ['keydown', 'keyup'] as const)
    window.addEventListener(
      type,
      (key) => {
        if (key.key === 'Escape') {
          key.preventDefault();
          key.stopPropagation();
          finish(null);
        } else if (['Alt', 'Shift', 'Control', 'Meta'].includes(key.key)) {
          // The default action of the Alt key would open the menu of the window.
          key.preventDefault();
          const { clientX, clientY } = held;
          changed({ clientX, clientY, ...modifiersOf(key) });
        }
      },
      { signal, capture: true },
    );
}

function modifiersOf({ altKey, shiftKey, ctrlKey, metaKey }: KeyboardEvent) {
  return { altKey, shiftKey, ctrlKey, metaKey };
}

/** The distance in pixels from an edge within which a drag scrolls. */
const SCROLL_ZONE = 40;
/** The scrolling speed at the edge and beyond it, in pixels per second. */
const MAX_SCROLL_SPEED = 1400;

/**
 * Returns the scrolling speed in pixels per second for a drag at `x` in lanes of this width. It is negative toward the
 * first frame.
 */
export function autoscrollSpeed(x: number, width: number): number {
  const zone = Math.min(SCROLL_ZONE, width / 4);
  const before = zone - x;
  const behind = x - (width - zone);
  if (before > 0) return -MAX_SCROLL_SPEED * Math.min(1, before / zone) ** 2;
  if (behind > 0) return MAX_SCROLL_SPEED * Math.min(1, behind / zone) ** 2;
  return 0;
}
