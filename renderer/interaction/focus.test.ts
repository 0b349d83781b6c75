import { describe, expect, test } from 'vitest';
import { equalRows, nextInGrid, nextInList, nextTile, rowsOfBoxes } from './focus.ts';

test('an arrow key moves the focus along the axis of a list', () => {
  const next = (key: string, index: number, axis: 'x' | 'y' = 'x') => nextInList(key, index, 10, { axis, page: 4 });
  expect([next('ArrowRight', 3), next('ArrowLeft', 3), next('ArrowRight', 9)]).toEqual([4, 2, 9]);
  expect([next('PageDown', 3), next('PageUp', 3), next('Home', 3), next('End', 3)]).toEqual([7, 0, 0, 9]);
  expect([next('ArrowDown', 3), next('ArrowDown', 3, 'y'), next('a', 3)]).toEqual([null, 4, null]);
  expect(nextInList('Home', 0, 0, { page: 4 })).toBeNull();
});

test('in a looping list, arrow keys wrap around at the ends', () => {
  const next = (key: string, index: number) => nextInList(key, index, 3, { page: 2, isLooping: true });
  expect([next('ArrowDown', 2), next('ArrowUp', 0), next('ArrowDown', 0)]).toEqual([0, 2, 1]);
  expect([next('PageDown', 2), next('PageUp', 0), next('End', 0)]).toEqual([2, 0, 2]);
});

test('a list ignores Home and End pressed in its text field', () => {
  const next = (key: string, index: number) => nextInList(key, index, 3, { page: 2, isTyping: true });
  expect([next('Home', 2), next('End', 0), next('PageDown', 0)]).toEqual([null, null, 2]);
  expect([next('ArrowDown', -1), next('ArrowUp', -1)]).toEqual([0, 0]);
});

describe('tiles', () => {
  const rows = equalRows(8, 3);
  test.each([
    ['ArrowRight', 2, 3],
    ['ArrowLeft', 3, 2],
    ['ArrowLeft', 0, 0],
    ['ArrowRight', 7, 7],
    ['ArrowDown', 1, 4],
    ['ArrowDown', 5, 7],
    ['ArrowDown', 7, 7],
    ['ArrowUp', 1, 1],
    ['ArrowUp', 7, 4],
    ['PageDown', 1, 7],
    ['PageUp', 7, 1],
    ['PageUp', 4, 1],
    ['Home', 5, 0],
    ['End', 0, 7],
    ['x', 0, null],
  ])('%s from tile %i moves to %j', (key, from, to) => {
    expect(nextTile(key, from, { rows, page: 2 })).toBe(to);
  });

  test('keys are ignored without tiles or pages', () => {
    expect(nextTile('ArrowDown', 0, { rows: [], page: 2 })).toBeNull();
    expect(nextTile('PageDown', 0, { rows })).toBeNull();
  });

  test('arrow keys move across rows of several groups', () => {
    const cell = (column: number, row: number) => ({ left: column * 90, top: row * 80 });
    // The first group has four cells, and the second has three.
    const cells = [cell(0, 0), cell(1, 0), cell(2, 0), cell(0, 1), cell(0, 2), cell(1, 2), cell(2, 2)];
    const groups = rowsOfBoxes(cells);
    expect(groups).toEqual([[0, 90, 180], [0], [0, 90, 180]]);
    const next = (key: string, from: number) => nextTile(key, from, { rows: groups });
    expect([next('ArrowRight', 2), next('ArrowLeft', 3), next('ArrowDown', 2), next('ArrowDown', 3)]).toEqual([
      3, 2, 3, 4,
    ]);
    expect([next('ArrowUp', 6), next('End', 0)]).toEqual([3, 6]);
  });
});

describe('rows of buttons', () => {
  // The first row has three buttons, the second has only the last of them, and the third has two.
  const rows = [[20, 200, 230], [230], [20, 230]];
  test.each([
    ['ArrowRight', [0, 0], [0, 1]],
    ['ArrowRight', [0, 2], [0, 2]],
    ['ArrowLeft', [0, 1], [0, 0]],
    ['ArrowLeft', [2, 0], [2, 0]],
    ['ArrowDown', [0, 0], [1, 0]],
    ['ArrowDown', [0, 1], [1, 0]],
    ['ArrowDown', [1, 0], [2, 1]],
    ['ArrowDown', [2, 0], [2, 0]],
    ['ArrowUp', [2, 0], [1, 0]],
    ['ArrowUp', [1, 0], [0, 2]],
    ['ArrowUp', [0, 1], [0, 1]],
    ['Home', [2, 1], [0, 2]],
    ['Home', [0, 1], [0, 1]],
    ['End', [0, 0], [2, 0]],
    ['x', [0, 0], null],
    ['ArrowDown', [3, 0], null],
  ] as const)('%s from %j moves to %j', (key, [row, column], to) => {
    const next = nextInGrid(key, { row, column }, { rows }, { isByRow: true });
    expect(next).toEqual(to === null ? null : { row: to[0], column: to[1] });
  });
});

describe('a table', () => {
  const at = (key: string, from: readonly [number, number], rows: number, columns: number, isFar = false) => {
    const size = { rows: equalRows(rows * columns, columns), page: 20 };
    const next = nextInGrid(key, { row: from[0], column: from[1] }, size, { isFar });
    return next === null ? null : [next.row, next.column];
  };

  test('keys move the focus by cells or pages, or to an end', () => {
    const keys = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown', 'x'];
    const moved = (isFar: boolean) => keys.map((key) => at(key, [50, 2], 100, 5, isFar));
    expect(moved(false)).toEqual([[49, 2], [51, 2], [50, 1], [50, 3], [50, 0], [50, 4], [30, 2], [70, 2], null]);
    expect(moved(true)).toEqual([[0, 2], [99, 2], [50, 0], [50, 4], [0, 0], [99, 4], [30, 2], [70, 2], null]);
  });

  test('stops the focus at its edges', () => {
    expect(at('ArrowUp', [0, 0], 3, 4)).toEqual([0, 0]);
    expect(at('ArrowLeft', [0, 0], 3, 4)).toEqual([0, 0]);
    expect(at('PageDown', [1, 3], 3, 4)).toEqual([2, 3]);
    expect(at('ArrowRight', [1, 3], 3, 4)).toEqual([1, 3]);
  });
});
