import { expect, test } from 'vitest';
import { isEmptied, readNumber, roundTo, scrub } from './number-input.ts';

const free = { shift: false, alt: false };

test('a drag by two pixels changes the number by one step', () => {
  expect(scrub(100, 2, 1, free, {})).toBe(101);
  expect(scrub(100, -6, 1, free, {})).toBe(97);
  expect(scrub(100, 2, 1, { shift: true, alt: false }, {})).toBe(110);
  expect(scrub(100, 2, 1, { shift: false, alt: true }, {})).toBe(100.1);
  expect(scrub(0, 2, 0.01, free, { precision: 2 })).toBe(0.01);
});

test('a drag stops at the ends of the number’s range', () => {
  expect(scrub(5, 1000, 1, free, { min: 0, max: 10 })).toBe(10);
  expect(scrub(5, -1000, 1, free, { min: 0, max: 10 })).toBe(0);
});

test('a field of integers returns integers', () => {
  expect(scrub(5, 1, 1, free, { precision: 0 })).toBe(6);
  expect(readNumber('7/2', { precision: 0 })).toEqual({ ok: true, value: 4 });
});

test('a number outside the range is reported and not clamped', () => {
  expect(readNumber('11', { min: 0, max: 10 })).toEqual({ ok: false, problem: { kind: 'too-large', max: 10 } });
  expect(readNumber('1-2', { min: 0, max: 10 })).toEqual({ ok: false, problem: { kind: 'too-small', min: 0 } });
  expect(readNumber('eleven', {})).toEqual({ ok: false, problem: { kind: 'not-a-number' } });
});

test('rounding avoids binary fractions and negative zero', () => {
  expect(roundTo(0.1 + 0.2)).toBe(0.3);
  expect(roundTo(1.005, 2)).toBe(1.01);
  expect(roundTo(-1.005, 2)).toBe(-1.01);
  expect(Object.is(roundTo(-0.0000001), 0)).toBe(true);
  expect(roundTo(1e-7, 8)).toBe(1e-7);
});

test('the value is removed only by clearing the text', () => {
  expect([isEmptied('', 30), isEmptied('  ', '#ff0000')]).toEqual([true, true]);
  expect([isEmptied(null, 30), isEmptied('3', 30), isEmptied('', null)]).toEqual([false, false, false]);
});
