import type { Editor } from '#renderer/editor/editor.ts';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { type Alignment, alignmentOffsets } from '#shared/editing/stage/align.ts';
import { moveChange } from '#shared/editing/stage/layer-change.ts';
import { scaleChange } from '#shared/editing/stage/scale.ts';
import { stageStep } from '#shared/editing/stage/stage-command.ts';
import { err, ok, type Result } from '#shared/lib/result.ts';
import type { Message } from '#shared/messages/message.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { roleOf } from '#shared/template/tables/roles.ts';
import type { Size } from '#shared/template/values/placement.ts';
import type { LayerBox } from '#shared/timeline/boxes.ts';
import type { Vector } from '#shared/timeline/placement.ts';
import { editOf } from './stage-gesture.ts';

export interface StageKeyboardOptions {
  readonly editor: Editor;
  /** The layers that are enabled and not locked. */
  readonly editableBoxes: readonly LayerBox[];
  /** The selected layers among `editableBoxes`. */
  readonly selected: readonly LayerBox[];
  readonly write: (layer: NodeId) => void;
  /** Shows the user the reason for a refused command. */
  readonly showRefusal: (result: Result<unknown, Message>) => void;
}

/** Returns the key handler of the focused stage. Keys without an effect bubble to the window. */
export function stageKeyboard(options: StageKeyboardOptions) {
  return (event: React.KeyboardEvent): void => {
    const key = event.target === event.currentTarget ? stageKey(event) : null;
    if (key !== null && runStageKey(key, options)) event.preventDefault();
  };
}

/** Applies the effect of a stage key. Returns false if it has none. */
function runStageKey(
  key: StageKey,
  { editor, editableBoxes, selected, write, showRefusal }: StageKeyboardOptions,
): boolean {
  const [box] = selected;
  switch (key.kind) {
    case 'move':
    case 'scale':
      // Without a selected layer, arrow keys move the playhead.
      if (box === undefined) return false;
      showRefusal(key.kind === 'move' ? nudge(editor, selected, key.by) : scaleBy(editor, selected, key.percent));
      return true;
    case 'next': {
      const next = nextLayer(editableBoxes, editor.document.state.selection.primary, key.direction);
      if (next !== null) editor.selection.select([next]);
      return next !== null;
    }
    case 'enter':
      return box !== undefined && enterLayer(box, editor, write);
    case 'out':
      return leaveGroup(editor);
    default:
      return key satisfies never;
  }
}

function enterLayer({ layer }: LayerBox, editor: Editor, write: (layer: NodeId) => void): boolean {
  if (layer.kind === 'text') {
    write(layer.id);
    return true;
  }
  const topmost = layer.kind === 'group' ? layer.layers.at(-1) : undefined;
  if (topmost !== undefined) editor.selection.select([topmost.id]);
  return topmost !== undefined;
}

/** The command of a key while the stage has the focus. */
export type StageKey =
  | { readonly kind: 'move'; readonly by: Vector }
  /** Scales by a percentage; a negative percentage makes the layer smaller. */
  | { readonly kind: 'scale'; readonly percent: number }
  /** Selects the next layer behind (1) or in front (−1). */
  | { readonly kind: 'next'; readonly direction: 1 | -1 }
  /** Starts editing a text, or enters a group. */
  | { readonly kind: 'enter' }
  /** Selects the parent of the selection: the group or the scene. Clears the selection if its parent is the movie. */
  | { readonly kind: 'out' };

type PressedKey = Pick<KeyboardEvent, 'key' | 'altKey' | 'shiftKey' | 'ctrlKey' | 'metaKey'>;

const ARROWS: Readonly<Record<string, Vector>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The value of `aria-keyshortcuts`. */
export const STAGE_KEYS = 'Tab ArrowLeft ArrowRight ArrowUp ArrowDown Alt+ArrowUp Alt+ArrowDown Enter Escape';

