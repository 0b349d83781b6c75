import { orderCommand } from '#renderer/editor/layer-edits.ts';
import { selectLocked } from '#renderer/editor/locked-layers.ts';
import { say } from '#renderer/strings/say.ts';
import { clickElement, inDocumentOrder, selectMode, selectNodes } from '#shared/editing/model/selection.ts';
import { type SnapTarget, snapTargets } from '#shared/editing/model/snapping.ts';
import { type PlacedPart, placedParts, type SceneOnTimeline, timelineOf } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { frames } from '#shared/template/values/frame-rate.ts';
import { barLabel, rowTitle } from '../model/labels.ts';
import { RULER_HEIGHT } from '../model/lane-heights.ts';
import { type BarRow, type CaseRow, hasBar, type Row, rowTops } from '../model/row.ts';
import { caseGap } from '../model/row-filters.ts';
import { type BarHold, keyFramesOf, type LayerPlace, placeAt, planBarDrag } from '../model/row-plans.ts';
import { boxBetween } from '../model/timeline-view.ts';
import { indentOf } from '../model/tree-roles.ts';
import { laneHeightsOf, visibleRows } from '../model/visible-rows.ts';
import {
  endDrag,
  type Gesture,
  type GestureContext,
  type PointerPosition,
  snapWords,
  timelineX,
  toleranceOf,
} from './gesture.ts';
import { trimGesture } from './scene-gestures.ts';

/** The distance in pixels below which a drag counts as a click. */
const BAR_DRAG_PIXELS = 3;

/**
 * Handles a press on a bar. The press selects the bar. When the pointer moves, all selected bars are moved, trimmed, or
 * slipped.
 */
export function barGesture(context: GestureContext, row: BarRow, hold: BarHold, from: PointerPosition): Gesture {
  const { editor } = context;
  const mode = selectMode(from);
  const isSelected = () => editor.document.state.selection.ids.includes(row.id);
  const select = () => editor.selection.select(clickElement(editor.document.state, row.id, mode));
  // A drag moves all selected bars. A press on a selected bar therefore changes the selection only if it turns out to
  // be a click.
  const waits = mode === 'only' && isSelected();
  if (!waits) select();
  let drag: Gesture | null = null;
  return {
    autoscroll: true,
    move(at) {
      const isFar = Math.abs(at.x - from.x) >= BAR_DRAG_PIXELS;
      if (drag === null && isFar && isSelected()) drag = beginBarDrag(context, row, holdOf(row, hold, from), from);
      drag?.move(at);
    },
    end(at) {
      if (drag !== null) drag.end(at);
      else if (waits) select();
    },
    cancel: () => drag?.cancel(),
  };
}

/**
 * Returns the part of a bar that a press grabs. Alt slips the source of a bar that has one; for other bars, Alt only
 * suspends snapping.
 */
function holdOf(row: BarRow, hold: BarHold, { alt }: PointerPosition): BarHold {
  const part = row.kind === 'layer' ? row.layer : row.sound;
  return hold === 'body' && alt && 'skip' in part ? 'slip' : hold;
}

function beginBarDrag(context: GestureContext, row: BarRow, hold: BarHold, from: PointerPosition): Gesture {
  const { editor, view, record, words } = context;
  const { movie, selection } = editor.document.state;
  const locked = selectLocked(editor.document.state, record.current);
  const ids = new Set(selection.ids.filter((id) => !locked.has(id)));
  const parts = movie === null ? [] : placedParts(movie, ids, context.lengthOf);
  const held = parts.find(({ id }) => id === row.id);
  if (held === undefined) return refusing(context, row);
  const rows = visibleRows(movie, view.getState());
  const targets = barTargets(context, rows, ids);
  const origin = timelineX(context, from);
  let isChanged = false;

  const move = (at: PointerPosition) => {
    const { pixelsPerFrame } = view.getState();
    const moved = (timelineX(context, at) - origin) / pixelsPerFrame;
    const tolerance = hold === 'slip' ? 0 : toleranceOf(context, at);
    const plan = planBarDrag({ hold, parts, held, moved, targets, tolerance });
    const done = plan.command === null ? null : editor.document.preview(plan.command, { isInteractive: true });
    if (plan.command === null) editor.document.cancel();
    isChanged = done?.ok === true;
    const now = partNow(context, row.id) ?? held;
    view.setState({ drag: { kind: 'bar', parts: ids, top: from.y, ...tipOf(context, hold, held, now, plan.target) } });
    if (done !== null && !done.ok) refuse(context, say(done.error));
  };
  return {
    autoscroll: true,
    move,
    end(at) {
      move(at);
      if (!isChanged) editor.document.cancel();
      else if (editor.document.commit().ok) {
        const after = visibleRows(editor.document.state.movie, view.getState()).find(({ id }) => id === row.id);
        if (after !== undefined) view.say(barLabel(after, words));
      }
      endDrag(context);
    },
    cancel() {
      editor.document.cancel();
      view.say(words.cancelled);
      endDrag(context);
    },
  };
}

