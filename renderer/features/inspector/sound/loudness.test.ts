import { expect, test } from 'vitest';
import { loudnessTargets, shownDecibels, volumeForTarget } from './loudness.ts';

const most = 4;

test('the new volume adds the difference to the loudness target', () => {
  expect(volumeForTarget(1, { integrated: -12.9, target: loudnessTargets.web, most })).toBe('-1.1dB');
  expect(volumeForTarget(0.5, { integrated: -20, target: -16, most })).toBe('-2dB');
});

test('a correct, silent, or maximal volume stays unchanged', () => {
  expect(volumeForTarget(1, { integrated: -14, target: -14, most })).toBeNull();
  expect(volumeForTarget(0, { integrated: -20, target: -14, most })).toBeNull();
  expect(volumeForTarget(1, { integrated: -40, target: -14, most })).toBeNull();
});

test('a loudness in decibels has one decimal and a minus sign', () => {
  expect([shownDecibels(-12.94), shownDecibels(0), shownDecibels(1.25)]).toEqual(['−12.9', '0', '1.3']);
});
