import { expect, test } from 'vitest';
import { svgSeconds } from './svg-seconds.ts';

const MEBIBYTE = 2 ** 20;

test('a small SVG may take a second, whatever it says', () => {
  expect([svgSeconds(200, 0, 3), svgSeconds(MEBIBYTE / 4, 1920 * 1080, 3)]).toEqual([1, 1]);
});

test('a large one has more time, and so has one that is drawn with many pixels; none has more than the most', () => {
  expect([svgSeconds(0.75 * MEBIBYTE, 0, 3), svgSeconds(200, 4 * MEBIBYTE, 3)]).toEqual([2, 1.5]);
  expect([svgSeconds(90 * MEBIBYTE, 0, 3), svgSeconds(200, 1e30, 3)]).toEqual([3, 3]);
});
