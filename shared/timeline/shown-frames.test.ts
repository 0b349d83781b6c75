import { expect, test } from 'vitest';
import { film, movieOf } from '#shared/editing/model/testing/editing.ts';
import { buildTimeline, movieWithin } from './build-timeline.ts';

const segmentsOf = (scenes: readonly string[], from: number, to: number | null) =>
  buildTimeline(movieWithin(movieOf(film(...scenes)), { from, to })).segments;

test('scenes at the ends of a range keep their local times', () => {
  const [first, second, ...others] = segmentsOf(
    [
      '<scene duration="10"><video src="a.mp4" skip="3"/></scene>',
      '<scene duration="10"><video src="b.mp4"/></scene>',
      '<scene duration="10"/>',
    ],
    4,
    15,
  );
  expect(others).toEqual([]);
  expect(first).toMatchObject({
    start: 0,
    end: 6,
    from: 4,
    scene: { duration: 10 },
    layers: [{ skip: 3 }],
  });
  expect(second).toMatchObject({ start: 6, end: 11, from: 0, scene: { duration: 10 }, layers: [{ skip: 0 }] });
});

test('a cut scene keeps the times of its layers', () => {
  const scene =
    '<scene duration="50"><video src="a.mp4" offset="10" skip="3"/><text content="Hi" offset="20"><animation type="fadeout"/></text></scene>';
  const [only] = segmentsOf([scene], 15, 30);
  expect(only).toMatchObject({
    start: 0,
    end: 15,
    from: 15,
    scene: { duration: 50 },
    layers: [{ skip: 3 }, { offset: 20 }],
    sounds: [{ start: 0, end: 15, inPoint: 8 }],
  });
  const [early] = segmentsOf([scene], 0, 20);
  expect(early).toMatchObject({ from: 0, end: 20, sounds: [{ start: 10, end: 20, inPoint: 3 }] });
});

test('a nested range counts from the outer range', () => {
  const movie = movieWithin(movieOf(film('<scene duration="50"><solid/></scene>')), { from: 10, to: 40 });
  const [only] = buildTimeline(movieWithin(movie, { from: 5, to: null })).segments;
  expect(only).toMatchObject({ start: 0, end: 25, from: 15 });
});
