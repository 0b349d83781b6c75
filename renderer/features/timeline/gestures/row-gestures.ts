import { editGesture } from '#renderer/editor/edit-gesture.ts';
import { orderCommand } from '#renderer/editor/layer-edits.ts';
import { selectLocked } from '#renderer/editor/locked-layers.ts';
import type { DragHandlers } from '#renderer/interaction/drag.ts';
import { say } from '#renderer/strings/say.ts';
import { inDocumentOrder, selectMode } from '#shared/editing/model/selection.ts';
import { type SnapTarget, snapTargets } from '#shared/editing/model/snapping.ts';
import { type PlacedPart, placedParts, type SceneOnTimeline, timelineOf } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { frames } from '#shared/template/values/frame-rate.ts';
import { originalId } from '#shared/template/variables/repeats.ts';
import { barLabel, rowTitle } from '../model/labels.ts';
import { boxBetween } from '../model/lane-box.ts';
import { laneHeightsOf, RULER_HEIGHT } from '../model/lane-heights.ts';
import { type BarRow, type CaseRow, hasBar, type Row, rowTops } from '../model/row.ts';
import { caseGap } from '../model/row-filters.ts';
import { type BarHold, keyFramesOf, type LayerPlace, placeAt, planBarDrag } from '../model/row-plans.ts';
import { indentOf } from '../model/tree-roles.ts';
import { visibleRows } from '../model/visible-rows.ts';
import {
  endDrag,
  type GestureContext,
  type PointerPosition,
  selectingGesture,
  snapLabel,
  type TimelineGesture,
  timelineX,
  updateSnapTolerance,
} from './gesture.ts';
import { trimGesture } from './scene-gestures.ts';

/**
 * Handles a press on a bar. The press selects the bar. If the pointer moves, all selected bars are moved, trimmed, or
 * slipped.
 */
export function barGesture(
  context: GestureContext,
  row: BarRow,
  hold: BarHold,
  from: PointerPosition,
): TimelineGesture {
  return selectingGesture(from, {
    ...selectionOf(context, row, from),
    autoscroll: true,
    axis: 'x',
    drag: () => barDrag(context, row, holdOf(row, hold, from), from),
  });
}

/** Returns the functions that check and change the selection of a row. */
function selectionOf({ editor }: GestureContext, { id }: Pick<Row, 'id'>, from: PointerPosition) {
  return {
    isSelected: () => editor.document.state.selection.ids.includes(originalId(id)),
    select: () => editor.selection.click(id, selectMode(from)),
  };
}

/**
 * Returns the drag mode of a press on a bar. Alt on the body of a bar slips its source, if it has one. For other bars,
 * Alt only suspends snapping.
 */
function holdOf(row: BarRow, hold: BarHold, { alt }: PointerPosition): BarHold {
  const part = row.kind === 'layer' ? row.layer : row.sound;
  return hold === 'body' && alt && 'skip' in part ? 'slip' : hold;
}

function barDrag(context: GestureContext, row: BarRow, hold: BarHold, from: PointerPosition): DragHandlers {
  const { editor, view, gesture, record, words } = context;
  const { movie, selection } = editor.document.state;
  const locked = selectLocked(editor.document.state, record.current);
  const ids = new Set(selection.ids.filter((id) => !locked.has(id)));
  const parts = movie === null ? [] : placedParts(movie, ids, context.lengthOf);
  const pressedPart = parts.find(({ id }) => id === originalId(row.id));
  if (pressedPart === undefined) return lockedDrag(context, row);
  const rows = visibleRows(movie, view.state);
  const targets = barTargets(context, rows, ids);
  const origin = timelineX(context, from);
  return editGesture(editor, {
    plan: (at) => {
      const moved = (timelineX(context, at) - origin) / view.state.pixelsPerFrame;
      const tolerance = hold === 'slip' ? 0 : updateSnapTolerance(context, at);
      return planBarDrag({ hold, parts, held: pressedPart, moved, targets, tolerance });
    },
    show: (_at, { target }, refusal) => {
      const now = currentPart(context, row.id) ?? pressedPart;
      const feedback = tipOf(context, hold, pressedPart, now, target);
      const tip = refusal === null ? feedback.tip : { ...feedback.tip, note: say(refusal), tone: 'refused' as const };
      gesture.set({ drag: { kind: 'bar', parts: ids, top: from.y, snapFrame: feedback.snapFrame, tip } });
    },
    done: () => {
      const after = visibleRows(editor.document.state.movie, view.state).find(({ id }) => id === row.id);
      if (after !== undefined) view.say(barLabel(after, words));
    },
    canceled: () => view.say(words.cancelled),
    over: () => endDrag(context),
  });
}

