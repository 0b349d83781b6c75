import { moved, movedTo } from '#shared/editing/stage/move.ts';
import { placedNow } from '#shared/editing/stage/placed-now.ts';
import { snapMove } from '#shared/editing/stage/snap.ts';
import { type Axis, snapGround } from '#shared/editing/stage/snap-lines.ts';
import { readTyped } from '#shared/editing/stage/typed-value.ts';
import { boundsAround, boundsOfBox, type LayerBox } from '#shared/film/boxes/layer-boxes.ts';
import type { Vector } from '#shared/film/boxes/matrices.ts';
import { shownNumber } from '../../words/layer-words.ts';
import { editing, editOf, type StageGestureContext, signed, toleranceOf } from './gesture-context.ts';
import type { StageGesture, StagePointer } from './stage-gesture.ts';

/**
 * Moves layers together. With Shift along one axis alone; Alt suspends snapping.
 * @param leavesCopies Whether copies stay where they were; Alt was held for that.
 */
export function beginMove(
  context: StageGestureContext,
  dragged: readonly LayerBox[],
  from: Vector,
  leavesCopies = false,
): StageGesture {
  const { boxes, frame, safeAreas, words } = context;
  const ground = snapGround(
    boxes,
    dragged.map(({ layer }) => layer.id),
    frame,
    safeAreas,
  );
  const bounds = boundsAround(dragged.map(boundsOfBox));
  const [first] = dragged;
  const copies = leavesCopies ? dragged.map(({ layer }) => layer.id) : [];
  const plan = (at: StagePointer) => {
    const free = wayOf(from, at);
    const tolerance = at.alt && !leavesCopies ? 0 : toleranceOf(context);
    const { by, guides } = snapMove(bounds, free, ground, tolerance, at.shift ? [axisOf(from, at)] : undefined);
    const typed = readTyped(at.typed);
    const edits = dragged.map((box) => {
      const change = moved(box, by);
      if (typed === null) return editOf(box, change);
      return editOf(box, { ...change, ...typedPlace(box, change, typed) });
    });
    const now = first && { ...placedNow(first).position };
    const to = now && { x: now.x + by.x, y: now.y + by.y };
    return {
      edits,
      guides: typed === null ? guides : [],
      lines: [
        ...(to && dragged.length === 1 ? [words.place(shownNumber(to.x), shownNumber(to.y))] : []),
        words.difference(signed(by.x, shownNumber), signed(by.y, shownNumber)),
      ],
    };
  };
  return editing(context, 'move', plan, { copies });
}

/** Whole pixels of the film. */
function wayOf(from: Vector, { place, shift }: StagePointer): Vector {
  const way = { x: Math.round(place.x - from.x), y: Math.round(place.y - from.y) };
  if (!shift) return way;
  return axisOf(from, { place }) === 'x' ? { x: way.x, y: 0 } : { x: 0, y: way.y };
}

/** The one along which it goes further. */
function axisOf(from: Vector, { place }: Pick<StagePointer, 'place'>): Axis {
  return Math.abs(place.x - from.x) >= Math.abs(place.y - from.y) ? 'x' : 'y';
}

/** A typed side goes before the pointer's. */
function typedPlace(
  box: LayerBox,
  { position }: ReturnType<typeof moved>,
  { first, second }: { readonly first: number | null; readonly second: number | null },
) {
  const typed = movedTo(box, first, second).position ?? box.layer.placement.position;
  const pointed = position ?? box.layer.placement.position;
  return {
    position: {
      across: first === null ? pointed.across : typed.across,
      down: second === null ? pointed.down : typed.down,
    },
  };
}
