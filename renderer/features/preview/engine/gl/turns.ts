import type { Rotation } from '../composition.ts';

/**
 * From a place in the upright picture to the place in the stored one, (0, 0) being the upper left corner of either:
 * a matrix of nine, column by column. A quarter turn clockwise shows the stored lower left corner at the upper left.
 */
export const TURNS: Readonly<Record<Rotation, readonly number[]>> = {
  0: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  90: [0, -1, 0, 1, 0, 0, 0, 1, 1],
  180: [-1, 0, 0, 0, -1, 0, 1, 1, 1],
  270: [0, 1, 0, -1, 0, 0, 1, 0, 1],
};
