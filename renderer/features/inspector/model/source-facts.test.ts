import { expect, test } from 'vitest';
import { frameRate } from '../../../../shared/template/values/frame-rate.ts';
import { rateText, secondsOf } from './source-facts.ts';

test('rates and seconds are said with three figures', () => {
  const ntsc = frameRate(30000, 1001);
  expect(rateText(ntsc)).toBe('29.97');
  expect(rateText(frameRate(24000, 1001))).toBe('23.976');
  expect(secondsOf(150, ntsc)).toBe(5.005);
});
