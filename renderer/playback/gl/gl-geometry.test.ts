import { expect, test } from 'vitest';
import { placeSource } from '#shared/template/values/placement.ts';
import { areaMatrix, areaOf, multiplied, ROTATIONS, reducedSize, uprightSize } from './gl-geometry.ts';

const film = { width: 1280, height: 720 };
const place = (
  source: { width: number; height: number },
  fit: 'cover' | 'contain',
  canvas = { width: 320, height: 180 },
) => areaOf(placeSource(source, film, fit, 2), film, canvas);

/** Applies a matrix to a point. */
const led = (matrix: readonly number[], x: number, y: number) =>
  [0, 1].map((row) => (matrix[row] ?? 0) * x + (matrix[3 + row] ?? 0) * y + (matrix[6 + row] ?? 0));

test('a draft reads at most two source pixels per drawn pixel', () => {
  const area = place({ width: 1920, height: 1080 }, 'cover');
  expect(reducedSize({ width: 1920, height: 1080 }, area)).toEqual({ width: 640, height: 360 });
  expect(reducedSize({ width: 400, height: 300 }, area)).toEqual({ width: 400, height: 300 });
  expect(reducedSize({ width: 64, height: 36 }, area)).toEqual({ width: 64, height: 36 });
});

test('a draft of a cropped picture reads only visible pixels', () => {
  const area = place({ width: 720, height: 720 }, 'cover');
  // The square picture is as wide as the movie. The crop above and below leaves the middle 9/16.
  expect(reducedSize({ width: 300, height: 300 }, area)).toEqual({ width: 300, height: 169 });
  const part = areaMatrix(area);
  const [[left = 0, top = 0] = [], [right = 0, bottom = 0] = []] = [led(part, 0, 0), led(part, 1, 1)];
  expect([left, right]).toEqual([0, 1]);
  expect(top).toBeCloseTo(7 / 32, 2);
  expect(bottom).toBeCloseTo(25 / 32, 2);
});

test('a rotated picture is cropped in its upright orientation', () => {
  const layer = { picture: { kind: 'planes', width: 640, height: 360 }, rotation: 90 } as never;
  expect(uprightSize(layer)).toEqual({ width: 360, height: 640 });
  const part = areaMatrix(place({ width: 360, height: 640 }, 'cover'));
  const [, top = 0] = led(part, 0, 0);
  // The rotation is 90 degrees clockwise, so the upright top left corner is stored at the bottom left.
  expect(led(multiplied(ROTATIONS[90], part), 0, 0)).toEqual([top, 1]);
});
