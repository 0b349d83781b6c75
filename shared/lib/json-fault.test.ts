import { expect, test } from 'vitest';
import { fc } from '#shared/testing/properties.ts';
import { jsonFault } from './json-fault.ts';

test.each([
  ['', 'end', 1, 1],
  ['[1, 2', 'end', 1, 6],
  ['{"a": 1}\n{"a": 2}', 'after', 2, 1],
  ['{"a": 1,\r\n "b": 2 "c"}', 'comma', 2, 9],
  ['[1,\r2\r3]', 'comma', 3, 1],
  ['{"ä😀": }', 'value', 1, 9],
  ['{"a" 1}', 'colon', 1, 6],
  ['{a: 1}', 'name', 1, 2],
  ["{'a': 1}", 'quotes', 1, 2],
  ['[“a”]', 'quotes', 1, 2],
  ['[1,]', 'trailing-comma', 1, 4],
  ['{"a": 1,\n}', 'trailing-comma', 2, 1],
  ['["a\nb"]', 'control', 1, 4],
  ['["C:\\dir"]', 'escape', 1, 5],
  ['["\\u12x4"]', 'escape', 1, 3],
  ['["a', 'open-text', 1, 2],
  ['[01]', 'number', 1, 2],
  ['[1.]', 'number', 1, 2],
  ['[NaN]', 'value', 1, 2],
  ['[1}', 'comma', 1, 3],
  ['[}', 'value', 1, 2],
])('finds the error of %j: %s in line %d, column %d', (text, fault, line, column) => {
  expect(jsonFault(text)).toEqual({ fault, line, column });
});

test('accepts a byte order mark and nested values', () => {
  expect(jsonFault('\uFEFF {"a": [1, -0.5e+3, "\\u00e4\\n", true, null, {}, []]} \n')).toBeNull();
  expect(jsonFault(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).toBeNull();
});

test('agrees with the parser of the platform', () => {
  const token = fc.constantFrom(
    ...'[]{},:"\\1-0.eE+ \n'.split(''),
    'true',
    'null',
    '"a"',
    '"b":',
    '1.5',
    '\\u00e4',
    'x',
  );
  const texts = fc.oneof(
    fc.json(),
    fc.array(token, { maxLength: 12 }).map((tokens) => tokens.join('')),
    fc.tuple(fc.json(), fc.nat(), token).map(([json, at, text]) => {
      const place = at % (json.length + 1);
      return json.slice(0, place) + text + json.slice(place + 1);
    }),
  );
  fc.assert(
    fc.property(texts, (text) => {
      expect(jsonFault(text) === null).toBe(isJson(text));
    }),
    { numRuns: 2000 },
  );
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
