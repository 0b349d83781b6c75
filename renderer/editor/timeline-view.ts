import { Locate, type LucideIcon, Magnet, Waypoints } from 'lucide-react';
import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';
import { nominalRate, type SourceFrames, timelineOf } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { FrameRate } from '#shared/template/values/frame-rate.ts';
import { createPart, type EditorPart } from './editor-part.ts';
import type { DocumentStore } from './editor-state.ts';

export type TimelineTool = 'select' | 'blade';

/** The focused element of the tree: a scene, an overlay, the movie, or one of their rows. */
export interface TreeFocus {
  /** The scene, overlay, or movie that contains the row. */
  readonly scene: NodeId;
  /** The element of the row; null if the scene itself has the focus. */
  readonly part: NodeId | null;
  /** Whether the bar in the row has the focus, and not the row itself. */
  readonly onBar?: boolean;
}

/** A timeline option that is either on or off. Its label is in `timeline.toggles` of the interface strings. */
export interface Toggle {
  /** The id of the action that toggles it. */
  readonly action: string;
  readonly keys?: readonly string[];
  readonly icon: LucideIcon;
  readonly initial: boolean;
  /** The storage key of the value on this machine; null for a value that is not stored. */
  readonly stored: string | null;
}

/** The options of the timeline. Each entry is a field of the state and an action. */
export const timelineToggles = {
  /** Whether drags snap to the playhead, edges, markers, and keyframes. */
  snapping: {
    action: 'timeline/snapping',
    keys: ['N'],
    icon: Magnet,
    initial: true,
    stored: 'timeline/snapping',
  },
  /** Whether the playhead follows the selection. */
  playheadFollows: {
    action: 'timeline/playhead-follows',
    icon: Locate,
    initial: true,
    stored: 'timeline/playhead-follows',
  },
  /** Whether only rows with keyframes are shown. */
  onlyAnimated: {
    action: 'key/only-animated',
    keys: ['U'],
    icon: Waypoints,
    initial: false,
    stored: null,
  },
} as const satisfies Readonly<Record<string, Toggle>>;

export type TimelineToggle = keyof typeof timelineToggles;

/** The state of the timeline: the scroll position, the tool, the options, the rows, and the focus. */
export interface TimelineViewState extends View, Readonly<Record<TimelineToggle, boolean>> {
  /** The height in pixels of the ruler and all lanes together. */
  readonly height: number;
  /** Whether the window is wide, so that the lanes get more height. */
  readonly isWide: boolean;
  readonly tool: TimelineTool;
  readonly rulerUnit: RulerUnit;
  readonly focus: TreeFocus | null;
  /**
   * Whether the keyboard last moved the focus. Arrow keys then navigate in the tree; otherwise, they move the playhead
   * by frames.
   */
  readonly byKeyboard: boolean;
  /** Whether the element of `focus` takes the keyboard focus as soon as it is rendered. */
  readonly focusRequested: boolean;
  /** The scenes whose layers are listed in rows. */
  readonly open: ReadonlySet<NodeId>;
  /** The layers and overlays whose content is listed, and the properties whose curve is visible. */
  readonly unfolded: ReadonlySet<NodeId>;
  /** The repeated scenes whose copies have separate clips. The copies of other repeated scenes share one clip. */
  readonly openCopies: ReadonlySet<NodeId>;
  /** The text of the row search; null while the search is closed. */
  readonly search: string | null;
  /** The focus before the search was opened. */
  readonly searchedFrom: TreeFocus | null;
  /** Whether the search field takes the keyboard focus as soon as it is rendered. */
  readonly searchRequested: boolean;
  /** The frame of the row filter: only layers that are visible at this frame have rows. Null if the filter is off. */
  readonly rowsAt: number | null;
  /** The vertical scroll position of the rows in pixels. */
  readonly rowScroll: number;
  readonly renaming: NodeId | null;
  readonly renamingMarker: string | null;
  /** The last message for screen readers. */
  readonly message: string;
  /** The number of calls of {@link TimelineView.announceSelected}. */
  readonly announcements: number;
  /** Returns the length of a source in frames; null while unknown. The mounted timeline provides this function. */
  readonly sourceFrames: SourceFrames;
}

