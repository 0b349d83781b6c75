import { createPart, type EditorPart } from '#renderer/editor/editor-part.ts';
import type { DropTarget, Gap } from '#renderer/project/drop-target.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { LaneRectangle } from './lane-box.ts';

/** The tooltip beside an edge that is being dragged. */
export interface Tip {
  /** The position in pixels from the first frame of the timeline. */
  readonly left: number;
  readonly frames: number;
  readonly difference: number;
  /** The snap target, or the reason why the drag is refused; null if neither exists. */
  readonly note: string | null;
  readonly tone: 'plain' | 'snapped' | 'refused';
  /** The text to show in place of the frame and the difference. */
  readonly text?: string;
}

/**
 * The visual state of the active gesture. `snapFrame` is the frame at which the line of a snap target is drawn; null
 * for no line.
 */
export type Drag =
  | {
      readonly kind: 'trim';
      readonly scene: NodeId;
      readonly edge: 'start' | 'end';
      readonly tip: Tip;
      readonly snapFrame: number | null;
    }
  | { readonly kind: 'slip'; readonly scene: NodeId; readonly tip: Tip }
  /** Bars that are being moved, trimmed, or slipped. `top` is the position of the tooltip in pixels. */
  | {
      readonly kind: 'bar';
      readonly parts: ReadonlySet<NodeId>;
      readonly tip: Tip;
      readonly top: number;
      readonly snapFrame: number | null;
    }
  /**
   * Rows that are being reordered. `top` is the distance in pixels from the first row to the target gap; null if the
   * rows stay in place.
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
  | { readonly kind: 'marker'; readonly marker: string; readonly frame: number; readonly snapFrame: number | null }
  | { readonly kind: 'range'; readonly end: 'in' | 'out'; readonly frame: number; readonly snapFrame: number | null }
  | { readonly kind: 'scrub' };

/** The transient visual state of pointer gestures. The rest of the timeline's state is in `TimelineView`. */
export interface GestureState {
  /** Whether snapping is suspended because Alt is held during a gesture. */
  readonly isSnapSuspended: boolean;
  readonly drag: Drag | null;
  /** The frame at which the blade would split a scene; null if the pointer is not over a scene. */
  readonly blade: number | null;
}

export type GestureStore = EditorPart<GestureState>;

export function createGestureStore(): GestureStore {
  return createPart<GestureState>({ isSnapSuspended: false, drag: null, blade: null });
}