/** Returns the tooltip of a dragged bar, with its new start or end and the movement. */
function tipOf(context: GestureContext, hold: BarHold, held: PlacedPart, now: PlacedPart, target: SnapTarget | null) {
  const { words, view } = context;
  const { pixelsPerFrame } = view.getState();
  const edge = hold === 'end' ? now.clock + now.offset + now.length : now.clock + now.offset;
  const ends = [now.clock + now.offset, now.clock + now.offset + now.length];
  const isThere = target !== null && (hold === 'body' ? ends.includes(target.frame) : target.frame === edge);
  const [frames, difference] =
    hold === 'body'
      ? [now.offset, now.offset - held.offset]
      : hold === 'slip'
        ? [now.length, (now.skip ?? 0) - (held.skip ?? 0)]
        : [now.length, now.length - held.length];
  const note = hold === 'slip' ? words.inPoint(now.skip ?? 0) : snapWords(context, isThere ? target : null);
  return {
    line: isThere ? target.frame : null,
    tip: { left: edge * pixelsPerFrame, frames, difference, note, tone: isThere ? 'snapped' : 'plain' },
  } as const;
}

function refuse({ view }: GestureContext, note: string): void {
  view.setState(({ drag }) =>
    drag?.kind === 'bar' ? { drag: { ...drag, tip: { ...drag.tip, note, tone: 'refused' } } } : {},
  );
}

/** Creates the gesture of a locked row, which only shows that the row is locked. */
function refusing({ view, words }: GestureContext, row: BarRow): Gesture {
  return {
    autoscroll: false,
    move: () => undefined,
    end: () => view.say(`${rowTitle(row)}, ${words.isLocked}`),
    cancel: () => undefined,
  };
}

function partNow({ editor }: GestureContext, id: NodeId): PlacedPart | undefined {
  const { movie } = editor.document.state;
  return movie === null ? undefined : placedParts(movie, new Set([id]))[0];
}

/**
 * Returns the snap targets: edges of scenes and of other visible bars, keyframes of these bars, the playhead, and
 * markers.
 */
function barTargets({ editor, record }: GestureContext, rows: readonly Row[], moving: ReadonlySet<NodeId>) {
  const { movie, playhead } = editor.document.state;
  const others = rows.filter(hasBar).filter(({ id }) => !moving.has(id));
  const edges = others.flatMap(({ start, end }) => [start, end]);
  const keys = others.flatMap((row) =>
    row.kind === 'layer' ? keyFramesOf(row.layer, row.end - row.start).map((frame) => row.start + frame) : [],
  );
  return snapTargets(timelineOf(movie), {
    playhead,
    markers: record.current.markers,
    layerEdges: edges,
    keys,
  });
}

/** The distance in pixels below which a drag counts as a click. */
const DRAG_PIXELS = 4;

/**
 * Handles a press on the name of a row. The press selects the row. When the pointer moves, the selected layers are
 * reordered.
 */
