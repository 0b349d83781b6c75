import { expect, test } from 'vitest';
import { movieOf } from '../testing/movie-of.ts';
import { nearbySources, nearbyStarts } from './nearby-sources.ts';

const scene = (...names: readonly string[]) =>
  `<scene duration="10">${names.map((name) => `<video src="${name}.mp4"/>`).join('')}</scene>`;
const film = (...scenes: readonly string[]) =>
  movieOf(`<movie width="320" height="180" framerate="25">${scenes.join('')}</movie>`);
const names = (...given: Parameters<typeof nearbySources>) =>
  nearbySources(...given).map((source) => (source.kind === 'asset' ? source.name : source.url));

test('the nearest sources come first, without duplicates', () => {
  const movie = film(scene('a'), scene('b', 'c'), scene('d'), scene('b'), scene('e'));
  expect(names(movie, 25, 9)).toEqual(['d.mp4', 'b.mp4', 'c.mp4', 'e.mp4', 'a.mp4']);
  expect(names(movie, 0, 9)).toEqual(['a.mp4', 'b.mp4', 'c.mp4', 'd.mp4', 'e.mp4']);
});

test('a long movie opens a limited number of sources', () => {
  const movie = film(...Array.from({ length: 1000 }, (_, at) => scene(String(at))));
  expect(names(movie, 5000, 4)).toEqual(['500.mp4', '501.mp4', '499.mp4', '502.mp4']);
  expect(names(film(...Array.from({ length: 1000 }, () => scene('same'))), 5000, 4)).toEqual(['same.mp4']);
});

test('disabled layers are skipped, and an empty movie has no sources', () => {
  const movie = film(
    '<scene duration="10"><video src="a.mp4"/><video src="off.mp4" enabled="false"/></scene>',
    scene('b'),
  );
  expect(names(movie, 3, 9)).toEqual(['a.mp4', 'b.mp4']);
  expect(names(film(), 3, 9)).toEqual([]);
});

test('the starts of the nearest scenes precede other sources', () => {
  const movie = film(scene('a'), '<scene duration="10" enabled="false"/>', scene('b'), scene('c'), scene('d'));
  expect(nearbyStarts(movie, 15, 9)).toEqual([10, 20, 30, 0]);
  expect(nearbyStarts(movie, 15, 2)).toEqual([10, 20]);
  expect(nearbyStarts(film(), 3, 9)).toEqual([]);
});
