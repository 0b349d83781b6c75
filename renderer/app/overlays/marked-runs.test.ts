import { expect, test } from 'vitest';
import { markedRuns } from './command-palette.tsx';

const runs = (text: string, ...places: readonly number[]) =>
  markedRuns(text, places).map(({ start, isMarked, text: piece }) => `${start} ${isMarked ? `[${piece}]` : piece}`);

test('letters that were found are set off, those side by side together', () => {
  expect(runs('Split', 0, 2, 3)).toEqual(['0 [S]', '1 p', '2 [li]', '4 t']);
  expect(runs('Split', 4)).toEqual(['0 Spli', '4 [t]']);
});

test('a text of which nothing or all was found is one piece, and an empty text none', () => {
  expect(runs('Split')).toEqual(['0 Split']);
  expect(runs('ab', 1, 0)).toEqual(['0 [ab]']);
  expect(runs('')).toEqual([]);
});
