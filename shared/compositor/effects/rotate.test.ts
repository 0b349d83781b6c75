import { expect, test } from 'vitest';
import type { PixelPicture, Size } from '../pixels/picture.ts';
import { pictureOf, pixelOf, type Rgba } from '../testing/effect-pictures.ts';
import { openCompiled } from '../testing/open-compositors.ts';
import { sizeWithEffects } from './apply-effects.ts';
import type { PictureEffect } from './picture-effect.ts';

const open = await openCompiled();
const SIZE = { width: 20, height: 10 };
const waves = (x: number, y: number): Rgba => [Math.round(128 + 100 * Math.sin(x / 4)), 20 * y, 5 * (x + y), 255];
const rotate = (angle: number): PictureEffect => ({ type: 'rotate', parameters: { angle } });

function rotatedPicture(angle: number, colorAt = waves, pixels: Size = SIZE, isOpaque = true) {
  const picture = pictureOf(open, pixels, colorAt, isOpaque);
  return { picture, result: open.compositor.withEffects(picture, SIZE, [rotate(angle)]) };
}

test.each([
  [90, { width: 10, height: 20 }, (x: number, y: number) => [y, 9 - x]],
  [-90, { width: 10, height: 20 }, (x: number, y: number) => [19 - y, x]],
  [180, SIZE, (x: number, y: number) => [19 - x, 9 - y]],
  [450, { width: 10, height: 20 }, (x: number, y: number) => [y, 9 - x]],
] as const)('a rotation by a right angle keeps every pixel: %d degrees', (angle, size, from) => {
  const { picture, result } = rotatedPicture(angle);
  expect(result).toMatchObject({ ...size, isOpaque: true, box: { left: 0, top: 0, ...size } });
  expect(sizeWithEffects(SIZE, [rotate(angle)])).toEqual(size);
  for (let y = 0; y < size.height; y++)
    for (let x = 0; x < size.width; x++) {
      const [column = 0, row = 0] = from(x, y);
      expect(pixelOf(open, result, x, y)).toEqual(pixelOf(open, picture, column, row));
    }
});

/** Interpolates between the four pixels around a position, in doubles. Pixels outside the picture are empty. */
function between4(picture: PixelPicture, x: number, y: number): readonly number[] {
  const [left, upper] = [Math.floor(x - 0.5), Math.floor(y - 0.5)];
  const [across, down] = [x - 0.5 - left, y - 0.5 - upper];
  const at = (column: number, row: number) =>
    column < 0 || row < 0 || column >= picture.width || row >= picture.height
      ? [0, 0, 0, 0]
      : pixelOf(open, picture, column, row);
  const corners = [
    [at(left, upper), (1 - across) * (1 - down)],
    [at(left + 1, upper), across * (1 - down)],
    [at(left, upper + 1), (1 - across) * down],
    [at(left + 1, upper + 1), across * down],
  ] as const;
  return [0, 1, 2, 3].map((part) => corners.reduce((sum, [pixel, weight]) => sum + (pixel[part] ?? 0) * weight, 0));
}

test.each([
  [30, SIZE],
  [-77.5, SIZE],
  [200, { width: 40, height: 20 }],
])('the box contains the picture after rotation around its center: %d degrees', (angle, pixels) => {
  const { picture, result } = rotatedPicture(angle, waves, pixels);
  const scale = pixels.width / SIZE.width;
  const radians = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const size = {
    width: Math.abs(20 * cos) + Math.abs(10 * sin),
    height: Math.abs(20 * sin) + Math.abs(10 * cos),
  };
  const found = sizeWithEffects(SIZE, [rotate(angle)]);
  expect(Math.abs(found.width - size.width) + Math.abs(found.height - size.height)).toBeLessThan(1e-9);
  expect(result.isOpaque).toBe(false);
  expect(Math.abs(result.box.width - scale * size.width)).toBeLessThan(1e-9);
  const [middleX, middleY] = [result.box.left + result.box.width / 2, result.box.top + result.box.height / 2];
  for (let y = 0; y < result.height; y++)
    for (let x = 0; x < result.width; x++) {
      const [across, down] = [x + 0.5 - middleX, y + 0.5 - middleY];
      const expected = between4(
        picture,
        cos * across + sin * down + pixels.width / 2,
        -sin * across + cos * down + pixels.height / 2,
      );
      for (const [part, value] of pixelOf(open, result, x, y).entries())
        expect(Math.abs(value - (expected[part] ?? 0)), `${x}, ${y}`).toBeLessThan(3);
    }
});

test('a rotation includes the pixels outside the box', () => {
  const shadow: PictureEffect = {
    type: 'dropshadow',
    parameters: {
      offset: { across: { amount: 8, unit: 'px' }, down: { amount: 0, unit: 'px' } },
      radius: 0,
      color: { red: 0, green: 0, blue: 0, alpha: 1 },
    },
  };
  const picture = pictureOf(open, SIZE, waves);
  const result = open.compositor.withEffects(picture, SIZE, [shadow, rotate(90)]);
  // The shadow on the right side is now at the bottom.
  expect(result).toMatchObject({ width: 10, height: 28, box: { left: 0, top: 0, width: 10, height: 20 } });
  expect(pixelOf(open, result, 5, 25)).toEqual([16, 128, 128, 255]);
});
