import { describe, expect, it } from 'vitest';
import { moveInGrid, nothingSelected, selectTile } from './grid-moves.ts';

const grid = { count: 8, columns: 3, rowsShown: 2 };

describe('moveInGrid', () => {
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
  ])('%s at %i moves to %j', (key, at, to) => {
    expect(moveInGrid(key, at, grid)).toBe(to);
  });

  it('returns null in an empty grid', () => {
    expect(moveInGrid('ArrowDown', 0, { ...grid, count: 0 })).toBeNull();
  });
});

describe('selectTile', () => {
  const order = ['a', 'b', 'c', 'd'];
  const names = (...presses: readonly (readonly [string, 'only' | 'toggle' | 'range'])[]) => [
    ...presses.reduce((now, [name, mode]) => selectTile(now, name, mode, order), nothingSelected).names,
  ];
  it('selects one tile, toggles it, or selects a range in either direction', () => {
    expect(names(['a', 'only'], ['c', 'only'])).toEqual(['c']);
    expect(names(['a', 'only'], ['c', 'toggle'])).toEqual(['a', 'c']);
    expect(names(['a', 'only'], ['c', 'toggle'], ['a', 'toggle'])).toEqual(['c']);
    expect(names(['b', 'only'], ['d', 'range'], ['a', 'range'])).toEqual(['a', 'b']);
    expect(names(['b', 'range'])).toEqual(['b']);
  });
});
