import { expect, test } from 'vitest';
import { timelineOf } from '#shared/editing/model/timeline.ts';
import { filmOf } from '../testing/film.ts';
import { clipsIn, spansWithout } from './scene-geometry.ts';

test('neighboring scenes without a match are dimmed as one area', () => {
  const movie = filmOf([10, 20, [30, 'off'], 5, 10]);
  const boxes = clipsIn(timelineOf(movie), { from: 0, to: 1000 }, 2);
  const found = (...places: readonly number[]) =>
    new Set(movie.scenes.flatMap(({ id }, at) => (places.includes(at) ? [id] : [])));
  expect(spansWithout(boxes, found())).toEqual([{ left: 0, right: 90 }]);
  expect(spansWithout(boxes, found(0))).toEqual([{ left: 20, right: 90 }]);
  expect(spansWithout(boxes, found(1))).toEqual([
    { left: 0, right: 20 },
    { left: 60, right: 90 },
  ]);
});
