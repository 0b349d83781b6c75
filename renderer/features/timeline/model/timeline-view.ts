import { createStore, type StoreApi } from 'zustand/vanilla';
import type { TimelineTool } from '#renderer/actions/ports.ts';
import { nominalRate, type SceneTimes, scenesBetween } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { FrameRate } from '#shared/template/values/frame-rate.ts';
import type { DropTarget } from './drop-plans.ts';
import type { Gap } from './scene-plans.ts';
import type { TreeFocus } from './tree-keys.ts';

/** What stands beside an edge while it is dragged. */
export interface Tip {
  /** Pixels from the film's beginning. */
  readonly left: number;
  readonly frames: number;
  readonly difference: number;
  /** What it snapped to, or why it can't be done. */
  readonly note: string | null;
  readonly tone: 'plain' | 'snapped' | 'refused';
  /** Said instead of frames and their difference. */
  readonly said?: string;
}

/** What a gesture that goes on draws. */
export type Drag =
  | {
      readonly kind: 'trim';
      readonly scene: NodeId;
      readonly edge: 'start' | 'end';
      readonly tip: Tip;
      readonly line: number | null;
    }
  | { readonly kind: 'slip'; readonly scene: NodeId; readonly tip: Tip }
  /** Bars of rows that are moved, trimmed or slipped; `row` is where the tip stands, in pixels from the top. */
  | {
      readonly kind: 'bar';
      readonly parts: ReadonlySet<NodeId>;
      readonly tip: Tip;
      readonly top: number;
      readonly line: number | null;
    }
  /** Rows that are put between others; `top` is that of the gap in pixels from the first row, null where they stay. */
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

/** What the timeline shows beside the document: where one looks, with which tool, and the gesture. */
export interface TimelineState extends View {
  /** Of the ruler and all lanes. */
  readonly height: number;
  /** Whether the window is so wide that everything has more room. */
  readonly isWide: boolean;
  readonly tool: TimelineTool;
  readonly snapping: boolean;
  readonly rulerUnit: RulerUnit;
  /** The playhead goes to what is selected. */
  readonly playheadFollows: boolean;
  /** Alt is held in a gesture that would snap. */
  readonly isSnapSuspended: boolean;
  readonly drag: Drag | null;
  /** Frame under the blade. */
  readonly blade: number | null;
  readonly focus: TreeFocus | null;
  /** Whether the focus came by a key; then arrows are the tree's, else they step frames. */
  readonly byKeyboard: boolean;
  /** The row of `focus` takes the focus as soon as it is there. */
  readonly focusRequested: boolean;
  /** Scenes whose layers are rows. */
  readonly open: ReadonlySet<NodeId>;
  /** Layers and overlays whose parts are listed below them, and properties whose curve is shown. */
  readonly unfolded: ReadonlySet<NodeId>;
  /** Only rows with keys are shown. */
  readonly onlyAnimated: boolean;
  /** What is looked for among the rows; null while the search is closed. */
  readonly search: string | null;
  /** Where the focus was when the search was opened. */
  readonly searchedFrom: TreeFocus | null;
  /** The search takes the focus as soon as it is there. */
  readonly searchRequested: boolean;
  /** The frame in which layers of open scenes play that are shown; null where all are. */
  readonly rowsAt: number | null;
  /** Pixels of the rows that lie above what is in sight of them. */
  readonly rowScroll: number;
  readonly renaming: NodeId | null;
  readonly renamingMarker: string | null;
  /** Read out by screen readers. */
  readonly message: string;
}

/** What this machine remembers of how somebody works. */
export type TimelinePreferences = Pick<TimelineState, 'snapping' | 'rulerUnit' | 'playheadFollows'>;

export interface TimelineStore extends StoreApi<TimelineState> {
  readonly setView: (view: View) => void;
  readonly scrollTo: (scroll: number, total: number) => void;
  readonly say: (message: string) => void;
}

const NOTHING: ReadonlySet<NodeId> = new Set();

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
    open: NOTHING,
    unfolded: NOTHING,
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
    // The same words twice are read out twice only if they differ.
    say: (message) =>
      store.setState(({ message: last }) => ({ message: last === message ? `${message}\u00a0` : message })),
  };
}

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

/** What of the film is in sight. Pixels are those of the page; `x` counts from the left edge of the lanes. */
export interface View {
  readonly pixelsPerFrame: number;
  /** Pixels of the film that lie left of the lanes. */
  readonly scroll: number;
  /** Of the lanes. */
  readonly width: number;
}

/** A frame is at most so wide: each can be told from the next, and its picture seen. */
const WIDEST_FRAME = 48;
/** Behind the last scene, for dropping there and for its handle. */
export const END_PADDING = 96;
/** What one press of + or − makes of the zoom. */
export const ZOOM_STEP = 1.4;

export function xOf(frame: number, { pixelsPerFrame, scroll }: View): number {
  return frame * pixelsPerFrame - scroll;
}

/** The frame at a place, with its fraction. */
export function frameAt(x: number, { pixelsPerFrame, scroll }: View): number {
  return (x + scroll) / pixelsPerFrame;
}

/** The smallest and the largest zoom of a film: from twice what is needed to see all of it, to single frames. */
function zoomRange(total: number, width: number): { readonly least: number; readonly most: number } {
  const fits = Math.max(1, width) / Math.max(1, total);
  return { least: Math.min(WIDEST_FRAME / 2, fits / 2), most: WIDEST_FRAME };
}

