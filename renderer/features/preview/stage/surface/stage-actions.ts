import type { EditorStore } from '#renderer/state/editor-store.ts';
import { indexOf } from '#shared/editing/document-index.ts';
import { MOVIE_SELECTION, selectNodes } from '#shared/editing/selection.ts';
import { type Alignment, alignedWays } from '#shared/editing/stage/align.ts';
import { moved } from '#shared/editing/stage/move.ts';
import { scaled } from '#shared/editing/stage/scale.ts';
import { stageStep } from '#shared/editing/stage/stage-command.ts';
import type { LayerBox } from '#shared/film/boxes/layer-boxes.ts';
import { inverted, type Vector, wayBy } from '#shared/film/boxes/matrices.ts';
import { err, ok, type Result } from '#shared/lib/result.ts';
import type { Statement } from '#shared/statements/statement.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { roleOf } from '#shared/template/tables/roles.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { editOf } from '../gestures/gesture-context.ts';

/** Moves layers by a key; one key held down is one step. */
export function nudge(editor: EditorStore, boxes: readonly LayerBox[], by: Vector): Result<unknown, Statement> {
  return change(editor, 'move', boxes, (box) => moved(box, by));
}

/** Scales layers about their pivots by so many percent, as dragging a corner does. */
export function scaleBy(editor: EditorStore, boxes: readonly LayerBox[], percent: number): Result<unknown, Statement> {
  const factor = 1 + percent / 100;
  const how = { keepsShape: true, aboutPivot: true };
  return change(editor, 'scale', boxes, (box) =>
    scaled(box, { across: 1, down: 1 }, { across: factor, down: factor }, how),
  );
}

/** Puts layers in line with each other, or a single one with the frame: one step each time. */
export function alignLayers(
  editor: EditorStore,
  boxes: readonly LayerBox[],
  alignment: Alignment,
  frame: Size,
): Result<unknown, Statement> {
  const ways = new Map(alignedWays(boxes, alignment, frame).map((way, at) => [boxes[at], way]));
  return change(editor, null, boxes, (box) => moved(box, ways.get(box) ?? { x: 0, y: 0 }));
}

/** @param what Presses that are called the same and follow each other are one step; null for a step of its own. */
function change(
  editor: EditorStore,
  what: string | null,
  boxes: readonly LayerBox[],
  make: (box: LayerBox) => ReturnType<typeof moved>,
): Result<unknown, Statement> {
  const { source, values } = editor.getState();
  const context = { document: source.document, values: new Map(Object.entries(values)) };
  const step = stageStep(
    context,
    boxes.map((box) => editOf(box, make(box))),
  );
  if (!step.ok) return err(step.error);
  if (step.value === null) return ok(null);
  const key = `${what} ${boxes.map(({ layer }) => layer.id).join(' ')}`;
  return editor.actions.dispatch(step.value.command, what === null ? {} : { key });
}

/** One step out: to the group around what is selected, its scene, the movie. False where there is nothing further out. */
export function goOut(editor: EditorStore): boolean {
  const { document, selection } = editor.getState();
  const { primary } = selection;
  if (primary === null) return false;
  const { elements } = indexOf(document);
  const around = elements.get(primary)?.parent;
  // Out of a mask one comes to what it masks.
  const parent = around && roleOf(around) === 'mask' ? elements.get(around.id)?.parent : around;
  const isOutermost = parent === null || parent === undefined || parent === document.root;
  editor.actions.select(isOutermost ? MOVIE_SELECTION : selectNodes([parent.id]));
  return true;
}

/** The next layer behind, or in front, of the one that is selected; null behind the last one: then the focus goes on. */
export function nextLayer(boxes: readonly LayerBox[], selected: NodeId | null, direction: 1 | -1): NodeId | null {
  const order = boxes
    .filter(({ isPlayed }) => isPlayed)
    .map(({ layer }) => layer.id)
    .toReversed();
  const at = selected === null ? -1 : order.indexOf(selected);
  if (at === -1) return (direction === 1 ? order[0] : order.at(-1)) ?? null;
  return order[at + direction] ?? null;
}

/** Whether a layer fills the frame: a press on it selects, and only then a drag moves it. */
export function fillsFrame({ matrix, shown, frame, outer }: LayerBox): boolean {
  const back = inverted(outer);
  if (back === null) return false;
  const way = wayBy(matrix, { x: shown.width, y: shown.height });
  const inside = wayBy(back, way);
  return Math.abs(inside.x) >= frame.width * 0.98 && Math.abs(inside.y) >= frame.height * 0.98;
}
