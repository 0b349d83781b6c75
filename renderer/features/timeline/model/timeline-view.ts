import { createStore, type StoreApi } from 'zustand/vanilla';
import type { TimelineTool } from '#renderer/actions/ports.ts';
import { nominalRate, type SceneTimes, scenesBetween } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { FrameRate } from '#shared/template/values/frame-rate.ts';
import type { DropTarget } from './drop-plans.ts';
import type { Gap } from './scene-plans.ts';
import type { TreeFocus } from './tree-keys.ts';

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

/** The state of the timeline's view, with the scroll position, the tool, and the current gesture. */
export interface TimelineState extends View {
  /** The height in pixels of the ruler and all lanes together. */
  readonly height: number;
  /** Whether the window is wide, so that all parts of the timeline get more space. */
  readonly isWide: boolean;
  readonly tool: TimelineTool;
  readonly snapping: boolean;
  readonly rulerUnit: RulerUnit;
  /** Whether the playhead follows the selection. */
  readonly playheadFollows: boolean;
  /** Whether snapping is suspended because Alt is held during a gesture. */
  readonly isSnapSuspended: boolean;
  readonly drag: Drag | null;
  /** The frame at which the blade would split; null if there is none. */
  readonly blade: number | null;
  readonly focus: TreeFocus | null;
  /**
   * Whether a key has moved the focus. Arrow keys then navigate in the tree; otherwise, they move the playhead by
   * frames.
   */
  readonly byKeyboard: boolean;
  /** Whether the row of `focus` receives the focus when it exists. */
  readonly focusRequested: boolean;
  /** The scenes whose layers are listed in rows. */
  readonly open: ReadonlySet<NodeId>;
  /** The layers and overlays whose content is listed, and the properties whose curve is visible. */
  readonly unfolded: ReadonlySet<NodeId>;
  /** Whether only rows with keyframes are shown. */
  readonly onlyAnimated: boolean;
  /** The text of the row search; null while the search is closed. */
  readonly search: string | null;
  /** The focus from before the search was opened. */
  readonly searchedFrom: TreeFocus | null;
  /** Whether the search field receives the focus when it exists. */
  readonly searchRequested: boolean;
  /** The frame at which layers of open scenes must be visible to have a row; null if all layers have rows. */
  readonly rowsAt: number | null;
  /** The height in pixels of the rows that are scrolled out of view at the top. */
  readonly rowScroll: number;
  readonly renaming: NodeId | null;
  readonly renamingMarker: string | null;
  /** The last message for screen readers. */
  readonly message: string;
}

/** The preferences of the timeline, which are stored on this machine. */
export type TimelinePreferences = Pick<TimelineState, 'snapping' | 'rulerUnit' | 'playheadFollows'>;

export interface TimelineStore extends StoreApi<TimelineState> {
  readonly setView: (view: View) => void;
  readonly scrollTo: (scroll: number, total: number) => void;
  readonly say: (message: string) => void;
}

const NO_IDS: ReadonlySet<NodeId> = new Set();

