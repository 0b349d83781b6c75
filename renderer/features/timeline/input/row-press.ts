import { seenFrame } from '#shared/editing/seen-frame.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { beginCase } from '../cases/begin-case.ts';
import { beginBar } from '../gestures/begin-bar.ts';
import { beginFade, beginWedge } from '../gestures/begin-mark.ts';
import { beginRow, beginRowBox } from '../gestures/begin-row.ts';
import { addVolumePoint, beginVolume, beginVolumePoint } from '../gestures/begin-volume.ts';
import type { GestureContext } from '../gestures/gesture-context.ts';
import type { Gesture, PointerPosition } from '../gestures/run-gesture.ts';
import { type BarRow, hasBar } from '../grid/row.ts';
import { rowIdOf } from '../grid/row-id.ts';
import { beginRename, NAMED_ROWS } from '../model/begin-rename.ts';
import { withId } from '../model/open-scenes.ts';
import { rowsShown } from '../model/shown-rows.ts';
import { attributeOf } from './attribute-of.ts';

/** Opens a row's name for typing where that is what was pressed; false where it is not. */
export function renameRow({ editor, view }: GestureContext, target: Element): boolean {
  const id = rowIdOf(target);
  const row = rowsShown(editor.getState().movie, view.getState()).find((each) => each.id === id);
  const onName = target.closest('[data-row-name]') !== null && target.closest('button, input') === null;
  if (row === undefined || !onName || !NAMED_ROWS.has(row.kind)) return false;
  beginRename(view, editor, row.id);
  return true;
}

/** Begins to write in the text whose bar it is, at a frame in which that is seen; false for anything else. */
export function writeOnBar({ editor, view }: GestureContext, target: Element, write: (layer: NodeId) => void): boolean {
  const id = rowIdOf(target);
  const row = rowsShown(editor.getState().movie, view.getState()).find((each) => each.id === id);
  if (target.closest('[data-bar]') === null || row?.kind !== 'layer' || row.layer.kind !== 'text') return false;
  editor.actions.seek(seenFrame(editor.getState(), row.id) ?? row.start);
  write(row.id);
  return true;
}

/** Puts a point into the line of a sound that was pressed; false where it was not that. On a point there is one already. */
export function addPointOn(context: GestureContext, target: Element, x: number): boolean {
  const { editor, view } = context;
  const handle = attributeOf(target, 'data-handle');
  const id = rowIdOf(target);
  const row = rowsShown(editor.getState().movie, view.getState()).find((each) => each.id === id);
  if (row?.kind !== 'sound' || (handle !== 'volume' && handle !== 'point')) return false;
  if (handle === 'volume') addVolumePoint(context, row, x);
  return true;
}

/** What is in a row is listed below it, or no more. */
export function unfoldRow({ editor, view }: GestureContext, target: Element): void {
  const id = rowIdOf(target);
  const row = rowsShown(editor.getState().movie, view.getState()).find((each) => each.id === id);
  if (row === undefined || row.unfolded === null || target.closest('button:not([data-bar])') !== null) return;
  view.setState(({ unfolded }) => ({ unfolded: withId(unfolded, row.id, row.unfolded === false) }));
}

/** What a press on a row begins: its bar or what is on it, its name, or a box beside them. */
export function beginInRows(context: GestureContext, target: Element | null, pointer: PointerPosition): Gesture | null {
  const { movie } = context.editor.getState();
  const id = rowIdOf(target);
  const row = rowsShown(movie, context.view.getState()).find((each) => each.id === id);
  // The bar of scrolling, which is the browser's.
  if (row === undefined && pointer.x > context.view.getState().width - SCROLL_BAR) return null;
  if (row === undefined) return beginRowBox(context, null, pointer);
  const onBar = target?.closest('[data-bar]') != null;
  const handle = attributeOf(target, 'data-handle');
  const point = attributeOf(target, 'data-key-point');
  if (hasBar(row) && (handle !== null || onBar)) return beginOnBar(context, row, { handle, point }, pointer);
  if (target?.closest('button') != null) return null;
  if (row.kind === 'case') {
    if (target?.closest('[data-row-name], [data-case-bar]') == null) return beginRowBox(context, null, pointer);
    return beginCase(context, row, handle === 'start' || handle === 'end' ? handle : null, pointer);
  }
  if (row.kind === 'hint') return beginRowBox(context, null, pointer);
  const onName = target?.closest('[data-row-name]') != null;
  return onName ? beginRow(context, row, pointer) : beginRowBox(context, row, pointer);
}

/** What a press on a bar begins, or on what can be dragged of it. */
function beginOnBar(
  context: GestureContext,
  row: BarRow,
  { handle, point }: { readonly handle: string | null; readonly point: string | null },
  pointer: PointerPosition,
): Gesture | null {
  switch (handle) {
    case 'start':
    case 'end':
      return beginBar(context, row, handle, pointer);
    case 'wedge-in':
    case 'wedge-out':
      return row.kind === 'layer' ? beginWedge(context, row, handle === 'wedge-in' ? 'in' : 'out', pointer) : null;
    case 'fade-in':
    case 'fade-out':
      return row.kind === 'sound' ? beginFade(context, row, handle === 'fade-in' ? 'in' : 'out', pointer) : null;
    case 'volume':
      if (row.kind !== 'sound') return null;
      if (!pointer.mod) return beginVolume(context, row, pointer);
      addVolumePoint(context, row, pointer.x);
      return null;
    case 'point':
      return row.kind === 'sound' && point !== null ? beginVolumePoint(context, row, point, pointer) : null;
    default:
      return beginBar(context, row, 'body', pointer);
  }
}

/** Pixels at the right end of the rows that may be a bar of scrolling. */
const SCROLL_BAR = 12;
