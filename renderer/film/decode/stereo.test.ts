import { expect, test } from 'vitest';
import { toStereo } from './stereo.ts';

const mixed = (...values: number[]) =>
  toStereo(values.map((value) => Float32Array.of(value))).map((side) => Math.round((side[0] ?? 0) * 1000) / 1000);

test('two channels stay as they are', () => {
  expect(mixed(0.25, -0.5)).toEqual([0.25, -0.5]);
});

test('one channel is heard on both sides, at half its power', () => {
  expect(toStereo([Float32Array.of(1)])).toEqual([Float32Array.of(Math.SQRT1_2), Float32Array.of(Math.SQRT1_2)]);
});

test('six channels become two without the low-frequency one, and never clip', () => {
  expect(mixed(0, 0, 0, 1, 0, 0)).toEqual([0, 0]);
  expect(mixed(1, 1, 1, 1, 1, 1)).toEqual([1, 1]);
  expect(mixed(1, 0, 0, 0, 0, 0)).toEqual([0.414, 0]);
  expect(mixed(0, 0, 0, 0, 0, 1)).toEqual([0, 0.293]);
});

test('of an unknown layout only the first two channels are heard', () => {
  expect(mixed(0.5, 0.25, 1, 1, 1, 1, 1)).toEqual([0.5, 0.25]);
});
