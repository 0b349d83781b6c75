import { expect, test } from 'vitest';
import type { Issue } from '#service/errors/service-error.ts';
import { readJsonField, variablesIn } from './render-form.ts';

function read(text: string) {
  const issues: Issue[] = [];
  const value = readJsonField(text, 'variables', issues);
  const values = value === null ? null : Object.fromEntries(variablesIn(value, 'variables', issues));
  return { values, issues: issues.map(({ path, line, column }) => [path, line, column]) };
}

test('numbers keep the digits of the request', () => {
  const text =
    '{"id": 12345678901234567890, "price": 19.90, "tiny": 1e-7, "small": 0.0000001, "count": 3.0, "huge": 1e400}';
  expect(read(text)).toEqual({
    values: {
      id: '12345678901234567890',
      price: '19.90',
      tiny: '0.0000001',
      small: '0.0000001',
      count: '3',
      huge: '1e400',
    },
    issues: [],
  });
});

test('an error after a long number has its position in the text', () => {
  expect(read('{"id": 12345678901234567890,\n "b": 1e-7 2}')).toEqual({ values: null, issues: [['variables', 2, 12]] });
});

test('a number of a million digits stays as written', () => {
  const digits = '9'.repeat(1_000_000);
  expect(read(`{"id": ${digits}}`)).toEqual({ values: { id: digits }, issues: [] });
});

test('more than 100 levels are refused before they are parsed', () => {
  const issues: Issue[] = [];
  const deep = `{"x": ${'['.repeat(2_000_000)}${']'.repeat(2_000_000)}}`;
  expect(readJsonField(deep, 'destination', issues)).toBeNull();
  expect(issues).toMatchObject([{ reason: 'field/too-deep', path: 'destination' }]);
});
