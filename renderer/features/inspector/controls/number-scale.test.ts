import { expect, test } from 'vitest';
import { required } from '#shared/lib/assert.ts';
import { integer, number } from '#shared/template/value-types/attribute-types.ts';
import { numberScale, placeOf, sliderRange, valueAt } from './number-scale.ts';

test('a slider covers the range from minimum to maximum', () => {
  expect(numberScale(number({ minimum: 0, maximum: 1.5 }), '0.7')).toEqual({
    slider: { min: 0, max: 1.5, multiplies: false },
    step: 0.01,
    precision: 4,
    standard: 0.7,
  });
});

test('a slider without a maximum has its default in the middle', () => {
  expect(numberScale(number({ minimum: 0 }), '1').slider).toMatchObject({ min: 0, max: 2 });
});

test('an unbounded number has no slider', () => {
  expect(numberScale(number({}), '1').slider).toBeNull();
  expect(numberScale(number({ minimum: 0 }), null)).toMatchObject({ slider: null, standard: undefined });
});

test('the step of a whole number is one', () => {
  expect(numberScale(integer({ minimum: 16, maximum: 8192 }), null)).toMatchObject({
    slider: null,
    step: 1,
    precision: 0,
  });
});

test('the step of a number depends on its range', () => {
  expect(numberScale(number({ minimum: 0, maximum: 360 }), '0').step).toBe(1);
  expect(numberScale(number({ minimum: 0, maximum: 1 }), '0').step).toBe(0.01);
});

test('a wide range has a slider only with a default', () => {
  expect(numberScale(number({ minimum: 1, maximum: 2000 }), '').slider).toBeNull();
});

test('speeds and sizes have a logarithmic slider around the default', () => {
  const { slider, step } = numberScale(number({ minimum: 0.1, maximum: 10 }), '1');
  const speed = { slider: required(slider, 'a slider'), step };
  expect(speed).toEqual({ slider: { min: 0.25, max: 4, multiplies: true }, step: 0.01 });
  expect([0, 0.25, 0.5, 0.75, 1].map((place) => valueAt(speed, place))).toEqual([0.25, 0.5, 1, 2, 4]);
  expect([0.1, 0.25, 0.5, 1, 2, 4, 10].map((value) => placeOf(speed.slider, value))).toEqual([
    0, 0, 0.25, 0.5, 0.75, 1, 1,
  ]);
  expect(numberScale(number({ minimum: 1, maximum: 2000 }), '72')).toMatchObject({
    slider: { min: 18, max: 288, multiplies: true },
    step: 1,
  });
});

test('each step of a logarithmic slider changes the value', () => {
  const { slider, step } = numberScale(number({ minimum: 1, maximum: 2000 }), '72');
  const size = { slider: required(slider, 'a slider'), step };
  const up = (value: number) => valueAt(size, Math.min(1, placeOf(size.slider, value) + sliderRange(size).step));
  for (let value = size.slider.min; value < size.slider.max; value = up(value))
    expect(up(value)).toBeGreaterThan(value);
});