const RULER_KEY = 'timeline/ruler';

/** The view of the timeline. It exists as long as the template is open. */
export interface TimelineView extends EditorPart<TimelineViewState> {
  readonly setView: (view: View) => void;
  readonly scrollTo: (scroll: number, total: number) => void;
  readonly toggle: (name: TimelineToggle) => void;
  readonly setRulerUnit: (unit: RulerUnit) => void;
  /** Announces a message to screen readers. */
  readonly say: (message: string) => void;
  /** Requests that the timeline announces the selected row to screen readers. */
  readonly announceSelected: () => void;
}

const NO_IDS: ReadonlySet<NodeId> = new Set();

export function createTimelineView(): TimelineView {
  const part = createPart<TimelineViewState>({
    ...firstToggles(),
    pixelsPerFrame: 1,
    scroll: 0,
    width: 0,
    height: 0,
    isWide: false,
    tool: 'select',
    rulerUnit: readStored(RULER_KEY) === 'frames' ? 'frames' : 'time',
    focus: null,
    byKeyboard: false,
    focusRequested: false,
    open: NO_IDS,
    unfolded: NO_IDS,
    openCopies: NO_IDS,
    search: null,
    searchedFrom: null,
    searchRequested: false,
    rowsAt: null,
    rowScroll: 0,
    renaming: null,
    renamingMarker: null,
    message: '',
    announcements: 0,
    sourceFrames: () => null,
  });
  return {
    get state() {
      return part.state;
    },
    set: part.set,
    subscribe: part.subscribe,
    setView: ({ pixelsPerFrame, scroll, width }) => part.set({ pixelsPerFrame, scroll, width }),
    scrollTo: (scroll, total) => part.set({ scroll: scrolledView(part.state, scroll, total).scroll }),
    toggle: (name) => {
      const { stored } = timelineToggles[name];
      const next = !part.state[name];
      if (stored !== null) writeStored(stored, next);
      part.set({ [name]: next });
    },
    setRulerUnit: (rulerUnit) => {
      writeStored(RULER_KEY, rulerUnit);
      part.set({ rulerUnit });
    },
    // Screen readers announce a text only if it has changed. A no-break space makes a repeated text different.
    say: (message) => part.set(({ message: last }) => ({ message: last === message ? `${message}\u00a0` : message })),
    announceSelected: () => part.set(({ announcements }) => ({ announcements: announcements + 1 })),
  };
}

/** Returns the stored values of the options. The default is their initial value. */
function firstToggles(): Readonly<Record<TimelineToggle, boolean>> {
  const values = Object.entries(timelineToggles).map(([name, { stored, initial }]) => {
    const value = stored === null ? undefined : readStored(stored);
    return [name, typeof value === 'boolean' ? value : initial] as const;
  });
  return Object.fromEntries(values) as Record<TimelineToggle, boolean>;
}

/** Zooms the timeline about the playhead if it is in view, and about the middle of the lanes otherwise. */
export function zoomTimeline({ timeline, document }: Zoomed, factor: number): void {
  const now = timeline.state;
  const x = xOf(document.state.playhead, now);
  const about = x >= 0 && x <= now.width ? x : now.width / 2;
  timeline.setView(zoomedView(now, now.pixelsPerFrame * factor, about, timelineOf(document.state.movie).total));
}

/** Shows the whole timeline. */
export function fitTimeline({ timeline, document }: Zoomed): void {
  timeline.setView(fittedView(timelineOf(document.state.movie).total, timeline.state.width));
}

interface Zoomed {
  readonly timeline: TimelineView;
  readonly document: DocumentStore;
}

/** The visible part of the timeline. `x` coordinates are CSS pixels from the left edge of the lanes. */
export interface View {
  readonly pixelsPerFrame: number;
  /** The horizontal scroll position in pixels. */
  readonly scroll: number;
  /** The width of the lanes in pixels. */
  readonly width: number;
}

