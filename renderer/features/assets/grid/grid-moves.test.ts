import { describe, expect, it } from 'vitest';
import { NO_TILES_SELECTED, selectTile } from './grid-moves.ts';

describe('selectTile', () => {
  const order = ['a', 'b', 'c', 'd'];
  const names = (...presses: readonly (readonly [string, 'only' | 'toggle' | 'range'])[]) => [
    ...presses.reduce((now, [name, mode]) => selectTile(now, name, mode, order), NO_TILES_SELECTED).names,
  ];
  it('selects a tile, toggles it, or extends the range to it', () => {
    expect(names(['a', 'only'], ['c', 'only'])).toEqual(['c']);
    expect(names(['a', 'only'], ['c', 'toggle'])).toEqual(['a', 'c']);
    expect(names(['a', 'only'], ['c', 'toggle'], ['a', 'toggle'])).toEqual(['c']);
    expect(names(['b', 'only'], ['d', 'range'], ['a', 'range'])).toEqual(['a', 'b']);
    expect(names(['b', 'range'])).toEqual(['b']);
  });
});
