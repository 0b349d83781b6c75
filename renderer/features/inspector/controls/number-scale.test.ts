import { expect, test } from 'vitest';
import { integer, number } from '../../../../shared/template/value-types/attribute-types.ts';
import { numberScale } from './number-scale.ts';

test('a slider goes from bound to bound', () => {
  expect(numberScale(number({ minimum: 0, maximum: 1.5 }), '0.7')).toEqual({
    slider: { min: 0, max: 1.5 },
    step: 0.01,
    precision: 4,
    standard: 0.7,
  });
});

test('without an upper bound the default is in its middle', () => {
  expect(numberScale(number({ minimum: 0 }), '1').slider).toEqual({ min: 0, max: 2 });
});

test('where nothing tells the ends there is no slider', () => {
  expect(numberScale(number({}), '1').slider).toBeNull();
  expect(numberScale(number({ minimum: 0 }), null)).toMatchObject({ slider: null, standard: undefined });
});

test('whole numbers step by one', () => {
  expect(numberScale(integer({ minimum: 16, maximum: 8192 }), null)).toMatchObject({
    slider: null,
    step: 1,
    precision: 0,
  });
});

test('steps follow the range', () => {
  expect(numberScale(number({ minimum: 0, maximum: 360 }), '0').step).toBe(1);
  expect(numberScale(number({ minimum: 0, maximum: 1 }), '0').step).toBe(0.01);
});

test('what is not set has no place on a slider', () => {
  expect(numberScale(number({ minimum: 1, maximum: 2000 }), '').slider).toBeNull();
});
