import { expect, test } from 'vitest';
import { toolsPlace } from './tools-place.ts';

const FRAME = { width: 1280, height: 720 };
const rect = (left: number, top: number, width = 400, height = 100) => ({ left, top, width, height });

test('the tools stand above the box, below where there is no room', () => {
  expect(toolsPlace(rect(200, 400), FRAME, 1)).toEqual({ left: 200, top: 336 });
  expect(toolsPlace(rect(200, 10), FRAME, 1)).toEqual({ left: 200, top: 122 });
  // Neither: the box fills the frame.
  expect(toolsPlace(rect(0, 0, 1280, 720), FRAME, 1).top).toBe(8);
});

test('they stay over the picture', () => {
  expect(toolsPlace(rect(1200, 400), FRAME, 1).left).toBe(836);
  expect(toolsPlace(rect(-50, 400), FRAME, 0.5).left).toBe(0);
});

test('over a picture that is narrower than they are, they stand in its middle', () => {
  expect(toolsPlace(rect(800, 400), FRAME, 0.25).left).toBe((320 - 444) / 2);
});
