import { type Length, type Point, percent } from '#shared/template/values/lengths.ts';

/** A third of a side: the beginning, the middle, the end. */
const THIRDS = [0, 1, 2] as const;

/** The nine places of a box, row by row from the upper left corner. */
export const PLACES = [
  'topleft',
  'top',
  'topright',
  'left',
  'center',
  'right',
  'bottomleft',
  'bottom',
  'bottomright',
] as const;
export type PlaceName = (typeof PLACES)[number];

/** Where a point is measured from: the upper left corner, as `origin` is, or the middle, as `anchor` is. */
export type MeasuredFrom = 'corner' | 'middle';

/** The place that a point is; null for one between. */
export function placeOf({ across, down }: Point, from: MeasuredFrom): PlaceName | null {
  const [column, row] = [thirdOf(across, from), thirdOf(down, from)];
  return column === null || row === null ? null : (PLACES[row * THIRDS.length + column] ?? null);
}

/** The point of a place. */
export function pointOfPlace(place: PlaceName, from: MeasuredFrom): Point {
  const at = PLACES.indexOf(place);
  const part = (third: number) => percent(third * 50 - (from === 'middle' ? 50 : 0));
  return { across: part(at % THIRDS.length), down: part(Math.floor(at / THIRDS.length)) };
}

function thirdOf({ amount, unit }: Length, from: MeasuredFrom): number | null {
  // Nothing is nothing in pixels too.
  if (unit !== '%' && amount !== 0) return null;
  const part = amount + (from === 'middle' ? 50 : 0);
  return THIRDS.find((third) => third * 50 === part) ?? null;
}
