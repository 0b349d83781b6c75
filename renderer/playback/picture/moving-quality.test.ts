import { expect, test } from 'vitest';
import { movingScale, readMovingQuality } from './moving-quality.ts';

test('slow graphics halve or quarter the scale during motion', () => {
  expect([0, 5, 20, 21, 90, 160, 161, 900].map((whole) => movingScale('auto', whole))).toEqual([
    1, 1, 1, 0.5, 0.5, 0.5, 0.25, 0.25,
  ]);
});

test('a chosen quality overrides the measured speed', () => {
  expect(([1, 0.5, 0.25] as const).map((quality) => [movingScale(quality, 3), movingScale(quality, 900)])).toEqual([
    [1, 1],
    [0.5, 0.5],
    [0.25, 0.25],
  ]);
});

test('an unknown quality in the stored settings becomes “auto”', () => {
  expect(['auto', 0.25, 1, 3, null, 'half'].map(readMovingQuality)).toEqual(['auto', 0.25, 1, 'auto', 'auto', 'auto']);
});
