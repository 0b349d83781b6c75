import { expect, test } from 'vitest';
import { svgSeconds } from './drawing-seconds.ts';

const MEBIBYTE = 2 ** 20;

test('a small SVG may take a second of an ordinary machine, and a slow one four, whatever it says', () => {
  expect([svgSeconds(200, 0, 10), svgSeconds(MEBIBYTE / 4, 1920 * 1080, 10)]).toEqual([4, 4]);
});

test('a large one has more time, and so has one that is drawn with many pixels; none has more than the most', () => {
  expect([svgSeconds(0.75 * MEBIBYTE, 0, 10), svgSeconds(200, 4 * MEBIBYTE, 10)]).toEqual([8, 6]);
  expect([svgSeconds(90 * MEBIBYTE, 0, 10), svgSeconds(200, 1e30, 10)]).toEqual([10, 10]);
});
