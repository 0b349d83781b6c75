import { expect, test } from 'vitest';
import { fc } from '#shared/testing/properties.ts';
import {
  convertFrames,
  decimalSecondsToFrames,
  formatFrameRate,
  frameRate,
  frames,
  framesToSamples,
  framesToSeconds,
  parseFrameRate,
  SAMPLE_RATE,
  sameFrameRate,
  secondsToFrames,
} from './frame-rate.ts';

const rate = fc
  .tuple(fc.integer({ min: 1, max: 240 }), fc.constantFrom(1, 1001, 999_999))
  .map(([whole, denominator]) =>
    frameRate(Math.min(whole * (denominator === 1001 ? 1000 : denominator), 1_000_000), denominator),
  )
  .filter(({ numerator, denominator }) => numerator >= denominator);
const count = fc.integer({ min: 0, max: 24 * 3600 * 240 }).map(frames);

/** Returns `dividend / divisor` rounded to the nearest integer, with halves up. Independent of the tested code. */
function nearest(dividend: bigint, divisor: bigint): bigint {
  const floor = dividend / divisor;
  return 2n * (dividend - floor * divisor) >= divisor ? floor + 1n : floor;
}

test('a frame rate is an exact fraction in lowest terms', () => {
  expect(parseFrameRate('30000/1001')).toEqual({ ok: true, value: { numerator: 30000, denominator: 1001 } });
  expect(parseFrameRate('50/2')).toEqual({ ok: true, value: { numerator: 25, denominator: 1 } });
  expect([frameRate(30000, 1001), frameRate(25)].map(formatFrameRate)).toEqual(['30000/1001', '25']);
  expect(sameFrameRate(frameRate(30), frameRate(30000, 1001))).toBe(false);
});

test('formatted frame rates parse back without loss', () =>
  fc.assert(
    fc.property(rate, (each) => {
      expect(parseFrameRate(formatFrameRate(each))).toEqual({ ok: true, value: each });
    }),
  ));

test.each([
  [0, 1],
  [1, 0],
  [-30, 1],
  [29.97, 1],
  [Number.NaN, 1],
])('%d/%d is an invalid frame rate', (numerator, denominator) => {
  expect(() => frameRate(numerator, denominator)).toThrow(RangeError);
});

test('conversions at 30000/1001 round to the nearest frame and sample', () => {
  const ntsc = frameRate(30000, 1001);
  expect(decimalSecondsToFrames('86400', ntsc)).toBe(2_589_411);
  expect([0, 1, 2, 3, 5].map((index) => framesToSamples(frames(index), ntsc))).toEqual([0, 1602, 3203, 4805, 8008]);
  expect(framesToSeconds(frames(30), ntsc)).toBe(1.001);
  expect(secondsToFrames(1.001, ntsc)).toBe(30);
});

test('frames convert exactly to samples for any number of frames', () =>
  fc.assert(
    fc.property(count, rate, (each, { numerator, denominator }) => {
      const exact = nearest(BigInt(each) * BigInt(SAMPLE_RATE) * BigInt(denominator), BigInt(numerator));
      expect(framesToSamples(each, frameRate(numerator, denominator))).toBe(Number(exact));
    }),
  ));

test('frames convert exactly between frame rates', () =>
  fc.assert(
    fc.property(count, rate, rate, (each, from, to) => {
      const dividend = BigInt(each) * BigInt(from.denominator) * BigInt(to.numerator);
      const exact = nearest(dividend, BigInt(from.numerator) * BigInt(to.denominator));
      expect(convertFrames(each, from, to)).toBe(Number(exact));
      expect(convertFrames(each, from, from)).toBe(each);
    }),
  ));

test('decimal seconds convert exactly to frames, with halves rounded up', () =>
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 86_400_000 }), rate, (milliseconds, each) => {
      const decimal = `${Math.floor(milliseconds / 1000)}.${String(milliseconds % 1000).padStart(3, '0')}`;
      const exact = nearest(BigInt(milliseconds) * BigInt(each.numerator), 1000n * BigInt(each.denominator));
      expect(decimalSecondsToFrames(decimal, each)).toBe(Number(exact));
    }),
  ));

test('frames convert to seconds and back without loss', () =>
  fc.assert(
    fc.property(count, rate, (each, at) => {
      expect(secondsToFrames(framesToSeconds(each, at), at)).toBe(each);
    }),
  ));
