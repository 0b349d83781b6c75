import { expect, test } from 'vitest';
import { frameRate, frames } from '../../../shared/template/frame-rate.ts';
import { fittingDuration, rateText, secondsOf, shortfall } from './source-facts.ts';

const ntsc = frameRate(30000, 1001);

test('a source that lasts as long as its scene is no shortfall, rounding aside', () => {
  expect(shortfall({ skip: frames(0), duration: frames(150), rate: ntsc, endSeconds: 5.005 })).toBe(0);
  expect(shortfall({ skip: frames(0), duration: frames(150), rate: ntsc, endSeconds: 4.99 })).toBe(0);
});

test('an in-point takes from the source', () => {
  const use = { skip: frames(8), duration: frames(150), rate: ntsc, endSeconds: 5.005 };
  expect(shortfall(use)).toBe(8);
  expect(fittingDuration(use)).toBe(142);
});

test('behind the end of the source all of the scene is held, and it can be trimmed to a frame', () => {
  const use = { skip: frames(900), duration: frames(10), rate: frameRate(25), endSeconds: 2 };
  expect(shortfall(use)).toBe(10);
  expect(fittingDuration(use)).toBe(1);
});

test('rates and seconds are said with three figures', () => {
  expect(rateText(ntsc)).toBe('29.97');
  expect(rateText(frameRate(24000, 1001))).toBe('23.976');
  expect(secondsOf(150, ntsc)).toBe(5.005);
});
