import { expect, it } from 'vitest';
import { isDeeper } from './json-depth.ts';

it.each([
  ['1', false],
  ['[]', false],
  ['[{"a":[]}]', false],
  ['[{"a":[[]]}]', true],
  ['[[],[],[[]]]', false],
  [`"${'['.repeat(10)}"`, false],
  [`["\\"${'['.repeat(10)}"]`, false],
  [`["\\\\",[[[]]]]`, true],
  ['[[[[', true],
  ['"[[[[', false],
])('detects more than three levels: %s: %s', (json, expected) => {
  expect(isDeeper(new TextEncoder().encode(json), 3)).toBe(expected);
});
