import type { Length } from '../../template/values/lengths.ts';
import type { LayerBox } from '../../timeline/boxes.ts';
import { inverted, type Vector, wayBy } from '../../timeline/placement.ts';
import { type LayerChange, lengthLike } from './layer-change.ts';
import { placedNow } from './placed-now.ts';

/** What a layer becomes that is moved so far in the frame of the film; nothing where that is nowhere. */
export function moved(box: LayerBox, by: Vector): LayerChange {
  const back = inverted(box.outer);
  return back === null ? {} : movedInside(box, wayBy(back, by));
}

/** The same by a way in what the layer is placed in. A side that does not move stays as it is written. */
export function movedInside(box: LayerBox, way: Vector): LayerChange {
  const { position, written } = placedNow(box);
  const { frame } = box;
  const along = (length: Length, from: number, by: number, whole: number): Length =>
    Math.abs(by) < 1e-9 ? length : lengthLike(from + by, length, whole);
  const to = {
    across: along(written.position.across, position.x, way.x, frame.width),
    down: along(written.position.down, position.y, way.y, frame.height),
  };
  return to.across === written.position.across && to.down === written.position.down ? {} : { position: to };
}

/** What a layer becomes whose position is typed: pixels from its origin, null for what stays. */
export function movedTo(box: LayerBox, x: number | null, y: number | null): LayerChange {
  const { position } = placedNow(box);
  return movedInside(box, { x: x === null ? 0 : x - position.x, y: y === null ? 0 : y - position.y });
}
