import { expect, test } from 'vitest';
import { pathWritten, repeatedNames, searchRepeatedNames } from './repeated-names.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const pathsIn = (json: string) => repeatedNames(bytes(json)).map(({ path }) => pathWritten(path));

test.each([
  ['{"a": 1, "b": {"a": 1}}', []],
  ['{"a": 1, "a": 2, "a": 3}', ['a']],
  ['{"ä": 1, "\\u00e4" : 2}', ['ä']],
  ['{"rows": [{"a": 1}, {"a": 1, "b": [], "a": "x"}]}', ['rows[2].a']],
  ['[[{"a": {"b": "{\\"b\\": 1, \\"b\\": 2}", "b": 1}}]]', ['[1][1].a.b']],
  ['{"__proto__": 1, "__proto__": 2}', ['__proto__']],
  ['["a", "a"]', []],
  ['"a"', []],
])('repeated names in an object are found: %s', (json, paths) => {
  expect(pathsIn(json)).toEqual(paths);
});

test('a name repeated in many rows is found once', () => {
  const row = '{"a": 1, "a": 2, "b": {"c": 1, "c": 1}}';
  expect(pathsIn(`[{}, ${[row, row, row].join(', ')}]`)).toEqual(['[2].a', '[2].b.c']);
});

test('the position is the opening quote of the second name', () => {
  const json = '{"ä": "ä", "b": 1, "ä": 2}';
  const [found] = repeatedNames(bytes(json));
  expect(new TextDecoder().decode(bytes(json).subarray(0, found?.at))).toBe('{"ä": "ä", "b": 1, ');
});

test('at most 100 repeated names are found', () => {
  const names = Array.from({ length: 300 }, (_, at) => `"n${at}": 1, "n${at}": 2`);
  expect(pathsIn(`{${names.join(',')}}`)).toHaveLength(100);
});

test('the search yields after each 64 KiB', () => {
  const pauses = [...searchRepeatedNames(bytes(`[${'{"a":1},'.repeat(100_000)}0]`))];
  expect([pauses.length, new Set(pauses)]).toEqual([12, new Set([null])]);
});

test('a repeated name with a long path is found in linear time', () => {
  const rows = `[${Array.from({ length: 20_000 }, () => '{"a":1,"a":1}').join(',')}]`;
  const key = 'k'.repeat(10_000);
  const deep = Array.from({ length: 90 }).reduce<string>((inside) => `{"${key}":${inside}}`, rows);
  expect(pathsIn(deep)).toEqual([key]);
});
