import { expect, test } from 'vitest';
import { filmOf } from './testing/layer-states.ts';

const looks = (layer: string) => {
  const rowAt = filmOf(layer, 10);
  return [0, 1, 2, 9].map((frame) => rowAt(frame).look);
};

test('width and height keyframes resolve to at least one pixel', () => {
  // The frame has 100 × 50 pixels.
  const keys = '<key time="0" width="50%" height="10"/><key time="2" width="100" height="50%"/>';
  expect(looks(`<solid><animation>${keys}</animation></solid>`)).toEqual([
    { width: 50, height: 10 },
    { width: 75, height: 17.5 },
    { width: 100, height: 25 },
    { width: 100, height: 25 },
  ]);
  const under = '<key time="0" width="20"/><key time="8" width="1"/>';
  expect(looks(`<shape type="ellipse"><animation easing="back-out">${under}</animation></shape>`)[3]).toEqual({
    width: 1,
  });
  const overshooting = filmOf(`<shape type="ellipse"><animation easing="back-out">${under}</animation></shape>`, 10);
  expect(overshooting(5).look).toEqual({ width: 1 });
});
