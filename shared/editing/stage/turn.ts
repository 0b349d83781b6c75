import type { Length } from '../../template/values/lengths.ts';
import type { LayerBox } from '../../timeline/boxes.ts';
import { inverted, isMirroring, placeAt, type Vector } from '../../timeline/placement.ts';
import { HANDLES, handlePlace, pivotPlace } from './handles.ts';
import { type LayerChange, lengthLike, rounded } from './layer-change.ts';
import { movedInside } from './move.ts';
import { pivotOutside, placedNow } from './placed-now.ts';

/** In degrees. */
const STEP = 15;

/** What a layer becomes that a pointer turns around its pivot, from one place of the film to another. */
export function turned(box: LayerBox, from: Vector, to: Vector, inSteps: boolean): LayerChange {
  const pivot = pivotPlace(box);
  const before = Math.atan2(from.y - pivot.y, from.x - pivot.x);
  const after = Math.atan2(to.y - pivot.y, to.x - pivot.x);
  const way = (((((after - before) * 180) / Math.PI + 180) % 360) + 360) % 360;
  const degrees = (way - 180) * (isMirroring(box.outer) ? -1 : 1);
  const { rotation } = placedNow(box);
  const wanted = rotation + degrees;
  return turnedTo(box, inSteps ? Math.round(wanted / STEP) * STEP : wanted);
}

/** The same to an angle. */
export function turnedTo(box: LayerBox, degrees: number): LayerChange {
  const rotation = rounded(degrees, 1);
  return rotation === placedNow(box).rotation ? {} : { rotation };
}

/**
 * What a layer becomes whose pivot is put to a place of the film: what is seen of it stays where it is. It goes to a corner,
 * to the middle of a side or of the picture where that is near.
 */
export function pivoted(box: LayerBox, to: Vector, tolerance: number): LayerChange {
  const backFromOuter = inverted(box.outer);
  const back = inverted(box.matrix);
  if (back === null || backFromOuter === null) return {};
  const places = [...HANDLES, { across: 0, down: 0 } as const].map((handle) => handlePlace(box, handle));
  const near = places.find(({ x, y }) => Math.hypot(x - to.x, y - to.y) <= tolerance) ?? to;
  const { size, frame } = box;
  const now = placedNow(box);
  const inside = placeAt(back, near);
  const { across, down } = now.written.anchor;
  const like = (pixels: number, length: Length, whole: number) => lengthLike(pixels, length, whole);
  const anchor = {
    across: like(inside.x - size.width / 2, across, size.width),
    down: like(inside.y - size.height / 2, down, size.height),
  };
  const pivot = pivotOutside(box, now);
  const place = placeAt(backFromOuter, near);
  const way = { x: rounded(place.x - pivot.x, 2), y: rounded(place.y - pivot.y, 2) };
  return frame.width === 0 ? {} : { anchor, ...movedInside(box, way) };
}
