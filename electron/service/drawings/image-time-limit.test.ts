import { expect, test } from 'vitest';
import { sampleImage } from '#shared/drawings/testing/sample-images.ts';
import { imageTimeLimitSeconds } from './drawings.ts';
import { pngOf, scans } from './testing/bombs.ts';

const NONE = Buffer.alloc(0);

test('a small image and an unknown file get one second', () => {
  expect(imageTimeLimitSeconds(sampleImage('png'), 10)).toBeCloseTo(1, 2);
  expect(imageTimeLimitSeconds(Buffer.from('What is this?'), 10)).toBe(1);
});

test('the largest photos get enough time', () => {
  expect(imageTimeLimitSeconds(pngOf(8192, 6100, 8, 6, NONE), 10)).toBeCloseTo(5.5, 1);
  expect(imageTimeLimitSeconds(pngOf(8192, 6100, 16, 6, NONE), 10)).toBeCloseTo(10, 0);
  expect(imageTimeLimitSeconds(pngOf(65_535, 65_535, 16, 6, NONE), 10)).toBe(10);
});

test('the scans of a small JPEG add no time', () => {
  expect(imageTimeLimitSeconds(scans(2048, 2048, 300), 10)).toBe(imageTimeLimitSeconds(scans(2048, 2048, 2), 10));
  expect(imageTimeLimitSeconds(scans(2048, 2048, 300), 10)).toBeLessThan(2);
});
