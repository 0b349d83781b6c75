import fc from 'fast-check';
import { expect, test } from 'vitest';
import { frameRate } from '#shared/template/values/frame-rate.ts';
import { SOURCE_ENDS } from '#shared/template/values/source-length.ts';
import { pictureAt } from './time.ts';

const first = (count: number, delays: readonly number[], end: 'hold' | 'loop' | 'hide', rate = frameRate(25, 1)) =>
  Array.from({ length: count }, (_, own) => pictureAt({ delays, end }, own, rate));

test('a picture in an animation is visible until the next begins', () => {
  expect(first(6, [40, 80, 40], 'hold')).toEqual([0, 1, 1, 2, 2, 2]);
  // At 30000/1001 frames per second, the frames begin at 0, 33.4, 66.7, 100.1, 133.5, and 166.8 milliseconds.
  expect(first(6, [100, 50, 50], 'hold', frameRate(30_000, 1001))).toEqual([0, 0, 0, 1, 1, 2]);
});

test('an animation holds, loops, or hides after its last picture', () => {
  expect(first(7, [40, 40, 40], 'hold')).toEqual([0, 1, 2, 2, 2, 2, 2]);
  expect(first(7, [40, 40, 40], 'loop')).toEqual([0, 1, 2, 0, 1, 2, 0]);
  expect(first(7, [40, 40, 40], 'hide')).toEqual([0, 1, 2, null, null, null, null]);
});

test('a fractional frame selects the picture at its exact time', () => {
  expect(pictureAt({ delays: [50, 50], end: 'loop' }, 1.2, frameRate(25, 1))).toBe(0);
  expect(pictureAt({ delays: [50, 50], end: 'loop' }, 1.25, frameRate(25, 1))).toBe(1);
});

test('the picture is exact at any rate, without rounding errors', () => {
  const rate = fc.constantFrom(frameRate(25, 1), frameRate(24_000, 1001), frameRate(30_000, 1001), frameRate(60, 1));
  const delays = fc.array(fc.integer({ min: 11, max: 5000 }), { minLength: 2, maxLength: 30 });
  fc.assert(
    fc.property(rate, delays, fc.constantFrom(...SOURCE_ENDS), fc.nat(1_000_000), (at, each, end, own) => {
      // The unit of time is one millisecond divided by the numerator of the rate.
      const unit = BigInt(at.numerator);
      const all = each.reduce((sum, delay) => sum + BigInt(delay) * unit, 0n);
      const moment = BigInt(own) * BigInt(at.denominator) * 1000n;
      let remaining = moment % all;
      const counted = each.findIndex((delay) => {
        if (remaining < BigInt(delay) * unit) return true;
        remaining -= BigInt(delay) * unit;
        return false;
      });
      const past = end === 'loop' ? counted : end === 'hold' ? each.length - 1 : null;
      expect(pictureAt({ delays: each, end }, own, at)).toBe(moment < all ? counted : past);
    }),
  );
});