export function stageKey({ key, altKey, shiftKey, ctrlKey, metaKey }: PressedKey): StageKey | null {
  if (ctrlKey || metaKey) return null;
  const arrow = ARROWS[key];
  if (arrow !== undefined) {
    const step = shiftKey ? 10 : 1;
    if (!altKey) return { kind: 'move', by: { x: arrow.x * step + 0, y: arrow.y * step + 0 } };
    return { kind: 'scale', percent: (arrow.x - arrow.y) * step };
  }
  if (altKey) return null;
  if (key === 'Tab') return { kind: 'next', direction: shiftKey ? -1 : 1 };
  if (shiftKey) return null;
  if (key === 'Enter') return { kind: 'enter' };
  return key === 'Escape' ? { kind: 'out' } : null;
}

/** Moves layers by a key press. Successive presses become one undo step. */
export function nudge(editor: Editor, boxes: readonly LayerBox[], by: Vector): Result<unknown, Message> {
  return changeLayers(editor, 'move', boxes, (box) => moveChange(box, by));
}

/** Scales layers about their pivots by a percentage, like dragging a corner. */
function scaleBy(editor: Editor, boxes: readonly LayerBox[], percent: number): Result<unknown, Message> {
  const factor = 1 + percent / 100;
  const how = { keepsShape: true, aboutPivot: true };
  return changeLayers(editor, 'scale', boxes, (box) =>
    scaleChange(box, { across: 1, down: 1 }, { across: factor, down: factor }, how),
  );
}

/** Aligns several layers with each other, or one layer with the frame, in one undo step. */
export function alignLayers(
  editor: Editor,
  boxes: readonly LayerBox[],
  alignment: Alignment,
  frame: Size,
): Result<unknown, Message> {
  const offsets = new Map(alignmentOffsets(boxes, alignment, frame).map((offset, at) => [boxes[at], offset]));
  return changeLayers(editor, null, boxes, (box) => moveChange(box, offsets.get(box) ?? { x: 0, y: 0 }));
}

/** @param name The name of the undo step. Successive steps with the same name are merged; null never merges. */
function changeLayers(
  editor: Editor,
  name: string | null,
  boxes: readonly LayerBox[],
  changeOf: (box: LayerBox) => ReturnType<typeof moveChange>,
): Result<unknown, Message> {
  const { source, values } = editor.document.state;
  const context = { document: source.document, values: new Map(Object.entries(values)) };
  const step = stageStep(
    context,
    boxes.map((box) => editOf(box, changeOf(box))),
  );
  if (!step.ok) return err(step.error);
  if (step.value === null) return ok(null);
  const key = `${name} ${boxes.map(({ layer }) => layer.id).join(' ')}`;
  return editor.document.dispatch(step.value.command, name === null ? {} : { key });
}

/**
 * Selects the parent of the selection: the group or the scene. If the parent is the movie, clears the selection.
 * Returns false if nothing was selected.
 */
export function leaveGroup(editor: Editor): boolean {
  const { document, selection } = editor.document.state;
  const { primary } = selection;
  if (primary === null) return false;
  const { elements } = indexOf(document);
  const parentElement = elements.get(primary)?.parent;
  // Skip the mask element: the parent of a mask's shape is the masked layer.
  const parent =
    parentElement && roleOf(parentElement) === 'mask' ? elements.get(parentElement.id)?.parent : parentElement;
  const isOutermost = parent === null || parent === undefined || parent === document.root;
  editor.selection.select(isOutermost ? [] : [parent.id]);
  return true;
}

/**
 * Returns the next layer behind (1) or in front of (−1) the selected one. Null after the last layer, so that the focus
 * can leave the stage.
 */
export function nextLayer(boxes: readonly LayerBox[], selected: NodeId | null, direction: 1 | -1): NodeId | null {
  const order = boxes
    .filter(({ isPlayed }) => isPlayed)
    .map(({ layer }) => layer.id)
    .toReversed();
  const at = selected === null ? -1 : order.indexOf(selected);
  if (at === -1) return (direction === 1 ? order[0] : order.at(-1)) ?? null;
  return order[at + direction] ?? null;
}
