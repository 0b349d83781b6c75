import { selectLocked } from '#renderer/state/locked-layers.ts';
import { say } from '#renderer/strings/say.ts';
import { clickElement } from '#shared/editing/selected-nodes.ts';
import { selectMode } from '#shared/editing/selection.ts';
import { type SnapTarget, snapTargets } from '#shared/editing/snapping.ts';
import { type PlacedPart, placedParts } from '#shared/editing/timed-parts.ts';
import { timelineOf } from '#shared/editing/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { type BarRow, hasBar, type Row } from '../grid/row.ts';
import { keyFramesOf } from '../model/bar-marks.ts';
import { barLabel, rowTitle } from '../model/row-words.ts';
import { rowsShown } from '../model/shown-rows.ts';
import { type BarHold, planBarDrag } from '../moves/bar-drag.ts';
import { endDrag, filmX, type GestureContext, snapWords, toleranceOf } from './gesture-context.ts';
import type { Gesture, PointerPosition } from './run-gesture.ts';

/** Less is a click. */
const DRAG_PIXELS = 3;

/** A press on a bar: selects it, and as soon as the pointer goes moves, trims or slips all that are selected. */
export function beginBar(context: GestureContext, row: BarRow, hold: BarHold, from: PointerPosition): Gesture {
  const { editor } = context;
  const mode = selectMode(from);
  const isSelected = () => editor.getState().selection.ids.includes(row.id);
  const select = () => editor.actions.select(clickElement(editor.getState(), row.id, mode));
  // All that are selected go together, so that a press on one of them changes nothing until it proves to be a click.
  const waits = mode === 'only' && isSelected();
  if (!waits) select();
  let drag: Gesture | null = null;
  return {
    autoscroll: true,
    move(at) {
      const isFar = Math.abs(at.x - from.x) >= DRAG_PIXELS;
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

/** With Alt the source goes under a bar that has one; of others Alt only suspends snapping. */
function holdOf(row: BarRow, hold: BarHold, { alt }: PointerPosition): BarHold {
  const part = row.kind === 'layer' ? row.layer : row.sound;
  return hold === 'body' && alt && 'skip' in part ? 'slip' : hold;
}

function beginBarDrag(context: GestureContext, row: BarRow, hold: BarHold, from: PointerPosition): Gesture {
  const { editor, view, record, words } = context;
  const { movie, selection } = editor.getState();
  const locked = selectLocked(editor.getState(), record.getState().record);
  const ids = new Set(selection.ids.filter((id) => !locked.has(id)));
  const parts = movie === null ? [] : placedParts(movie, ids, context.lengthOf);
  const held = parts.find(({ id }) => id === row.id);
  if (held === undefined) return refusing(context, row);
  const rows = rowsShown(movie, view.getState());
  const targets = barTargets(context, rows, ids);
  const origin = filmX(context, from);
  let isChanged = false;

  const move = (at: PointerPosition) => {
    const { pixelsPerFrame } = view.getState();
    const moved = (filmX(context, at) - origin) / pixelsPerFrame;
    const tolerance = hold === 'slip' ? 0 : toleranceOf(context, at);
    const plan = planBarDrag({ hold, parts, held, moved, targets, tolerance });
    const done = plan.command === null ? null : editor.actions.preview(plan.command, { isHasty: true });
    if (plan.command === null) editor.actions.cancel();
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
      if (!isChanged) editor.actions.cancel();
      else if (editor.actions.commit().ok) {
        const after = rowsShown(editor.getState().movie, view.getState()).find(({ id }) => id === row.id);
        if (after !== undefined) view.say(barLabel(after, words));
      }
      endDrag(context);
    },
    cancel() {
      editor.actions.cancel();
      view.say(words.cancelled);
      endDrag(context);
    },
  };
}

/** What is said at the bar while it is dragged: where it begins or ends now, and how far it went. */
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

/** What is locked only says so. */
function refusing({ view, words }: GestureContext, row: BarRow): Gesture {
  return {
    autoscroll: false,
    move: () => undefined,
    end: () => view.say(`${rowTitle(row)}, ${words.isLocked}`),
    cancel: () => undefined,
  };
}

function partNow({ editor }: GestureContext, id: NodeId): PlacedPart | undefined {
  const { movie } = editor.getState();
  return movie === null ? undefined : placedParts(movie, new Set([id]))[0];
}

/** Edges of scenes and of all other bars in the rows, keys on them, the playhead and markers. */
function barTargets({ editor, record }: GestureContext, rows: readonly Row[], moving: ReadonlySet<NodeId>) {
  const { movie, playhead } = editor.getState();
  const others = rows.filter(hasBar).filter(({ id }) => !moving.has(id));
  const edges = others.flatMap(({ start, end }) => [start, end]);
  const keys = others.flatMap((row) =>
    row.kind === 'layer' ? keyFramesOf(row.layer, row.end - row.start).map((frame) => row.start + frame) : [],
  );
  return snapTargets(timelineOf(movie), {
    playhead,
    markers: record.getState().record.markers,
    layerEdges: edges,
    keys,
  });
}
