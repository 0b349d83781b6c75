import { expect, test } from 'vitest';
import { openKit } from '#shared/drawings/testing/open-kit.ts';
import { encodeJpeg, type Pixels } from './encode-jpeg.ts';

/** Returns a picture with smooth gradients, an edge, and single pixels of strong colors. */
function pattern(width: number, height: number): Pixels {
  const samples = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const isDot = x % 7 === 3 && y % 5 === 2;
      const color = isDot
        ? [255, 0, 40]
        : x < width / 3
          ? [20, 200, 90]
          : [(x * 5) & 255, (y * 7) & 255, (x + y) & 255];
      samples.set(color, 3 * (y * width + x));
    }
  return { width, height, samples, channels: 3 };
}

test.each([
  [64, 48],
  [37, 23],
  [1, 1],
  [8, 9],
])('encodeJpeg encodes %d × %d pixels with small errors', async (width, height) => {
  const kit = await openKit();
  const picture = pattern(width, height);
  const image = kit.MakeImageFromEncoded(encodeJpeg(picture, null));
  const decoded = image?.readPixels(0, 0, {
    ...{ width, height, colorType: kit.ColorType.RGBA_8888, alphaType: kit.AlphaType.Unpremul },
    colorSpace: kit.ColorSpace.SRGB,
  });
  image?.delete();
  const errors = Array.from(picture.samples, (value, at) => {
    const pixel = Math.floor(at / 3);
    return Math.abs(value - Number(decoded?.[4 * pixel + (at % 3)]));
  });
  expect(Math.max(...errors)).toBeLessThan(20);
  expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(2);
});

test('encodeJpeg splits a long profile into numbered parts', () => {
  const file = Buffer.from(encodeJpeg(pattern(8, 8), new Uint8Array(70_000).fill(7)));
  const parts = file.toString('latin1').split('ICC_PROFILE\0').slice(1);
  expect(parts.map((part) => [part.charCodeAt(0), part.charCodeAt(1)])).toEqual([
    [1, 2],
    [2, 2],
  ]);
});
