import { flushSync } from 'react-dom';
import { editGesture, type PlannedEdit } from '#renderer/editor/edit-gesture.ts';
import type { Editor } from '#renderer/editor/editor.ts';
import {
  type DragHandlers,
  type DragPoint,
  modifiersOf,
  type PointedEvent,
  type PressEvent,
  startDrag,
} from '#renderer/interaction/drag.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { say } from '#renderer/strings/say.ts';
import type { LayerChange } from '#shared/editing/stage/layer-change.ts';
import type { SafeArea } from '#shared/editing/stage/safe-areas.ts';
import type { Guide } from '#shared/editing/stage/snap.ts';
import { isValueKey, type StageEdit, stageStep, withCopiesLeftBehind } from '#shared/editing/stage/stage-command.ts';
import { ok } from '#shared/lib/result.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Size } from '#shared/template/values/placement.ts';
import type { LayerBox } from '#shared/timeline/boxes.ts';
import type { Rect } from '#shared/timeline/layer-state.ts';
import type { Vector } from '#shared/timeline/placement.ts';
import type { KnownSizes } from '#shared/timeline/timeline-kinds.ts';

/** The position of the pointer in movie pixels, with the modifier keys and the typed text. */
export interface StagePointer extends Pick<DragPoint, 'alt' | 'shift' | 'mod'> {
  readonly place: Vector;
  readonly typed: string;
}

/** A drag in the picture. */
export type StageGesture = DragHandlers<StagePointer>;

/** The visual state of a stage gesture. */
export interface StageDrag {
  readonly kind: 'move' | 'scale' | 'turn' | 'pivot' | 'key' | 'select';
  /** The position of the pointer in movie pixels. */
  readonly at: Vector;
  /** The lines of the tooltip: the value, its change, and the typed text. */
  readonly lines: readonly string[];
  readonly isRefused: boolean;
  readonly guides: readonly Guide[];
  /** The selection rectangle; undefined if the gesture has none. */
  readonly area?: Rect;
}

/** The inputs of a gesture, with their values at its start. */
export interface StageGestureContext {
  readonly editor: Editor;
  /** The boxes of the layers at the start of the gesture. */
  readonly boxes: readonly LayerBox[];
  readonly frame: Size;
  /** The known sizes of files and texts. */
  readonly known: KnownSizes;
  /** The page pixels per movie pixel. */
  readonly scale: number;
  /** The safe areas to which layers snap; null if none is shown. */
  readonly safeAreas: SafeArea | null;
  readonly words: Catalogue['stage'];
  readonly show: (drag: StageDrag | null) => void;
}

/** The plan of a gesture at one pointer position. */
export interface Planned {
  readonly edits: readonly StageEdit[];
  readonly lines: readonly string[];
  readonly guides?: readonly Guide[];
}

const SNAP_PIXELS = 8;

/** Returns the snapping distance in movie pixels. */
export function toleranceOf({ scale }: Pick<StageGestureContext, 'scale'>): number {
  return SNAP_PIXELS / scale;
}

export function editOf(box: LayerBox, change: LayerChange): StageEdit {
  return { layer: box.layer, localFrame: box.localFrame, length: box.length, change };
}

/**
 * Creates a gesture that edits layers. Each move previews a plan that starts from the state at the press. The release
 * commits the last plan as one undo step.
 */
export function stageGesture(
  context: StageGestureContext,
  kind: StageDrag['kind'],
  plan: (at: StagePointer) => Planned,
  { copies = [] }: { readonly copies?: readonly NodeId[] } = {},
): StageGesture {
  const { editor, show, words } = context;
  const { source, values } = editor.document.state;
  const start = { document: source.document, values: new Map(Object.entries(values)) };
  const stepOf = (edits: readonly StageEdit[]) => {
    const result = stageStep(start, edits);
    const hasCopies = copies.length > 0 && result.ok && result.value !== null;
    return hasCopies ? ok(withCopiesLeftBehind(start, result.value, copies)) : result;
  };
  const handlers = editGesture(editor, {
    plan: (at: StagePointer): Planned & PlannedEdit & { readonly setsKey: boolean } => {
      const planned = plan(at);
      const step = stepOf(planned.edits);
      if (!step.ok) return { ...planned, command: null, refusal: step.error, setsKey: false };
      return { ...planned, command: step.value?.command ?? null, setsKey: step.value?.setsKey === true };
    },
    show: (at, { lines, guides = [], setsKey }, refusal) => {
      const typed = at.typed === '' ? [] : [words.typing(at.typed)];
      const key = setsKey ? [words.keyAt(String(editor.document.state.playhead))] : [];
      show({
        kind,
        at: at.place,
        lines: refusal === null ? [...lines, ...key, ...typed] : [say(refusal, { quoted: true })],
        isRefused: refusal !== null,
        guides,
      });
    },
    // Select the moved layers. `copies` contains their ids, because the originals stay behind.
    done: () => copies.length > 0 && editor.selection.select(copies),
    over: () => show(null),
  });
  // `flushSync` renders the document and the stage in one pass. Otherwise, the picture would be drawn twice per frame.
  return { ...handlers, move: (at) => flushSync(() => handlers.move(at)) };
}

/** Formats a difference with its sign. */
export function signed(value: number, format: (value: number) => string): string {
  const text = format(Math.abs(value));
  return value < 0 && text !== '0' ? `−${text}` : `+${text}`;
}

/** Converts the position of a press to movie pixels. `scale` is the page pixels per movie pixel. */
export function pointerAt(surface: Element, scale: number, event: PointedEvent): StagePointer {
  const box = surface.getBoundingClientRect();
  const place = { x: (event.clientX - box.left) / scale, y: (event.clientY - box.top) / scale };
  return { place, ...modifiersOf(event), typed: '' };
}

/** Starts a gesture on the stage. During the drag, the user can type a value and apply it with Enter. */
export function startStageGesture(
  event: PressEvent,
  { start, move, end, cancel, click }: StageGesture,
  surface: Element,
  scale: number,
): void {
  let typed = '';
  const at = ({ x, y, alt, shift, mod }: DragPoint): StagePointer => ({
    place: { x: x / scale, y: y / scale },
    ...{ alt, shift, mod, typed },
  });
  const key = (pressed: KeyboardEvent) => {
    if (pressed.key === 'Enter') return 'end';
    if (pressed.key === 'Backspace') typed = typed.slice(0, -1);
    else if (isValueKey(pressed.key)) typed += pressed.key;
    return true;
  };
  startDrag(
    event,
    {
      start: (point) => start?.(at(point)),
      move: (point) => move(at(point)),
      end: (point) => end(at(point)),
      cancel,
      click: (point) => (click ?? cancel)(at(point)),
      key,
    },
    { capture: surface, relativeTo: surface, oncePerFrame: true },
  );
}
