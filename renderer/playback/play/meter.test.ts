import { expect, test } from 'vitest';
import { decibelsOf, levelsOf, METER_FLOOR, nextLevels, SILENT_CHANNEL } from './meter.ts';

const silence = { peak: 0, rms: 0 };
const loud = { peak: 0.5, rms: 0.25 };

test('levels are in dBFS and end at the floor', () => {
  expect([1, 0.5, 0.1, 0.0001, 0].map((part) => Math.round(decibelsOf(part) * 10) / 10)).toEqual([
    0,
    -6,
    -20,
    METER_FLOOR,
    METER_FLOOR,
  ]);
});

test('the peak of a sine is 3 dB above its RMS', () => {
  const sine = Float32Array.from({ length: 4800 }, (_, at) => Math.sin((at * 2 * Math.PI) / 48));
  const { peak, rms } = levelsOf(sine);
  expect(decibelsOf(peak)).toBeCloseTo(0, 2);
  expect(decibelsOf(rms)).toBeCloseTo(-3.01, 2);
  expect(levelsOf(new Float32Array(0))).toEqual(silence);
});

test('a meter rises immediately and falls by 20 dB per second', () => {
  const risen = nextLevels(SILENT_CHANNEL, loud, 0, 0.02);
  expect(risen.peak).toBeCloseTo(-6.02, 2);
  const fallen = nextLevels(risen, silence, 0.02, 1.02);
  expect(fallen.peak).toBeCloseTo(-26.02, 2);
  expect(nextLevels(fallen, silence, 1.02, 9).peak).toBe(METER_FLOOR);
});

test('the meter holds the peak for two seconds', () => {
  const risen = nextLevels(SILENT_CHANNEL, loud, 0, 0.02);
  const lower = nextLevels(risen, silence, 0.02, 1.9);
  expect(lower.peakHold).toBeCloseTo(-6.02, 2);
  const later = nextLevels(lower, silence, 1.9, 2.1);
  expect(later.peakHold).toBe(later.peak);
});

test('the clipping mark stays until the meter is reset', () => {
  const clipped = nextLevels(SILENT_CHANNEL, { peak: 1, rms: 0.5 }, 0, 0.02);
  expect(nextLevels(clipped, silence, 0.02, 5).clipped).toBe(true);
  expect(nextLevels(SILENT_CHANNEL, { peak: 0.999, rms: 0.5 }, 0, 0.02).clipped).toBe(false);
});
