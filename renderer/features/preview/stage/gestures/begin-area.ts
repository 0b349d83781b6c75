import { selectNodes } from '#shared/editing/selection.ts';
import { pickedWithin } from '#shared/editing/stage/pick.ts';
import type { LayerBox } from '#shared/film/boxes/layer-boxes.ts';
import type { Vector } from '#shared/film/boxes/matrices.ts';
import type { Rect } from '#shared/film/rows/row.ts';
import type { StageGestureContext } from './gesture-context.ts';
import type { StageGesture } from './stage-gesture.ts';

/**
 * Selects what an area touches that is drawn on empty ground. With Shift or Ctrl the selection grows.
 * @param among What can be selected: not the ground itself.
 */
export function beginArea(
  { editor, show }: StageGestureContext,
  among: readonly LayerBox[],
  from: Vector,
): Omit<StageGesture, 'press'> {
  let area: Rect = { left: from.x, top: from.y, width: 0, height: 0 };
  let adds = false;
  return {
    move: ({ place, shift, mod }) => {
      adds = shift || mod;
      area = {
        left: Math.min(from.x, place.x),
        top: Math.min(from.y, place.y),
        width: Math.abs(place.x - from.x),
        height: Math.abs(place.y - from.y),
      };
      show({ kind: 'select', at: place, lines: [], isRefused: false, guides: [], area });
    },
    end: () => {
      const before = adds ? editor.getState().selection.ids : [];
      editor.actions.select(selectNodes([...new Set([...before, ...pickedWithin(among, area)])]));
      show(null);
    },
    cancel: () => show(null),
  };
}
