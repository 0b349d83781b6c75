import { expect, test } from 'vitest';
import { copyingLimits, encodingLimits, outputLimitBytes } from './limits.ts';

const HD = { width: 1280, height: 720 };
const EIGHT_K = { width: 8192, height: 4320 };

test('large frames get more time, and small ones at least a minute', () => {
  expect(encodingLimits(HD, 300, 10)).toEqual({ stallSeconds: 60, totalSeconds: 60 + 200 + 300 });
  expect(encodingLimits(EIGHT_K, 300, 10).stallSeconds).toBeGreaterThan(900);
  expect(encodingLimits(EIGHT_K, 300, 10).totalSeconds).toBeGreaterThan(300 * 30);
});

test('a run gets more time without reports for frames that FFmpeg does not report', () => {
  expect(encodingLimits(HD, 120, 4, 60).stallSeconds).toBe(60 + 60);
});

test('copying a large film at the end of its join may take minutes', () => {
  expect(copyingLimits(0, 10).stallSeconds).toBe(60);
  expect(copyingLimits(20e9, 3600).stallSeconds).toBeGreaterThan(3600);
});

test('the size limit is above any encoder and stops a runaway early', () => {
  expect(outputLimitBytes(HD, 1, 1600)).toBeGreaterThan(1280 * 720 * 4);
  expect(outputLimitBytes({ width: 320, height: 180 }, 10, 16_000)).toBeLessThan(30e6);
});
