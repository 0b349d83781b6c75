import { say } from '#renderer/strings/say.ts';
import { inDocumentOrder } from '#shared/editing/document-order.ts';
import { clickElement } from '#shared/editing/selected-nodes.ts';
import { selectMode, selectNodes } from '#shared/editing/selection.ts';
import { indentOf } from '../grid/indent.ts';
import { hasBar, type Row } from '../grid/row.ts';
import { rowTops } from '../grid/row-places.ts';
import { RULER_HEIGHT } from '../layout/lane-heights.ts';
import { laneHeightsOf, rowsShown } from '../model/shown-rows.ts';
import { boxBetween } from '../moves/box.ts';
import { type LayerPlace, orderCommand, placeAt } from '../moves/row-order.ts';
import { endDrag, filmX, type GestureContext } from './gesture-context.ts';
import type { Gesture, PointerPosition } from './run-gesture.ts';

/** Less is a click. */
const DRAG_PIXELS = 4;

/** A press on the name of a row: selects it, and puts the layers that are selected between others. */
export function beginRow(context: GestureContext, row: Row, from: PointerPosition): Gesture {
  const { editor, view, words } = context;
  const mode = selectMode(from);
  const isSelected = () => editor.getState().selection.ids.includes(row.id);
  const select = () => editor.actions.select(clickElement(editor.getState(), row.id, mode));
  const waits = mode === 'only' && isSelected();
  if (!waits) select();
  let place: LayerPlace | null = null;
  let isDragged = false;
  // Those that are selected and not shown stay: nobody sees them move.
  const ids = () => {
    const { document, selection, movie } = editor.getState();
    const shown = new Set(rowsShown(movie, view.getState()).map(({ id }) => id));
    return inDocumentOrder(
      document,
      selection.ids.filter((id) => shown.has(id)),
    );
  };

  const move = (at: PointerPosition) => {
    if (row.kind !== 'layer' || !isSelected()) return;
    isDragged ||= Math.abs(at.y - from.y) > DRAG_PIXELS;
    if (!isDragged) return;
    const moving = new Set(ids());
    const rows = rowsShown(editor.getState().movie, view.getState());
    place = placeAt(rows, rowTops(rows), moving, heightAt(context, at));
    view.setState({ drag: { kind: 'rows', parts: moving, top: place?.top ?? null, indent: indentOf(place ?? row) } });
  };
  return {
    autoscroll: false,
    move,
    end(at) {
      move(at);
      const command = isDragged && place !== null ? orderCommand(ids(), place) : null;
      if (command !== null) {
        const { document, selection } = editor.getState();
        const chosen = inDocumentOrder(document, selection.ids);
        const done = editor.actions.dispatch(command);
        if (done.ok) editor.actions.select(selectNodes(chosen));
        view.say(done.ok ? words.layerMoved : say(done.error));
      } else if (!isDragged && waits) select();
      endDrag(context);
    },
    cancel() {
      view.say(words.cancelled);
      endDrag(context);
    },
  };
}

/** Pixels from the first row at which the pointer is. */
export function heightAt({ editor, view }: GestureContext, { y }: PointerPosition): number {
  const { skipped, scenes } = laneHeightsOf(editor.getState().movie, view.getState());
  return y - RULER_HEIGHT - skipped - scenes + view.getState().rowScroll;
}

/** Draws a box around bars; Shift or Ctrl adds them to those that are selected. A mere click selects the row. */
export function beginRowBox(context: GestureContext, row: Row | null, from: PointerPosition): Gesture {
  const { editor, view } = context;
  const { selection: before, movie, document } = editor.getState();
  const add = from.shift || from.mod;
  const corner = { x: filmX(context, from), y: from.y };
  const top = heightAt(context, from);
  let isBox = false;
  const move = (at: PointerPosition) => {
    isBox ||= Math.abs(at.x - from.x) + Math.abs(at.y - from.y) > DRAG_PIXELS;
    if (!isBox) return;
    const box = boxBetween(corner, { x: filmX(context, at), y: at.y });
    const bottom = heightAt(context, at);
    const rows = rowsShown(movie, view.getState());
    const tops = rowTops(rows);
    const { pixelsPerFrame } = view.getState();
    const inside = rows.filter((each, index) => {
      const [from, to] = [tops[index] ?? 0, tops[index + 1] ?? 0];
      const isAcross = from < Math.max(top, bottom) && to > Math.min(top, bottom);
      return (
        isAcross && hasBar(each) && each.start * pixelsPerFrame < box.right && each.end * pixelsPerFrame > box.left
      );
    });
    const ids = [...(add ? before.ids : []), ...inside.map(({ id }) => id)];
    editor.actions.select(selectNodes(inDocumentOrder(document, ids)));
    view.setState({ drag: { kind: 'box', box } });
  };
  return {
    autoscroll: true,
    move,
    end(at) {
      move(at);
      if (!isBox && row !== null) editor.actions.select(clickElement(editor.getState(), row.id, selectMode(from)));
      endDrag(context);
    },
    cancel() {
      editor.actions.select(before);
      endDrag(context);
    },
  };
}
