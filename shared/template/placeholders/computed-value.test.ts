import { expect, test } from 'vitest';
import { computedValue } from './computed-value.ts';
import { parseValue } from './placeholder.ts';
import { substitute } from './substitute.ts';

test.each([
  ['30', '${= 30 }'],
  ['-0.5', '${= -0.5 }'],
  ['.5', "${= '.5' }"],
  ["it's", "${= 'it''s' }"],
  ['', "${= '' }"],
  ['${price}', '${= price }'],
  ['${first-name, friend, UT}', "${= title(upper(default(`first-name`, 'friend'))) }"],
  ['Hi ${name}!', "${= 'Hi ' ~ name ~ '!' }"],
  ['${= 1 + 1}', '${= 1 + 1}'],
  ['a ${= 1 + 1}', "${= 'a ' ~ (1 + 1) }"],
  ['${a b}', "${= '${a b}' }"],
])('%s is computed by %s', (value, expression) => {
  expect(computedValue(value)).toBe(expression);
});

test('the expression of a value has the same result', () => {
  const given = { values: new Map([['name', 'ada']]), defaults: new Map() };
  const value = 'Dear ${name, friend, U}, ${= 2 * 2}';
  const text = (each: string) => substitute(parseValue(each), given);
  expect(text(computedValue(value))).toEqual(text(value));
});