export function beginRow(context: GestureContext, row: Row, from: PointerPosition): Gesture {
  const { editor, view, words } = context;
  const mode = selectMode(from);
  const isSelected = () => editor.document.state.selection.ids.includes(row.id);
  const select = () => editor.selection.select(clickElement(editor.document.state, row.id, mode));
  const waits = mode === 'only' && isSelected();
  if (!waits) select();
  let place: LayerPlace | null = null;
  let isDragged = false;
  // Selected layers whose rows are hidden stay in place, because the user would not see them move.
  const ids = () => {
    const { document, selection, movie } = editor.document.state;
    const shown = new Set(visibleRows(movie, view.getState()).map(({ id }) => id));
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
    const rows = visibleRows(editor.document.state.movie, view.getState());
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
        const { document, selection } = editor.document.state;
        const chosen = inDocumentOrder(document, selection.ids);
        const done = editor.document.dispatch(command);
        if (done.ok) editor.selection.select(selectNodes(chosen));
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

/** Returns the distance of the pointer from the top of the first row in pixels. */
function heightAt({ editor, view }: GestureContext, { y }: PointerPosition): number {
  const { skipped, scenes } = laneHeightsOf(editor.document.state.movie, view.getState());
  return y - RULER_HEIGHT - skipped - scenes + view.getState().rowScroll;
}

/**
 * Draws a selection box around bars. With Shift or Ctrl, the bars are added to the selection. A click selects the row.
 */
export function beginRowBox(context: GestureContext, row: Row | null, from: PointerPosition): Gesture {
  const { editor, view } = context;
  const { selection: before, movie, document } = editor.document.state;
  const add = from.shift || from.mod;
  const corner = { x: timelineX(context, from), y: from.y };
  const top = heightAt(context, from);
  let isBox = false;
  const move = (at: PointerPosition) => {
    isBox ||= Math.abs(at.x - from.x) + Math.abs(at.y - from.y) > DRAG_PIXELS;
    if (!isBox) return;
    const box = boxBetween(corner, { x: timelineX(context, at), y: at.y });
    const bottom = heightAt(context, at);
    const rows = visibleRows(movie, view.getState());
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
    editor.selection.select(selectNodes(inDocumentOrder(document, ids)));
    view.setState({ drag: { kind: 'box', box } });
  };
  return {
    autoscroll: true,
    move,
    end(at) {
      move(at);
      if (!isBox && row !== null)
        editor.selection.select(clickElement(editor.document.state, row.id, selectMode(from)));
      endDrag(context);
    },
    cancel() {
      editor.selection.select(before);
      endDrag(context);
    },
  };
}

/**
 * Handles a press on the lane of a case. The press selects the case. A drag trims it by an edge or moves it among the
 * other cases.
 */
export function beginCase(
  context: GestureContext,
  row: CaseRow,
  edge: 'start' | 'end' | null,
  from: PointerPosition,
): Gesture {
  const { editor, view, words } = context;
  editor.selection.select(clickElement(editor.document.state, row.id, selectMode(from)));
  const place = edge === null ? null : placeOf(row);
  if (edge !== null && place !== null) return trimGesture(context, place, edge, from);
  let isDragged = false;
  let gap: ReturnType<typeof caseGap> = null;
  const move = (at: PointerPosition) => {
    isDragged ||= Math.abs(at.y - from.y) > DRAG_PIXELS;
    if (!isDragged) return;
    const rows = visibleRows(editor.document.state.movie, view.getState());
    gap = caseGap(rows, rowTops(rows), row, heightAt(context, at));
    view.setState({ drag: { kind: 'rows', parts: new Set([row.id]), top: gap?.top ?? null, indent: 0 } });
  };
  return {
    autoscroll: false,
    move,
    end(at) {
      move(at);
      if (gap !== null) {
        const done = editor.document.dispatch({ type: 'scene/move', scenes: [row.id], to: gap.to });
        view.say(done.ok ? words.layerMoved : say(done.error));
      }
      endDrag(context);
    },
    cancel() {
      view.say(words.cancelled);
      endDrag(context);
    },
  };
}

/** Returns the position at which the case would be if it were played; null for a case of several scenes. */
function placeOf({ id, scenes, start, end }: CaseRow): SceneOnTimeline | null {
  const [scene] = scenes;
  if (scene?.id !== id) return null;
  return { scene, index: 0, start: frames(start), end: frames(end) };
}
