import { flushSync } from 'react-dom';
import type { EditorStore } from '#renderer/state/editor-store.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { inQuotes, say } from '#renderer/strings/say.ts';
import { selectNodes } from '#shared/editing/selection.ts';
import type { LayerChange } from '#shared/editing/stage/layer-change.ts';
import type { SafeArea } from '#shared/editing/stage/safe-areas.ts';
import type { Guide } from '#shared/editing/stage/snap.ts';
import type { StageEdit } from '#shared/editing/stage/stage-command.ts';
import { leavingCopies, stageStep } from '#shared/editing/stage/stage-command.ts';
import type { LayerBox } from '#shared/film/boxes/layer-boxes.ts';
import type { KnownSizes } from '#shared/film/boxes/layer-size.ts';
import type { Vector } from '#shared/film/boxes/matrices.ts';
import type { Rect } from '#shared/film/rows/row.ts';
import { ok } from '#shared/lib/result.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Size } from '#shared/template/values/placement.ts';
import type { StageGesture, StagePointer } from './stage-gesture.ts';

/** What a gesture draws beside the box. */
export interface StageDrag {
  readonly kind: 'move' | 'scale' | 'turn' | 'pivot' | 'key' | 'select';
  /** Where the pointer is in the frame of the film. */
  readonly at: Vector;
  /** The numbers: what it is now, how that differs from before, what is typed. */
  readonly lines: readonly string[];
  readonly isRefused: boolean;
  readonly guides: readonly Guide[];
  /** What is selected in it, where one draws that. */
  readonly area?: Rect;
}

/** What gestures act on. */
export interface StageGestureContext {
  readonly editor: EditorStore;
  /** As they were when the gesture began. */
  readonly boxes: readonly LayerBox[];
  readonly frame: Size;
  /** Of the files that layers show. */
  readonly known: KnownSizes;
  /** Pixels of the page for one of the film. */
  readonly scale: number;
  /** The safe areas that layers snap to; null while none is shown. */
  readonly safeAreas: SafeArea | null;
  readonly words: Catalogue['stage'];
  readonly show: (drag: StageDrag | null) => void;
}

/** What a gesture makes of its layers at one place of the pointer. */
export interface Planned {
  readonly edits: readonly StageEdit[];
  readonly lines: readonly string[];
  readonly guides?: readonly Guide[];
}

const SNAP_PIXELS = 8;

/** Within how many pixels of the film something snaps. */
export function toleranceOf({ scale }: Pick<StageGestureContext, 'scale'>): number {
  return SNAP_PIXELS / scale;
}

export function editOf(box: LayerBox, change: LayerChange): StageEdit {
  return { layer: box.layer, own: box.own, length: box.length, change };
}

/**
 * A gesture that edits: what it makes is shown at every move, always from where it began, and becomes one step when it is
 * let go.
 */
export function editing(
  context: StageGestureContext,
  kind: StageDrag['kind'],
  plan: (at: StagePointer) => Planned,
  { copies = [] }: { readonly copies?: readonly NodeId[] } = {},
): StageGesture {
  const { editor, show, words } = context;
  const { source, values } = editor.getState();
  const before = { document: source.document, values: new Map(Object.entries(values)) };
  const stepOf = (edits: readonly StageEdit[]) => {
    const made = stageStep(before, edits);
    const leaves = copies.length > 0 && made.ok && made.value !== null;
    return leaves ? ok(leavingCopies(before, made.value, copies)) : made;
  };
  const move = (at: StagePointer) => {
    const { edits, lines, guides = [] } = plan(at);
    const step = stepOf(edits);
    const done = step.ok && step.value !== null ? editor.actions.preview(step.value.command, { isHasty: true }) : null;
    if (done === null || !done.ok) editor.actions.cancel();
    const refusal = step.ok ? (done?.ok === false ? done.error : null) : step.error;
    const typed = at.typed === '' ? [] : [words.typing(at.typed)];
    const key = step.ok && step.value?.setsKey === true ? [words.keyAt(String(editor.getState().playhead))] : [];
    show({
      kind,
      at: at.place,
      lines: refusal === null ? [...lines, ...key, ...typed] : [inQuotes(say(refusal))],
      isRefused: refusal !== null,
      guides,
    });
  };
  return {
    // What the template says and what is drawn beside it are shown in one: else the picture is drawn twice in a frame.
    move: (at) => flushSync(() => move(at)),
    end: () => {
      editor.actions.commit();
      // The hand holds what it has moved, and not the copies that were made.
      if (copies.length > 0) editor.actions.select(selectNodes(copies));
      show(null);
    },
    cancel: () => {
      editor.actions.cancel();
      show(null);
    },
  };
}

/** A number with its sign, as differences have one. */
export function signed(value: number, shown: (value: number) => string): string {
  const text = shown(Math.abs(value));
  return value < 0 && text !== '0' ? `−${text}` : `+${text}`;
}
