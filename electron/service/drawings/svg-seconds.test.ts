import { expect, test } from 'vitest';
import { svgSeconds } from './drawing-seconds.ts';

const MEBIBYTE = 2 ** 20;

test('a small SVG gets the base time of the machine', () => {
  expect([svgSeconds(200, 0, 10), svgSeconds(MEBIBYTE / 4, 1920 * 1080, 10)]).toEqual([4, 4]);
});

test('a large SVG or many pixels get more time up to the limit', () => {
  expect([svgSeconds(0.75 * MEBIBYTE, 0, 10), svgSeconds(200, 4 * MEBIBYTE, 10)]).toEqual([8, 6]);
  expect([svgSeconds(90 * MEBIBYTE, 0, 10), svgSeconds(200, 1e30, 10)]).toEqual([10, 10]);
});