/** Returns the tooltip of a dragged bar, with its new start or end and the distance from the old one. */
function tipOf(
  context: GestureContext,
  hold: BarHold,
  partBefore: PlacedPart,
  partNow: PlacedPart,
  target: SnapTarget | null,
) {
  const { words, view } = context;
  const { pixelsPerFrame } = view.state;
  const edge = hold === 'end' ? partNow.clock + partNow.offset + partNow.length : partNow.clock + partNow.offset;
  const ends = [partNow.clock + partNow.offset, partNow.clock + partNow.offset + partNow.length];
  const isAtTarget = target !== null && (hold === 'body' ? ends.includes(target.frame) : target.frame === edge);
  const [frames, difference] =
    hold === 'body'
      ? [partNow.offset, partNow.offset - partBefore.offset]
      : hold === 'slip'
        ? [partNow.length, (partNow.skip ?? 0) - (partBefore.skip ?? 0)]
        : [partNow.length, partNow.length - partBefore.length];
  const note = hold === 'slip' ? words.inPoint(partNow.skip ?? 0) : snapLabel(context, isAtTarget ? target : null);
  return {
    snapFrame: isAtTarget ? target.frame : null,
    tip: { left: edge * pixelsPerFrame, frames, difference, note, tone: isAtTarget ? 'snapped' : 'plain' },
  } as const;
}

/** Creates the drag of a locked row, which only reports that it is locked. */
function lockedDrag({ view, words }: GestureContext, row: BarRow): DragHandlers {
  return {
    move: () => undefined,
    end: () => view.say(`${rowTitle(row)}, ${words.isLocked}`),
    cancel: () => undefined,
  };
}

function currentPart({ editor }: GestureContext, id: NodeId): PlacedPart | undefined {
  const { movie } = editor.document.state;
  return movie === null ? undefined : placedParts(movie, new Set([id]))[0];
}

/**
 * Returns the snap targets of a bar: edges of scenes and of other visible bars, keyframes of these bars, the playhead,
 * and markers.
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

/**
 * Handles a press on the name of a row. The press selects the row. If the pointer moves, the selected layers are
 * reordered.
 */
export function rowGesture(context: GestureContext, row: Row, from: PointerPosition): TimelineGesture {
  return selectingGesture(from, {
    ...selectionOf(context, row, from),
    autoscroll: false,
    axis: 'y',
    drag: () => (row.kind === 'layer' ? orderDrag(context, row) : null),
  });
}

function orderDrag(context: GestureContext, row: Row): DragHandlers {
  const { editor, view, gesture, words } = context;
  let place: LayerPlace | null = null;
  // Selected layers whose rows are hidden stay in place, because the user would not see them move.
  const ids = () => {
    const { document, selection, movie } = editor.document.state;
    const visibleIds = new Set(visibleRows(movie, view.state).map(({ id }) => id));
    return inDocumentOrder(
      document,
      selection.ids.filter((id) => visibleIds.has(id)),
    );
  };
  return {
    move: (at) => {
      const moving = new Set(ids());
      const rows = visibleRows(editor.document.state.movie, view.state);
      place = placeAt(rows, rowTops(rows), moving, heightAt(context, at));
      gesture.set({ drag: { kind: 'rows', parts: moving, top: place?.top ?? null, indent: indentOf(place ?? row) } });
    },
    end: () => {
      const command = place === null ? null : orderCommand(ids(), place);
      if (command !== null) {
        const { document, selection } = editor.document.state;
        const selectedIds = inDocumentOrder(document, selection.ids);
        const result = editor.document.dispatch(command);
        if (result.ok) editor.selection.select(selectedIds);
        view.say(result.ok ? words.layerMoved : say(result.error));
      }
      endDrag(context);
    },
    cancel: () => {
      view.say(words.cancelled);
      endDrag(context);
    },
  };
}

