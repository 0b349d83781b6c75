import { expect, test } from 'vitest';
import { gapAt, targetIndex } from './reorder.ts';

const boxes = [0, 30, 60].map((top) => ({ top, bottom: top + 28 }));

test.each([
  [-5, 0],
  [13, 0],
  [15, 1],
  [50, 2],
  [200, 3],
])('a pointer at %d pixels targets gap %d', (y, gap) => {
  expect(gapAt(boxes, y)).toBe(gap);
});

test.each([
  [0, 0, null],
  [0, 1, null],
  [0, 3, 2],
  [2, 0, 0],
  [1, 3, 2],
])('a move from index %d into gap %d gives the index %s', (from, gap, index) => {
  expect(targetIndex(from, gap)).toBe(index);
});
