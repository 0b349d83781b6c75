import { handlePlace, pivotPlace } from '#shared/editing/stage/handles.ts';
import { placedNow } from '#shared/editing/stage/placed-now.ts';
import { pivoted, turned, turnedTo } from '#shared/editing/stage/turn.ts';
import { readTyped } from '#shared/editing/stage/typed-value.ts';
import type { LayerBox } from '#shared/film/boxes/layer-boxes.ts';
import { inverted, placeAt, type Vector } from '#shared/film/boxes/matrices.ts';
import { shownNumber } from '../../words/layer-words.ts';
import { editing, editOf, type StageGestureContext, signed, toleranceOf } from './gesture-context.ts';
import type { StageGesture } from './stage-gesture.ts';

/** Turns a layer around its pivot; with Shift in steps of 15 degrees. */
export function beginTurn(context: StageGestureContext, box: LayerBox, from: Vector): StageGesture {
  const { words } = context;
  const before = placedNow(box).rotation;
  return editing(context, 'turn', (at) => {
    const typed = readTyped(at.typed)?.first ?? null;
    const change = typed === null ? turned(box, from, at.place, at.shift) : turnedTo(box, typed);
    const rotation = change.rotation ?? before;
    return {
      edits: [editOf(box, change)],
      lines: [words.angle(shownNumber(rotation)), words.angle(signed(rotation - before, shownNumber))],
    };
  });
}

/** Moves the pivot; what is seen stays where it is. */
export function beginPivot(context: StageGestureContext, box: LayerBox, from: Vector): StageGesture {
  const { words } = context;
  const start = pivotPlace(box);
  const back = inverted(box.matrix);
  const corner = handlePlace(box, { across: -1, down: -1 });
  return editing(context, 'pivot', (at) => {
    const to = { x: start.x + at.place.x - from.x, y: start.y + at.place.y - from.y };
    const inside = back === null ? corner : placeAt(back, to);
    const { width, height } = box.size;
    return {
      edits: [editOf(box, pivoted(box, to, at.alt ? 0 : toleranceOf(context)))],
      lines: [words.place(shownNumber(inside.x - width / 2), shownNumber(inside.y - height / 2))],
    };
  });
}
