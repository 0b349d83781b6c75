import { expect, test } from 'vitest';
import { compareTemplates } from '#shared/editing/compare/compare-templates.ts';
import { changeEntries, nextChange } from './change-entries.ts';
import { type Version, versionOf } from './version.ts';

const film = (width: number, ...names: readonly string[]): string =>
  `<movie width="${width}" height="50" framerate="25">${names
    .map((name) => `<scene duration="${name === 'b' ? '${long, 8}' : name === 'x' ? 9 : 5}" name="${name}"/>`)
    .join('')}</movie>`;

function sourceOf({ source }: Version) {
  if (source === null) throw new Error('it can be read');
  return source;
}

test('the list starts with the movie and has each difference once', () => {
  const [before, after] = [film(100, 'a', 'b', 'c', 'd'), film(200, 'd', 'a', 'b', 'x')].map((text) =>
    sourceOf(versionOf('', text, {})),
  );
  if (before === undefined || after === undefined) throw new Error('there are two');
  const comparison = compareTemplates(before, after);
  const entries = changeEntries(comparison);
  expect(entries.map((entry) => (entry.kind === 'movie' ? 'movie' : `${entry.column} ${entry.scene.kind}`))).toEqual([
    'movie',
    '0 moved-here',
    '3 removed',
    '5 added',
  ]);
  expect(nextChange(comparison.scenes, 0, 1)).toBe(3);
  expect(nextChange(comparison.scenes, 3, -1)).toBe(0);
  expect(nextChange(comparison.scenes, 0, -1)).toBeNull();
});

test('a compared version is resolved with the values of the data set', () => {
  const text = film(100, 'b');
  expect(versionOf('x', text, {}).movie?.scenes[0]?.duration).toBe(8);
  expect(versionOf('x', text, { long: '12' }).movie?.scenes[0]?.duration).toBe(12);
  expect(versionOf('x', '<movie', {})).toEqual({
    label: 'x',
    text: '<movie',
    source: null,
    movie: null,
    isBroken: true,
  });
});
