import { keyMoved, type PathPlace } from '#shared/editing/stage/motion-path.ts';
import { placedNow } from '#shared/editing/stage/placed-now.ts';
import type { LayerBox } from '#shared/film/boxes/layer-boxes.ts';
import type { Vector } from '#shared/film/boxes/matrices.ts';
import { shownNumber } from '../../words/layer-words.ts';
import { editing, editOf, type StageGestureContext, signed } from './gesture-context.ts';
import type { StageGesture } from './stage-gesture.ts';

/** Moves the place that one key of a motion path has. */
export function beginKey(context: StageGestureContext, box: LayerBox, { own }: PathPlace, from: Vector): StageGesture {
  const { words } = context;
  const then = { ...box, own };
  const { position } = placedNow(then);
  return editing(context, 'key', (at) => {
    const by = { x: Math.round(at.place.x - from.x), y: Math.round(at.place.y - from.y) };
    return {
      edits: [editOf(then, keyMoved(box, own, by))],
      lines: [
        words.place(shownNumber(position.x + by.x), shownNumber(position.y + by.y)),
        words.difference(signed(by.x, shownNumber), signed(by.y, shownNumber)),
      ],
    };
  });
}
