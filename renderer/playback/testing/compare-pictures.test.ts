import { expect, test } from 'vitest';
import type { RgbPicture } from '#service/testing/decode-png.ts';
import { comparePictures } from './compare-pictures.ts';

const picture = (value: (x: number, y: number) => readonly number[]): RgbPicture => {
  const pixels = Array.from({ length: 32 * 24 }, (_, index) => value(index % 32, Math.floor(index / 32))).flat();
  return { width: 32, height: 24, pixels: Uint8Array.from(pixels) };
};
const checks = picture((x, y) => (((x >> 2) + (y >> 2)) % 2 === 0 ? [200, 200, 200] : [60, 60, 60]));

test('a picture is identical to itself', () => {
  expect(comparePictures(checks, checks)).toEqual({ ssim: 1, luma: 0, chroma: 0 });
});

test('a one-pixel shift lowers the SSIM more than a brightness change', () => {
  const shifted = picture((x, y) => ((((x + 1) >> 2) + (y >> 2)) % 2 === 0 ? [200, 200, 200] : [60, 60, 60]));
  expect(comparePictures(checks, shifted).ssim).toBeLessThan(0.8);
  const brighter = picture((x, y) => (((x >> 2) + (y >> 2)) % 2 === 0 ? [210, 210, 210] : [70, 70, 70]));
  const { ssim, luma } = comparePictures(checks, brighter);
  expect(ssim).toBeGreaterThan(0.95);
  expect(ssim).toBeLessThan(1);
  expect(luma).toBeCloseTo(10, 4);
});

test('an inverted picture has a negative SSIM', () => {
  const inverse = picture((x, y) => (((x >> 2) + (y >> 2)) % 2 === 0 ? [60, 60, 60] : [200, 200, 200]));
  expect(comparePictures(checks, inverse).ssim).toBeLessThan(-0.5);
});

test('two hues of equal luma differ only in chroma', () => {
  const grey = picture(() => [100, 100, 100]);
  const tinted = picture(() => [140, 88, 100]);
  const { luma, chroma } = comparePictures(grey, tinted);
  expect(luma).toBeLessThan(0.2);
  expect(chroma).toBeGreaterThan(10);
});
