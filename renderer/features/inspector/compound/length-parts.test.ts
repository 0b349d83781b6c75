import { expect, test } from 'vitest';
import { percent, pixels } from '#shared/template/values/lengths.ts';
import { decibelsOf, inOtherUnit, mostDecibels, withLinkedFactor } from './length-parts.ts';

test('a length converts between pixels and percent of a known reference', () => {
  expect(inOtherUnit(percent(25), 1920)).toEqual(pixels(480));
  expect(inOtherUnit(pixels(480), 1920)).toEqual(percent(25));
  expect(inOtherUnit(pixels(1), 3)).toEqual(percent(33.33));
  expect(inOtherUnit(percent(50), null)).toEqual(pixels(50));
});

test('linked factors keep their ratio unless one is zero', () => {
  expect(withLinkedFactor({ across: 1, down: 0.5 }, 'across', 2)).toEqual({ across: 2, down: 1 });
  expect(withLinkedFactor({ across: 1, down: 0.5 }, 'down', 1)).toEqual({ across: 2, down: 1 });
  expect(withLinkedFactor({ across: 0, down: 3 }, 'across', 2)).toEqual({ across: 2, down: 2 });
});

test('a volume factor is converted to decibels, and silence to null', () => {
  expect(decibelsOf(1)).toBe(0);
  expect(decibelsOf(0.5)).toBe(-6);
  expect(decibelsOf(8)).toBe(18.1);
  expect(decibelsOf(0)).toBeNull();
  // A factor of 8 is 18.06 dB, so 18.1 dB would exceed it.
  expect(mostDecibels(8)).toBe(18);
});
