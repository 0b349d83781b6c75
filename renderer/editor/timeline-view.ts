import { Locate, type LucideIcon, Magnet, Waypoints } from 'lucide-react';
import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';
import { nominalRate, type SourceFrames, timelineOf } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { FrameRate } from '#shared/template/values/frame-rate.ts';
import { createPart, type EditorPart } from './editor-part.ts';
import type { DocumentStore } from './editor-state.ts';

export type TimelineTool = 'select' | 'blade';

/** The element with the focus: a scene or one of its rows. */
export interface TreeFocus {
  /** The scene, overlay, or movie that contains the row. */
  readonly scene: NodeId;
  /** The element of the row; null if the scene itself has the focus. */
  readonly part: NodeId | null;
  /** Whether the bar in the row has the focus. */
  readonly onBar?: boolean;
}

/** A switch of the timeline. The interface strings have its label in `timeline.toggles`. */
export interface Toggle {
  /** The id of the action that turns it on or off. */
  readonly action: string;
  readonly keys?: readonly string[];
  readonly icon: LucideIcon;
  readonly initial: boolean;
  /** The key under which this machine stores the value; null to forget the value. */
  readonly stored: string | null;
}

/** The switches of the timeline. Each row is a field of the state and an action. */
export const timelineToggles = {
  /** Drags snap to playhead, edges, markers, and keyframes. */
  snapping: {
    action: 'timeline/snapping',
    keys: ['N'],
    icon: Magnet,
    initial: true,
    stored: 'timeline/snapping',
  },
  /** The playhead follows the selection. */
  playheadFollows: {
    action: 'timeline/playhead-follows',
    icon: Locate,
    initial: true,
    stored: 'timeline/playhead-follows',
  },
  /** Only rows with keyframes are shown. */
  onlyAnimated: {
    action: 'key/only-animated',
    keys: ['U'],
    icon: Waypoints,
    initial: false,
    stored: null,
  },
} as const satisfies Readonly<Record<string, Toggle>>;

export type TimelineToggle = keyof typeof timelineToggles;

/** The state of the timeline: the scroll position, the tool, the switches, the rows, and the focus. */
export interface TimelineViewState extends View, Readonly<Record<TimelineToggle, boolean>> {
  /** The height in pixels of the ruler and all lanes together. */
  readonly height: number;
  /** Whether the window is wide, so that all parts of the timeline get more space. */
  readonly isWide: boolean;
  readonly tool: TimelineTool;
  readonly rulerUnit: RulerUnit;
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
  /** How often {@link TimelineView.announceSelected} was called. */
  readonly announcements: number;
  /** Returns the length of a source in frames, or null while it is unknown. The timeline knows the lengths on screen. */
  readonly sourceFrames: SourceFrames;
}

const RULER_KEY = 'timeline/ruler';

/** The view of the timeline. It lasts as long as the template is open. */
export interface TimelineView extends EditorPart<TimelineViewState> {
  readonly setView: (view: View) => void;
  readonly scrollTo: (scroll: number, total: number) => void;
  /** Turns a switch on or off. */
  readonly toggle: (name: TimelineToggle) => void;
  readonly setRulerUnit: (unit: RulerUnit) => void;
  /** Shows a message to screen readers. */
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

/** Returns the stored values of the switches, or else their initial values. */
function firstToggles(): Readonly<Record<TimelineToggle, boolean>> {
  const values = Object.entries(timelineToggles).map(([name, { stored, initial }]) => {
    const value = stored === null ? undefined : readStored(stored);
    return [name, typeof value === 'boolean' ? value : initial] as const;
  });
  return Object.fromEntries(values) as Record<TimelineToggle, boolean>;
}

/** Zooms the timeline. The playhead stays in place, or else the middle of the lanes. */
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

/** Returns the initial view of a template: the whole timeline, or its beginning if the scenes would be too narrow. */
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
