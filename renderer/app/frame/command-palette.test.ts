import { expect, test } from 'vitest';
import { markedRuns } from './command-palette.tsx';

const runs = (text: string, ...places: readonly number[]) =>
  markedRuns(text, places).map(({ start, isMarked, text: piece }) => `${start} ${isMarked ? `[${piece}]` : piece}`);

test('adjacent matched letters form one run', () => {
  expect(runs('Split', 0, 2, 3)).toEqual(['0 [S]', '1 p', '2 [li]', '4 t']);
  expect(runs('Split', 4)).toEqual(['0 Spli', '4 [t]']);
});

test('a text that matches completely or not at all is one run', () => {
  expect(runs('Split')).toEqual(['0 Split']);
  expect(runs('ab', 1, 0)).toEqual(['0 [ab]']);
  expect(runs('')).toEqual([]);
});
