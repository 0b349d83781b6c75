import { expect, test } from 'vitest';
import { fc } from '#shared/testing/properties.ts';
import { Exact, numberText, power, remainder, squareRoot } from './decimal.ts';

const Long = Exact.clone({ precision: 2_500 });
const Longer = Exact.clone({ precision: 150 });

const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.integer({ min: -30, max: 3 }))
  .map(([digits, exponent]) => new Exact(`${digits}e${exponent}`));

const rounded = (number: Exact) => new Exact(number).toSignificantDigits(34).toFixed();

test('a power is rounded once', () => {
  fc.assert(
    fc.property(decimal, fc.integer({ min: -64, max: 64 }), (base, exponent) => {
      fc.pre(!base.isZero());
      const exact = new Long(base).pow(Math.abs(exponent));
      expect(power(base, exponent).toFixed()).toBe(rounded(exponent < 0 ? new Long(1).div(exact) : exact));
    }),
    { numRuns: 20 },
  );
});

test('a square root is rounded once', () => {
  fc.assert(
    fc.property(decimal, (number) => {
      expect(squareRoot(number.abs()).toFixed()).toBe(rounded(new Longer(number.abs()).sqrt()));
    }),
  );
});

test('a remainder has the sign of the divisor', () => {
  fc.assert(
    fc.property(decimal, decimal, (a, b) => {
      fc.pre(!b.isZero());
      const exact = new Longer(a).minus(new Longer(b).times(new Longer(a).div(b).floor()));
      expect(remainder(a, b).toFixed()).toBe(rounded(exact));
    }),
  );
});

test.each([
  ['0.0000000000000005', '0.000000000000001'],
  ['-0.0000000000000004', '0'],
  ['-0', '0'],
  ['1234567890123456.50', '1234567890123456.5'],
])('the text of %s is %s', (number, text) => {
  expect(numberText(new Exact(number))).toBe(text);
});
