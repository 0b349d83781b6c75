import { expect, test } from 'vitest';
import { svgSeconds } from './svg-seconds.ts';

const MEBIBYTE = 2 ** 20;

test('a small SVG may take a second of an ordinary machine, and a slow one six, whatever it says', () => {
  expect([svgSeconds(200, 0, 15), svgSeconds(MEBIBYTE / 4, 1920 * 1080, 15)]).toEqual([6, 6]);
});

test('a large one has more time, and so has one that is drawn with many pixels; none has more than the most', () => {
  expect([svgSeconds(0.75 * MEBIBYTE, 0, 15), svgSeconds(200, 4 * MEBIBYTE, 15)]).toEqual([12, 9]);
  expect([svgSeconds(90 * MEBIBYTE, 0, 15), svgSeconds(200, 1e30, 15)]).toEqual([15, 15]);
});
