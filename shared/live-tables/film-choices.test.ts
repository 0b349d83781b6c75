import { describe, expect, test } from 'vitest';
import { allocateNames, inOrderOfMoves, inOrderOfWork, needsFilm } from './film-choices.ts';

const noted = { key: 'k', file: 'a.mp4', bytes: 10, modified: 1000 };
const options = { extension: 'mp4', folders: false, occupied: [] };

/** Returns the file names of rows by their keys. */
function filesOf(names: ReturnType<typeof allocateNames>): Readonly<Record<string, string>> {
  return Object.fromEntries([...names].map(([key, { file }]) => [key, file]));
}

describe('the film of a row', () => {
  test('is rendered if the key or the file differs or is missing', () => {
    expect(needsFilm('k', noted, noted)).toBe(false);
    expect(needsFilm('other', noted, noted)).toBe(true);
    expect(needsFilm('k', noted, null)).toBe(true);
    expect(needsFilm('k', noted, { bytes: 11, modified: 1000 })).toBe(true);
    expect(needsFilm('k', noted, { bytes: 10, modified: 1002 })).toBe(true);
    expect(needsFilm('k', null, null)).toBe(true);
  });

  test('keeps the number that it gets for a repeated name', () => {
    const first = allocateNames(
      [
        { key: '1', name: 'Ana' },
        { key: '2', name: 'ana' },
      ],
      new Map(),
      options,
    );
    expect(filesOf(first)).toEqual({ 1: 'Ana.mp4', 2: 'ana-2.mp4' });
    const sorted = allocateNames(
      [
        { key: '3', name: 'Ana' },
        { key: '2', name: 'ana' },
        { key: '1', name: 'Ana' },
      ],
      first,
      options,
    );
    expect(filesOf(sorted)).toEqual({ 1: 'Ana.mp4', 2: 'ana-2.mp4', 3: 'Ana-3.mp4' });
  });

  test('keeps its name if another name leads to the same file', () => {
    const first = allocateNames([{ key: '1', name: 'a' }], new Map(), options);
    const requests = ['2', '1'].map((key) => ({ key, name: ' a ' }));
    expect(filesOf(allocateNames(requests, first, options))).toEqual({ 1: 'a.mp4', 2: 'a-2.mp4' });
  });

  test('does not get the name of a film that must stay', () => {
    const before = new Map([['1', { name: 'a', file: 'a.mp4' }]]);
    const requests = [
      { key: '1', name: 'b' },
      { key: '2', name: 'a' },
    ];
    expect(filesOf(allocateNames(requests, before, { ...options, occupied: ['a.mp4'] }))).toEqual({
      1: 'b.mp4',
      2: 'a-2.mp4',
    });
    expect(filesOf(allocateNames(requests, before, options))).toEqual({ 1: 'b.mp4', 2: 'a.mp4' });
  });
});

describe('the order of moves', () => {
  /** Applies moves to a set of files. Returns the content of each file by name. */
  function carriedOut(moves: readonly { readonly key: string; readonly from: string; readonly to: string }[]) {
    const files = new Map(moves.map(({ from }) => [from, `film ${from}`]));
    for (const { from, to } of inOrderOfMoves(moves, (key) => `spare-${key}`)) {
      expect(files.has(to)).toBe(false);
      files.set(to, files.get(from) ?? 'nothing');
      files.delete(from);
    }
    return Object.fromEntries(files);
  }

  test('starts with the last film in a chain', () => {
    const move = (from: number) => ({ key: String(from), from: `${from}.mp4`, to: `${from + 1}.mp4` });
    expect(carriedOut([1, 2, 3].map(move))).toEqual({
      '2.mp4': 'film 1.mp4',
      '3.mp4': 'film 2.mp4',
      '4.mp4': 'film 3.mp4',
    });
  });

  test('uses a spare name for a cycle', () => {
    const files = ['a.mp4', 'b.mp4', 'c.mp4'];
    const moves = files.map((from, at) => ({ key: from, from, to: files[(at + 1) % 3] ?? '' }));
    expect(carriedOut([...moves, { key: 'd', from: 'd.mp4', to: 'e.mp4' }])).toEqual({
      'a.mp4': 'film c.mp4',
      'b.mp4': 'film a.mp4',
      'c.mp4': 'film b.mp4',
      'e.mp4': 'film d.mp4',
    });
  });
});

test('starts with the newest changes and ends with failed rows', () => {
  const row = (key: string, changedIn: number, index: number, hasFailed = false) => ({
    key,
    changedIn,
    index,
    hasFailed,
  });
  const rows = [row('old', 1, 0), row('failed', 3, 0, true), row('new 2', 2, 5), row('new 1', 2, 1)];
  expect(inOrderOfWork(rows).map(({ key }) => key)).toEqual(['new 1', 'new 2', 'old', 'failed']);
});