/** The maximum width of a frame in pixels, at which single frames are easy to distinguish. */
const MAX_FRAME_WIDTH = 48;
/** The padding in pixels after the last scene, for drops and for the handle of the scene. */
export const END_PADDING = 96;
/** The factor by which a zoom command changes the zoom. */
export const ZOOM_STEP = 1.4;

export function xOf(frame: number, { pixelsPerFrame, scroll }: View): number {
  return frame * pixelsPerFrame - scroll;
}

/** Returns the frame at `x`, with its fraction. */
export function frameAt(x: number, { pixelsPerFrame, scroll }: View): number {
  return (x + scroll) / pixelsPerFrame;
}

/** Returns the zoom limits in pixels per frame. The minimum is half of the zoom that fits the whole timeline. */
function zoomRange(total: number, width: number): { readonly least: number; readonly most: number } {
  const fits = Math.max(1, width) / Math.max(1, total);
  return { least: Math.min(MAX_FRAME_WIDTH / 2, fits / 2), most: MAX_FRAME_WIDTH };
}

/** Returns the view of the whole timeline with some padding at its end. */
export function fittedView(total: number, width: number): View {
  const room = Math.min(24, width / 10);
  const pixelsPerFrame = Math.min(MAX_FRAME_WIDTH, Math.max(1, width - room) / Math.max(1, total));
  return { pixelsPerFrame, scroll: 0, width };
}

/**
 * Returns the initial view of a template: the whole timeline. If its frames would be narrower than half a pixel,
 * returns only its beginning.
 */
export function firstView(total: number, width: number): View {
  const fitted = fittedView(total, width);
  const pixelsPerFrame = Math.min(4, Math.max(0.5, fitted.pixelsPerFrame));
  return { pixelsPerFrame, scroll: 0, width };
}

/**
 * Returns the view with another zoom. The frame at `x` stays in place, unless the view would extend beyond the
 * timeline.
 */
export function zoomedView(view: View, pixelsPerFrame: number, x: number, total: number): View {
  const { least, most } = zoomRange(total, view.width);
  const zoom = Math.min(most, Math.max(least, pixelsPerFrame));
  const scroll = frameAt(x, view) * zoom - x;
  return scrolledView({ ...view, pixelsPerFrame: zoom }, scroll, total);
}

/** Returns the view at another scroll position, which is clamped to the timeline. */
export function scrolledView(view: View, scroll: number, total: number): View {
  return { ...view, scroll: Math.min(lastScroll(view, total), Math.max(0, scroll)) };
}

function lastScroll({ pixelsPerFrame, width }: View, total: number): number {
  return Math.max(0, total * pixelsPerFrame + END_PADDING - width);
}

/** Returns the position of a zoom on a logarithmic scale from 0 (minimum) to 1 (maximum). */
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
 * Returns a view in which a frame is visible. If the frame is already visible, the view stays the same. If the frame is
 * less than a page to the right, returns the next page. Otherwise, returns a view around the frame.
 */
export function followedView(view: View, frame: number, total: number): View {
  const x = xOf(frame, view);
  if (x >= 0 && x <= view.width - 1) return view;
  const isNext = x > 0 && x < view.width * 2;
  return scrolledView(view, frame * view.pixelsPerFrame - view.width * (isNext ? 0.05 : 0.3), total);
}

/** Returns a view in which a range of frames is visible, with as little scrolling as possible. */
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

/** The intervals of the ruler's ticks in frames. Each interval divides the larger ones. */
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
 * Returns the intervals of the ruler's ticks. An interval below a second divides the nominal frame rate, so that each
 * second of the timecode has a tick. Examples: 1 and 5 for 25 fps; 1, 2, 3, 5, 6, and so on for 30 fps.
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

/** Returns the divisors of a number, excluding the number itself. */
function divisorsOf(count: number): readonly number[] {
  return Array.from({ length: Math.max(0, count - 1) }, (_, at) => at + 1).filter((step) => count % step === 0);
}
