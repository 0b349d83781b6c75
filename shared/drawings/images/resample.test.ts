import { expect, test } from 'vitest';
import { type Raster, resample } from './resample.ts';

/** Builds a raster with the given values in the first channel. */
const raster = (width: number, values: readonly number[]): Raster => ({
  width,
  height: values.length / width,
  rgba: Uint8Array.from(values.flatMap((value) => [value, 0, 0, 255])),
});
const channel = ({ rgba }: Raster) => [...rgba].filter((_, at) => at % 4 === 0);
const all = ({ width, height }: Raster) => ({ left: 0, top: 0, width, height });

test('a raster of unchanged size keeps its bytes', () => {
  const source = raster(2, [10, 20, 30, 40]);
  expect(resample(source, all(source), 2, 2)).toEqual(source);
});

test('a rectangle on whole pixels is copied', () => {
  const source = raster(3, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(channel(resample(source, { left: 1, top: 1, width: 2, height: 2 }, 2, 2))).toEqual([5, 6, 8, 9]);
});

test('enlarging interpolates and repeats the edge', () => {
  const source = raster(2, [0, 100]);
  expect(channel(resample(source, all(source), 4, 1))).toEqual([0, 25, 75, 100]);
});

test('shrinking by two averages two pixels and interpolates equally', () => {
  const source = raster(4, [0, 40, 80, 120]);
  // The scale r is 2, so λ is one half: the result is halfway between pixels and means of two pixels.
  expect(channel(resample(source, all(source), 2, 1))).toEqual([20, 100]);
});

test('strong shrinking averages every pixel', () => {
  const source = raster(
    64,
    Array.from({ length: 64 * 64 }, (_, at) => (((at % 64) + Math.floor(at / 64)) % 2) * 200),
  );
  expect(channel(resample(source, all(source), 2, 2))).toEqual([100, 100, 100, 100]);
});

test('pixels outside the source rectangle have no influence', () => {
  const source = raster(4, [255, 10, 10, 255]);
  expect(channel(resample(source, { left: 1, top: 0, width: 2, height: 1 }, 7, 1))).toEqual(Array(7).fill(10));
});
