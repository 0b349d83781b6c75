import { expect, test } from 'vitest';
import { rowTarget } from './one-stop.ts';

// The centers of the buttons in three rows. The second row has only the button that is last in the other rows.
const rows = [[20, 200, 230], [230], [20, 230]];

test.each([
  ['ArrowRight', [0, 0], [0, 1]],
  ['ArrowRight', [0, 2], null],
  ['ArrowLeft', [0, 1], [0, 0]],
  ['ArrowLeft', [2, 0], null],
  ['ArrowDown', [0, 0], [1, 0]],
  ['ArrowDown', [0, 1], [1, 0]],
  ['ArrowDown', [1, 0], [2, 1]],
  ['ArrowDown', [2, 0], null],
  ['ArrowUp', [2, 0], [1, 0]],
  ['ArrowUp', [1, 0], [0, 2]],
  ['ArrowUp', [0, 1], null],
  ['Home', [2, 1], [0, 2]],
  ['Home', [0, 1], null],
  ['End', [0, 0], [2, 0]],
  ['x', [0, 0], null],
  ['ArrowDown', [3, 0], null],
] as const)('%s from %j leads to %j', (key, [row, item], to) => {
  expect(rowTarget(key, { row, item }, rows)).toEqual(to === null ? null : { row: to[0], item: to[1] });
});