/** All of the film, with a little room behind it. */
export function fittedView(total: number, width: number): View {
  const room = Math.min(24, width / 10);
  const pixelsPerFrame = Math.min(WIDEST_FRAME, Math.max(1, width - room) / Math.max(1, total));
  return { pixelsPerFrame, scroll: 0, width };
}

/** What a template is opened with: all of the film where scenes can still be told apart, else its beginning. */
export function firstView(total: number, width: number): View {
  const fitted = fittedView(total, width);
  const pixelsPerFrame = Math.min(4, Math.max(0.5, fitted.pixelsPerFrame));
  return { pixelsPerFrame, scroll: 0, width };
}

/** Another zoom; the frame at `x` stays where it is, unless the film's beginning or end is in the way. */
export function zoomedView(view: View, pixelsPerFrame: number, x: number, total: number): View {
  const { least, most } = zoomRange(total, view.width);
  const zoom = Math.min(most, Math.max(least, pixelsPerFrame));
  const scroll = frameAt(x, view) * zoom - x;
  return scrolledView({ ...view, pixelsPerFrame: zoom }, scroll, total);
}

/** Another place, within the film. */
export function scrolledView(view: View, scroll: number, total: number): View {
  return { ...view, scroll: Math.min(lastScroll(view, total), Math.max(0, scroll)) };
}

function lastScroll({ pixelsPerFrame, width }: View, total: number): number {
  return Math.max(0, total * pixelsPerFrame + END_PADDING - width);
}

/** Where a zoom lies between the least (0) and the most (1): by ratio, as eyes judge it. */
export function zoomShare(pixelsPerFrame: number, total: number, width: number): number {
  const { least, most } = zoomRange(total, width);
  if (most <= least) return 0;
  return Math.min(1, Math.max(0, Math.log(pixelsPerFrame / least) / Math.log(most / least)));
}

/** The inverse of {@link zoomShare}. */
export function zoomOfShare(share: number, total: number, width: number): number {
  const { least, most } = zoomRange(total, width);
  return least * (most / least) ** share;
}

/** The view that shows a frame: the same where it is in sight, else a page further or around it. */
export function followedView(view: View, frame: number, total: number): View {
  const x = xOf(frame, view);
  if (x >= 0 && x <= view.width - 1) return view;
  const isNext = x > 0 && x < view.width * 2;
  return scrolledView(view, frame * view.pixelsPerFrame - view.width * (isNext ? 0.05 : 0.3), total);
}

/** The view that shows a stretch: scrolled as little as possible. */
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
  /** Major ones have a label. */
  readonly kind: 'major' | 'middle' | 'minor';
}

/** Frames between the lines of the ruler; each divides the ones above it. */
export interface TickSteps {
  readonly major: number;
  readonly middle: number;
  readonly minor: number;
}

export type RulerUnit = 'time' | 'frames';

/** Room for a label such as `0:00:05:00`, or `86400`. */
const MAJOR_PIXELS = { time: 88, frames: 60 } as const satisfies Record<RulerUnit, number>;
const MIDDLE_PIXELS = 24;
const MINOR_PIXELS = 8;
const SECONDS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 18_000, 36_000, 86_400];

/**
 * How far apart the lines of the ruler are. Below a second they are at divisors of its frames (1, 5 of 25; 1, 2, 3, 5,
 * 6 … of 30), so that a line falls on each second as timecode counts it.
 */
export function tickSteps(rate: FrameRate, pixelsPerFrame: number, unit: RulerUnit): TickSteps {
  const labelPixels = MAJOR_PIXELS[unit];
  const nominal = nominalRate(rate);
  const steps = [...divisorsOf(nominal), ...SECONDS.map((seconds) => seconds * nominal)];
  const last = steps.at(-1) ?? nominal;
  const wide = (step: number, pixels: number) => step * pixelsPerFrame >= pixels;
  const major = steps.find((step) => wide(step, labelPixels)) ?? Math.ceil(labelPixels / pixelsPerFrame / last) * last;
  const dividing = (of: number) => steps.filter((step) => of % step === 0);
  const middle = dividing(major).find((step) => wide(step, MIDDLE_PIXELS)) ?? major;
  const minor = dividing(middle).find((step) => wide(step, MINOR_PIXELS)) ?? middle;
  return { major, middle, minor };
}

/** The lines of the ruler from one frame to another. */
export function ticksBetween({ major, middle, minor }: TickSteps, from: number, to: number): readonly Tick[] {
  const first = Math.max(0, Math.floor(from / minor)) * minor;
  const count = Math.max(0, Math.floor((to - first) / minor) + 1);
  return Array.from({ length: count }, (_, at) => {
    const frame = first + at * minor;
    return { frame, kind: frame % major === 0 ? 'major' : frame % middle === 0 ? 'middle' : 'minor' };
  });
}

/** Without the number itself, which is a whole second. */
function divisorsOf(count: number): readonly number[] {
  return Array.from({ length: Math.max(0, count - 1) }, (_, at) => at + 1).filter((step) => count % step === 0);
}

/** Scrolls the rows so that those from a height on, in pixels from the first, are in sight. */
export function scrollRows(view: Pick<TimelineStore, 'setState'>, top: number): void {
  // What scrolls tells of it later than what is drawn asks, and not at all where it is not there yet.
  view.setState({ rowScroll: top });
  const list = document.querySelector('[data-rows]');
  if (list !== null) list.scrollTop = top;
}
