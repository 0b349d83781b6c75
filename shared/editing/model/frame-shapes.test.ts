import { expect, test } from 'vitest';
import { frameShapeNames, shapeText, sizeInShape } from './frame-shapes.ts';

test.each([
  [1920, 1080, ['1920×1080', '1080×1920', '1080×1350', '1080×1080']],
  [1080, 1920, ['1920×1080', '1080×1920', '1080×1350', '1080×1080']],
  [1280, 720, ['1280×720', '720×1280', '720×900', '720×720']],
  [101, 99, ['176×100', '100×176', '100×124', '100×100']],
])('a frame of %d×%d keeps its short side in every aspect ratio', (width, height, sizes) => {
  const actual = frameShapeNames.map((shape) => sizeInShape({ width, height }, shape));
  expect(actual.map((size) => `${size.width}×${size.height}`)).toEqual(sizes);
});

test('an aspect ratio can have a colon or another separator', () => {
  expect([shapeText('tall'), shapeText('tall', 'x')]).toEqual(['9:16', '9x16']);
});
