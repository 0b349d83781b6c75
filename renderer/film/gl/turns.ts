import type { Rotation } from '../picture/composition.ts';

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

/** The matrix that does what `second` does and then what `first` does; all of nine, column by column. */
export function multiplied(first: readonly number[], second: readonly number[]): readonly number[] {
  const at = (matrix: readonly number[], row: number, column: number) => matrix[column * 3 + row] ?? 0;
  return Array.from({ length: 9 }, (_, index) => {
    const [row, column] = [index % 3, Math.floor(index / 3)];
    return [0, 1, 2].reduce((sum, middle) => sum + at(first, row, middle) * at(second, middle, column), 0);
  });
}