export function createTimelineStore({ snapping, rulerUnit, playheadFollows }: TimelinePreferences): TimelineStore {
  const store = createStore<TimelineState>(() => ({
    pixelsPerFrame: 1,
    scroll: 0,
    width: 0,
    height: 0,
    isWide: false,
    tool: 'select',
    snapping,
    rulerUnit,
    playheadFollows,
    isSnapSuspended: false,
    drag: null,
    blade: null,
    focus: null,
    byKeyboard: false,
    focusRequested: false,
    open: NO_IDS,
    unfolded: NO_IDS,
    onlyAnimated: false,
    search: null,
    searchedFrom: null,
    searchRequested: false,
    rowsAt: null,
    rowScroll: 0,
    renaming: null,
    renamingMarker: null,
    message: '',
  }));
  return {
    ...store,
    setView: ({ pixelsPerFrame, scroll, width }) => store.setState({ pixelsPerFrame, scroll, width }),
    scrollTo: (scroll, total) => store.setState({ scroll: scrolledView(store.getState(), scroll, total).scroll }),
    // Screen readers announce a text only if it has changed. A no-break space makes a repeated text different.
    say: (message) =>
      store.setState(({ message: last }) => ({ message: last === message ? `${message}\u00a0` : message })),
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

/** The visible part of the timeline in page pixels. `x` is measured from the left edge of the lanes. */
export interface View {
  readonly pixelsPerFrame: number;
  /** The width in pixels that is scrolled out of view at the left. */
  readonly scroll: number;
  /** The width of the lanes in pixels. */
  readonly width: number;
}

/** The maximum width of a frame in pixels. At this zoom, the user can distinguish single frames. */
const WIDEST_FRAME = 48;
/** The width in pixels of the space after the last scene, for drops and for the scene's handle. */
export const END_PADDING = 96;
/** The factor by which a zoom command changes the zoom. */
export const ZOOM_STEP = 1.4;

export function xOf(frame: number, { pixelsPerFrame, scroll }: View): number {
  return frame * pixelsPerFrame - scroll;
}

/** Returns the frame at `x`, including its fraction. */
export function frameAt(x: number, { pixelsPerFrame, scroll }: View): number {
  return (x + scroll) / pixelsPerFrame;
}

/**
 * Returns the smallest and the largest zoom. The smallest is half of the zoom that fits the whole timeline, and at the
 * largest, single frames can be distinguished.
 */
function zoomRange(total: number, width: number): { readonly least: number; readonly most: number } {
  const fits = Math.max(1, width) / Math.max(1, total);
  return { least: Math.min(WIDEST_FRAME / 2, fits / 2), most: WIDEST_FRAME };
}

/** Returns the view of the whole timeline with a margin at its end. */
export function fittedView(total: number, width: number): View {
  const room = Math.min(24, width / 10);
  const pixelsPerFrame = Math.min(WIDEST_FRAME, Math.max(1, width - room) / Math.max(1, total));
  return { pixelsPerFrame, scroll: 0, width };
}

/**
 * Returns the view with which a template opens: the whole timeline, or its beginning if the scenes would be too narrow.
 */
export function firstView(total: number, width: number): View {
  const fitted = fittedView(total, width);
  const pixelsPerFrame = Math.min(4, Math.max(0.5, fitted.pixelsPerFrame));
  return { pixelsPerFrame, scroll: 0, width };
}

/**
 * Returns the view with another zoom. The frame at `x` stays in its place, unless the view would go beyond an end of
 * the timeline.
 */
export function zoomedView(view: View, pixelsPerFrame: number, x: number, total: number): View {
  const { least, most } = zoomRange(total, view.width);
  const zoom = Math.min(most, Math.max(least, pixelsPerFrame));
  const scroll = frameAt(x, view) * zoom - x;
  return scrolledView({ ...view, pixelsPerFrame: zoom }, scroll, total);
}

/** Returns the view at another scroll position. The position is limited to the timeline. */
export function scrolledView(view: View, scroll: number, total: number): View {
  return { ...view, scroll: Math.min(lastScroll(view, total), Math.max(0, scroll)) };
}

function lastScroll({ pixelsPerFrame, width }: View, total: number): number {
  return Math.max(0, total * pixelsPerFrame + END_PADDING - width);
}

/** Returns the position of a zoom between the smallest (0) and the largest (1). The scale is logarithmic. */
export function zoomShare(pixelsPerFrame: number, total: number, width: number): number {
  const { least, most } = zoomRange(total, width);
  if (most <= least) return 0;
  return Math.min(1, Math.max(0, Math.log(pixelsPerFrame / least) / Math.log(most / least)));
}

/** Returns the zoom at a position; the inverse of {@link zoomShare}. */
export function zoomOfShare(share: number, total: number, width: number): number {
  const { least, most } = zoomRange(total, width);
  return least * (most / least) ** share;
}

/**
 * Returns a view in which a frame is visible. It is the same view if the frame is already visible, or else the next
 * page or a view around the frame.
 */
export function followedView(view: View, frame: number, total: number): View {
  const x = xOf(frame, view);
  if (x >= 0 && x <= view.width - 1) return view;
  const isNext = x > 0 && x < view.width * 2;
  return scrolledView(view, frame * view.pixelsPerFrame - view.width * (isNext ? 0.05 : 0.3), total);
}

/** Returns a view in which a range of frames is visible. It scrolls as little as possible. */
export function revealedView(view: View, from: number, to: number, total: number): View {
  const [left, right] = [xOf(from, view), xOf(to, view)];
  const margin = Math.min(48, view.width / 8);
  if (left >= 0 && right <= view.width) return view;
  const scroll =
    left < 0 || right - left > view.width ? view.scroll + left - margin : view.scroll + right - view.width + margin;
  return scrolledView(view, scroll, total);
}

export interface Tick {
  readonly frame: number;
  /** The kind of the tick. Only major ticks have labels. */
  readonly kind: 'major' | 'middle' | 'minor';
}

/** The distances in frames between the ticks of the ruler. A smaller distance divides each larger one. */
export interface TickSteps {
  readonly major: number;
  readonly middle: number;
  readonly minor: number;
}

export type RulerUnit = 'time' | 'frames';

/** The space in pixels for a label such as `0:00:05:00` or `86400`. */
const MAJOR_PIXELS = { time: 88, frames: 60 } as const satisfies Record<RulerUnit, number>;
const MIDDLE_PIXELS = 24;
const MINOR_PIXELS = 8;
const SECOND_STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 18_000, 36_000, 86_400];

/**
 * Returns the distances between the ticks of the ruler. A distance of less than a second divides the frames per second
 * (1, 5 of 25; 1, 2, 3, 5, 6 … of 30), so that each second of the timecode has a tick.
 */
export function tickSteps(rate: FrameRate, pixelsPerFrame: number, unit: RulerUnit): TickSteps {
  const labelPixels = MAJOR_PIXELS[unit];
  const nominal = nominalRate(rate);
  const steps = [...divisorsOf(nominal), ...SECOND_STEPS.map((seconds) => seconds * nominal)];
  const last = steps.at(-1) ?? nominal;
  const wide = (step: number, pixels: number) => step * pixelsPerFrame >= pixels;
  const major = steps.find((step) => wide(step, labelPixels)) ?? Math.ceil(labelPixels / pixelsPerFrame / last) * last;
  const dividing = (of: number) => steps.filter((step) => of % step === 0);
  const middle = dividing(major).find((step) => wide(step, MIDDLE_PIXELS)) ?? major;
  const minor = dividing(middle).find((step) => wide(step, MINOR_PIXELS)) ?? middle;
  return { major, middle, minor };
}

/** Returns the ticks of the ruler between two frames. */
export function ticksBetween({ major, middle, minor }: TickSteps, from: number, to: number): readonly Tick[] {
  const first = Math.max(0, Math.floor(from / minor)) * minor;
  const count = Math.max(0, Math.floor((to - first) / minor) + 1);
  return Array.from({ length: count }, (_, at) => {
    const frame = first + at * minor;
    return { frame, kind: frame % major === 0 ? 'major' : frame % middle === 0 ? 'middle' : 'minor' };
  });
}

/** Returns the divisors of a number except the number itself, which is a whole second. */
function divisorsOf(count: number): readonly number[] {
  return Array.from({ length: Math.max(0, count - 1) }, (_, at) => at + 1).filter((step) => count % step === 0);
}

/** Scrolls the rows so that this height in pixels is at the top. */
export function scrollRows(view: Pick<TimelineStore, 'setState'>, top: number): void {
  // The state is set directly, because rendering needs the position before the scroll event. An unmounted element does
  // not send that event.
  view.setState({ rowScroll: top });
  const list = document.querySelector('[data-rows]');
  if (list !== null) list.scrollTop = top;
}
