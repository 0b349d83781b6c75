import { expect, test } from 'vitest';
import { coversWhenScaled } from './clip-painting.tsx';

const painted = { left: 0, width: 120, height: 60, pixelsPerFrame: 1 };

test('a canvas of a whole clip covers the clip at each zoom', () => {
  for (const pixelsPerFrame of [0.2, 0.9, 1.1, 8])
    expect(coversWhenScaled(painted, pixelsPerFrame, { from: 0, to: 100 * pixelsPerFrame })).toBe(true);
});

test('a canvas that shows the middle of a narrow scene covers the scene', () => {
  const narrow = { ...painted, left: -40 };
  expect(coversWhenScaled(narrow, 0.5, { from: 0, to: 20 })).toBe(true);
});

test('a canvas of a part does not cover more of the clip', () => {
  const part = { ...painted, left: 200 };
  expect(coversWhenScaled(part, 2, { from: 420, to: 600 })).toBe(true);
  expect(coversWhenScaled(part, 0.5, { from: 0, to: 160 })).toBe(false);
  expect(coversWhenScaled(part, 0.5, { from: 100, to: 200 })).toBe(false);
});
