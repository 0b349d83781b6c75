import { describe, expect, it } from 'vitest';
import { jsonExcess, searchJsonExcess } from './json-excess.ts';

const bytesOf = (json: string) => new TextEncoder().encode(json);

it.each([
  ['1', null],
  ['[]', null],
  ['[{"a":[]}]', null],
  ['[{"a":[[]]}]', 'levels'],
  ['[[],[],[[]]]', null],
  [`"${'['.repeat(10)}"`, null],
  [`["\\"${'['.repeat(10)}"]`, null],
  [`["\\\\",[[[]]]]`, 'levels'],
  ['[[[[', 'levels'],
  ['"[[[[', null],
])('jsonExcess detects more than three levels: %s: %s', (json, expected) => {
  expect(jsonExcess(bytesOf(json), { levels: 3 })).toBe(expected);
});

it.each([
  ['[1,2,3]', null],
  ['[1,2,3,4]', 'commas'],
  ['[1,"a,b,c,d",3]', null],
])('jsonExcess detects more than two commas: %s: %s', (json, expected) => {
  expect(jsonExcess(bytesOf(json), { levels: 3, commas: 2 })).toBe(expected);
});

describe('a number', () => {
  const DIGITS = '1'.repeat(1000);

  it.each([
    [DIGITS, null],
    [`[${DIGITS},${DIGITS}]`, null],
    [`"${DIGITS}1"`, null],
    [`${DIGITS}1`, 'number'],
    [`{"a":-0.${DIGITS}}`, 'number'],
    [`[${DIGITS}e9]`, 'number'],
  ])('has at most 1,000 characters: %#', (json, expected) => {
    expect(jsonExcess(bytesOf(json), { levels: 3 })).toBe(expected);
  });
});

it('searchJsonExcess yields after each 64 KiB', () => {
  const steps = [...searchJsonExcess(bytesOf(`[${'1,'.repeat(160 * 1024)}1]`), { levels: 3 })];
  expect(steps).toHaveLength(5);
});
