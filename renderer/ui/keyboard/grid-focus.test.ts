import { expect, test } from 'vitest';
import { gridTarget } from './grid-focus.ts';

// The vertical positions of seven cells in three columns.
const tops = [0, 0, 0, 100, 100, 100, 200];

test.each([
  ['ArrowRight', 2, 3],
  ['ArrowLeft', 3, 2],
  ['ArrowDown', 1, 4],
  ['ArrowDown', 5, 6],
  ['ArrowUp', 6, 3],
  ['Home', 5, 0],
  ['End', 0, 6],
  ['ArrowLeft', 0, null],
  ['ArrowUp', 1, null],
  ['ArrowDown', 6, null],
  ['ArrowRight', 6, null],
  ['x', 3, null],
])('%s from cell %d leads to %s', (key, from, to) => {
  expect(gridTarget(key, from, tops)).toBe(to);
});
