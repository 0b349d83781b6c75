import { expect, test } from 'vitest';
import { copyTimeLimits, encodingTimeLimits, outputLimitBytes } from './limits.ts';

const HD = { width: 1280, height: 720 };
const EIGHT_K = { width: 8192, height: 4320 };

test('large frames get more time than the minimum', () => {
  expect(encodingTimeLimits(HD, 300, 10)).toEqual({ stallSeconds: 60, totalSeconds: 60 + 200 + 300 });
  expect(encodingTimeLimits(EIGHT_K, 300, 10).stallSeconds).toBeGreaterThan(900);
  expect(encodingTimeLimits(EIGHT_K, 300, 10).totalSeconds).toBeGreaterThan(300 * 30);
});

test('frames that FFmpeg does not report extend the stall limit', () => {
  expect(encodingTimeLimits(HD, 120, 4, 60).stallSeconds).toBe(60 + 60);
});

test('the stall limit of a copy grows with its size', () => {
  expect(copyTimeLimits(0, 10).stallSeconds).toBe(60);
  expect(copyTimeLimits(20e9, 3600).stallSeconds).toBeGreaterThan(3600);
});

test("the size limit exceeds any encoder's output", () => {
  expect(outputLimitBytes(HD, 1, 1600)).toBeGreaterThan(1280 * 720 * 4);
  expect(outputLimitBytes({ width: 320, height: 180 }, 10, 16_000)).toBeLessThan(30e6);
});
