import { expect, test } from 'vitest';
import { fc } from '#shared/testing/properties.ts';
import { calculate } from './arithmetic.ts';

test.each([
  ['12', 12],
  [' 1.5 ', 1.5],
  ['1,5', 1.5],
  ['.5', 0.5],
  ['-3', -3],
  ['+3', 3],
  ['−3', -3],
  ['2 + 3 * 4', 14],
  ['(2+3)*4', 20],
  ['20/4/5', 1],
  ['10-4-3', 3],
  ['2*-3', -6],
  ['--3', 3],
  ['1920 ÷ 2 − 40', 920],
  ['3 × (1 + 1)', 6],
  ['((7))', 7],
])('an expression is evaluated: %s is %d', (text, value) => {
  expect(calculate(text)).toEqual({ ok: true, value });
});

test.each(['', '   ', 'abc', '1 2', '1+', '*2', '(1', '1)', '()', '1..2', '1e3', '2**3', '1;2'])(
  'an invalid expression is a syntax error: %j',
  (text) => {
    expect(calculate(text)).toEqual({ ok: false, error: 'syntax' });
  },
);

test.each(['1/0', '0/0', '-1/0'])('a division by zero or an overflow is not finite: %s', (text) => {
  expect(calculate(text)).toEqual({ ok: false, error: 'not-finite' });
});

test('a deeply nested expression is refused without a stack overflow', () => {
  expect(calculate(`${'('.repeat(100_000)}1${')'.repeat(100_000)}`)).toEqual({ ok: false, error: 'syntax' });
});

test('a decimal number evaluates to itself', () => {
  const plain = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 });
  fc.assert(
    fc.property(plain, (value) => {
      const text = value.toFixed(6);
      expect(calculate(text)).toEqual({ ok: true, value: Number(text) + 0 });
    }),
  );
});
