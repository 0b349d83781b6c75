import { expect, test } from 'vitest';
import { meterFraction, shortLevel } from './meters-panel.tsx';

test('a meter is full at full scale and empty at the floor', () => {
  expect([0, -30, -60, -90, 3].map(meterFraction)).toEqual([1, 0.5, 0, 0, 1]);
});

test('a level has one decimal, and silence is −∞', () => {
  expect([0, -3.25, -60, -100].map(shortLevel)).toEqual(['0.0', '−3.3', '−∞', '−∞']);
});
