import { expect, test } from 'vitest';
import { copyingLimits, encodingLimits, outputLimitBytes } from './limits.ts';

const HD = { width: 1280, height: 720 };
const EIGHT_K = { width: 8192, height: 4320 };

test('large pictures may take longer, small ones not less than a minute', () => {
  expect(encodingLimits(HD, 300, 10)).toEqual({ stallSeconds: 60, totalSeconds: 60 + 200 + 300 });
  expect(encodingLimits(EIGHT_K, 300, 10).stallSeconds).toBeGreaterThan(900);
  expect(encodingLimits(EIGHT_K, 300, 10).totalSeconds).toBeGreaterThan(300 * 30);
});

test('a run may be silent for as long as it encodes frames that it does not tell of', () => {
  expect(encodingLimits(HD, 120, 4, 60).stallSeconds).toBe(60 + 60);
});

test('a large film may be moved for minutes at the end of its join', () => {
  expect(copyingLimits(0, 10).stallSeconds).toBe(60);
  expect(copyingLimits(20e9, 3600).stallSeconds).toBeGreaterThan(3600);
});

test('no encoder reaches the limit on bytes, and a runaway does soon', () => {
  expect(outputLimitBytes(HD, 1, 1600)).toBeGreaterThan(1280 * 720 * 4);
  expect(outputLimitBytes({ width: 320, height: 180 }, 10, 16_000)).toBeLessThan(30e6);
});
