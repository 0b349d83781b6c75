import { describe, expect, it } from 'vitest';
import { moveInGrid, nothingSelected, selectTile } from './grid-moves.ts';

const grid = { count: 8, columns: 3, rowsShown: 2 };

describe('a key in the grid', () => {
  it.each([
    ['ArrowRight', 2, 3],
    ['ArrowLeft', 0, 0],
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
  ])('%s at %i leads to %j', (key, at, to) => {
    expect(moveInGrid(key, at, grid)).toBe(to);
  });

  it('moves nothing where there is nothing', () => {
    expect(moveInGrid('ArrowDown', 0, { ...grid, count: 0 })).toBeNull();
  });
});

describe('a press on a tile', () => {
  const order = ['a', 'b', 'c', 'd'];
  const names = (...presses: readonly (readonly [string, 'only' | 'toggle' | 'range'])[]) => [
    ...presses.reduce((now, [name, mode]) => selectTile(now, name, mode, order), nothingSelected).names,
  ];
  it('selects it, more, fewer, or a range in either direction', () => {
    expect(names(['a', 'only'], ['c', 'only'])).toEqual(['c']);
    expect(names(['a', 'only'], ['c', 'toggle'])).toEqual(['a', 'c']);
    expect(names(['a', 'only'], ['c', 'toggle'], ['a', 'toggle'])).toEqual(['c']);
    expect(names(['b', 'only'], ['d', 'range'], ['a', 'range'])).toEqual(['a', 'b']);
    expect(names(['b', 'range'])).toEqual(['b']);
  });
});
