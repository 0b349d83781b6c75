import { createStore, type StoreApi } from 'zustand/vanilla';
import type { TimelineTool } from '#renderer/actions/model/ports.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { TreeFocus } from '../grid/tree-keys.ts';
import type { RulerUnit } from '../layout/ticks.ts';
import { scrolledView, type View } from '../layout/view.ts';
import type { Box } from '../moves/box.ts';
import type { DropTarget } from '../moves/drop-target.ts';
import type { Gap } from '../moves/reorder.ts';

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
  readonly focusWanted: boolean;
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
  readonly searchWanted: boolean;
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
export type TimelineHabits = Pick<TimelineState, 'snapping' | 'rulerUnit' | 'playheadFollows'>;

export interface TimelineStore extends StoreApi<TimelineState> {
  readonly setView: (view: View) => void;
  readonly scrollTo: (scroll: number, total: number) => void;
  readonly say: (message: string) => void;
}

const NOTHING: ReadonlySet<NodeId> = new Set();

export function createTimelineStore({ snapping, rulerUnit, playheadFollows }: TimelineHabits): TimelineStore {
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
    focusWanted: false,
    open: NOTHING,
    unfolded: NOTHING,
    onlyAnimated: false,
    search: null,
    searchedFrom: null,
    searchWanted: false,
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
