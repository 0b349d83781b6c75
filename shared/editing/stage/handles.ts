import type { LayerBox } from '../../timeline/boxes.ts';
import { placeAt, type Vector } from '../../timeline/placement.ts';
import { pivotOutside, placedNow } from './placed-now.ts';

/** A corner or the middle of a side of a picture: −1 for left and upper, 1 for right and lower, 0 between. */
export interface Handle {
  readonly across: -1 | 0 | 1;
  readonly down: -1 | 0 | 1;
}

/** From the upper left corner, clockwise. */
export const HANDLES: readonly Handle[] = [
  { across: -1, down: -1 },
  { across: 0, down: -1 },
  { across: 1, down: -1 },
  { across: 1, down: 0 },
  { across: 1, down: 1 },
  { across: 0, down: 1 },
  { across: -1, down: 1 },
  { across: -1, down: 0 },
];

export function isCorner({ across, down }: Handle): boolean {
  return across !== 0 && down !== 0;
}

/** Where a handle lies in the picture. */
export function handleInPicture({ shown }: Pick<LayerBox, 'shown'>, { across, down }: Handle): Vector {
  return { x: shown.left + (shown.width * (across + 1)) / 2, y: shown.top + (shown.height * (down + 1)) / 2 };
}

/** Where a handle lies in the frame of the film. */
export function handlePlace(box: Pick<LayerBox, 'shown' | 'matrix'>, handle: Handle): Vector {
  return placeAt(box.matrix, handleInPicture(box, handle));
}

/** Where the pivot lies in the frame of the film. */
export function pivotPlace(box: LayerBox): Vector {
  return placeAt(box.outer, pivotOutside(box, placedNow(box)));
}

/** Where the handle for turning lies: so far outside of the upper side, away from the picture. */
export function turningPlace(box: LayerBox, distance: number): Vector {
  const top = handlePlace(box, { across: 0, down: -1 });
  const bottom = handlePlace(box, { across: 0, down: 1 });
  const length = Math.hypot(top.x - bottom.x, top.y - bottom.y);
  if (length < 1e-6) return { x: top.x, y: top.y - distance };
  const part = distance / length;
  return { x: top.x + (top.x - bottom.x) * part, y: top.y + (top.y - bottom.y) * part };
}

/** Which way a handle points on screen, in steps of 45 degrees clockwise from upwards: what cursor it has. */
export function handleDirection(box: Pick<LayerBox, 'shown' | 'matrix'>, handle: Handle): number {
  const middle = handlePlace(box, { across: 0, down: 0 });
  const place = handlePlace(box, handle);
  const angle = Math.atan2(place.x - middle.x, middle.y - place.y);
  return (Math.round(angle / (Math.PI / 4)) + 8) % 8;
}
