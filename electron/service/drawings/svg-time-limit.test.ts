import { expect, test } from 'vitest';
import { svgTimeLimitSeconds } from './drawings.ts';

const MEBIBYTE = 2 ** 20;

test('a small SVG gets the base time of the machine', () => {
  expect([svgTimeLimitSeconds(200, 0, 10), svgTimeLimitSeconds(MEBIBYTE / 4, 1920 * 1080, 10)]).toEqual([4, 4]);
});

test('more bytes or pixels get more time up to the limit', () => {
  expect([svgTimeLimitSeconds(0.75 * MEBIBYTE, 0, 10), svgTimeLimitSeconds(200, 4 * MEBIBYTE, 10)]).toEqual([8, 6]);
  expect([svgTimeLimitSeconds(90 * MEBIBYTE, 0, 10), svgTimeLimitSeconds(200, 1e30, 10)]).toEqual([10, 10]);
});
