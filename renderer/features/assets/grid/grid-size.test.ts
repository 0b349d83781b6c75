import { expect, test } from 'vitest';
import { gridSize } from './grid-size.ts';

test('the grid has at least two columns, and the list has one', () => {
  expect([100, 240, 400, 720].map((width) => gridSize(width, 'tiles').columns)).toEqual([2, 2, 3, 6]);
  expect([100, 720].map((width) => gridSize(width, 'list'))).toEqual([
    { columns: 1, rowHeight: 38, gap: 0, pictureHeight: null },
    { columns: 1, rowHeight: 38, gap: 0, pictureHeight: null },
  ]);
});
