import { expect, test } from 'vitest';
import { isEqual } from './equality.ts';

const instance = new Date(0);

test.each([
  [1, 1, true],
  [Number.NaN, Number.NaN, true],
  [1, '1', false],
  [null, undefined, false],
  [{ a: 1, b: [2, { c: 3 }] }, { b: [2, { c: 3 }], a: 1 }, true],
  [{ a: 1 }, { a: 1, b: 2 }, false],
  [{ a: undefined }, {}, true],
  [{ a: undefined }, { a: null }, false],
  [[1, 2], [1, 2, 3], false],
  [[undefined], [null], false],
  [[], {}, false],
  [new Map([['a', { b: 1 }]]), new Map([['a', { b: 1 }]]), true],
  [new Map([['a', 1]]), new Map([['b', 1]]), false],
  [new Map([['a', undefined]]), new Map([['b', undefined]]), false],
  [new Set([1, 2]), new Set([2, 1]), true],
  [new Set([1, 2]), new Set([1, 3]), false],
  [new Set([1]), new Map([[1, 1]]), false],
  [instance, instance, true],
  [instance, new Date(0), false],
])('two values are compared by content: %o, %o', (left, right, equal) => {
  expect(isEqual(left, right)).toBe(equal);
  expect(isEqual(right, left)).toBe(equal);
});