/** Returns the distance of the pointer from the top of the first row in pixels. */
function heightAt({ editor, view }: GestureContext, { y }: PointerPosition): number {
  const { skipped, scenes } = laneHeightsOf(editor.document.state.movie, view.state);
  return y - RULER_HEIGHT - skipped - scenes + view.state.rowScroll;
}

/**
 * Draws a selection box around bars. With Shift or Ctrl, the bars are added to the selection. A click selects the row.
 */
export function rowBoxGesture(context: GestureContext, row: Row | null, from: PointerPosition): TimelineGesture {
  const { editor, view, gesture } = context;
  const { selection: before, movie, document } = editor.document.state;
  const add = from.shift || from.mod;
  const corner = { x: timelineX(context, from), y: from.y };
  const top = heightAt(context, from);
  const move = (at: PointerPosition) => {
    const box = boxBetween(corner, { x: timelineX(context, at), y: at.y });
    const bottom = heightAt(context, at);
    const rows = visibleRows(movie, view.state);
    const tops = rowTops(rows);
    const { pixelsPerFrame } = view.state;
    const inside = rows.filter((each, index) => {
      const [from, to] = [tops[index] ?? 0, tops[index + 1] ?? 0];
      const overlapsHeights = from < Math.max(top, bottom) && to > Math.min(top, bottom);
      return (
        overlapsHeights &&
        hasBar(each) &&
        each.start * pixelsPerFrame < box.right &&
        each.end * pixelsPerFrame > box.left
      );
    });
    const ids = [...(add ? before.ids : []), ...inside.map(({ id }) => id)];
    editor.selection.select(inDocumentOrder(document, ids));
    gesture.set({ drag: { kind: 'box', box } });
  };
  return {
    autoscroll: true,
    move,
    end: () => endDrag(context),
    cancel: () => {
      editor.selection.set(before);
      endDrag(context);
    },
    click: () => {
      if (row !== null) selectionOf(context, row, from).select();
    },
  };
}

/**
 * Handles a press on the lane of a case. The press selects the case. A drag trims it by an edge or moves it among the
 * other cases.
 */
export function caseGesture(
  context: GestureContext,
  row: CaseRow,
  edge: 'start' | 'end' | null,
  from: PointerPosition,
): TimelineGesture {
  const { editor, view, gesture, words } = context;
  editor.selection.click(row.id, selectMode(from));
  const place = edge === null ? null : placeOf(row);
  if (edge !== null && place !== null) return trimGesture(context, place, edge, from);
  let gap: ReturnType<typeof caseGap> = null;
  const move = (at: PointerPosition) => {
    const rows = visibleRows(editor.document.state.movie, view.state);
    gap = caseGap(rows, rowTops(rows), row, heightAt(context, at));
    gesture.set({ drag: { kind: 'rows', parts: new Set([row.id]), top: gap?.top ?? null, indent: 0 } });
  };
  return {
    autoscroll: false,
    axis: 'y',
    move,
    end: () => {
      if (gap !== null) {
        const done = editor.document.dispatch({ type: 'scene/move', scenes: [row.id], to: gap.to });
        view.say(done.ok ? words.layerMoved : say(done.error));
      }
      endDrag(context);
    },
    cancel: () => {
      view.say(words.cancelled);
      endDrag(context);
    },
    click: () => undefined,
  };
}

/** Returns the position that the scene of a case would have as the played case; null for a case of several scenes. */
function placeOf({ id, scenes, start, end }: CaseRow): SceneOnTimeline | null {
  const [scene] = scenes;
  if (scene?.id !== id) return null;
  return { scene, index: 0, start: frames(start), end: frames(end) };
}
