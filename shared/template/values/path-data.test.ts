import { expect, test } from 'vitest';
import { readPathData } from './svg-path.ts';

test.each([
  ['M0 0 L1 2 z', 'M 0 0 L 1 2 z'],
  [' m.5-1.5.5,1e1\n', 'm .5 -1.5 .5 1e1'],
  ['M0,0 10,10 20,20', 'M 0 0 10 10 20 20'],
  ['M0 0a5 5 30 01-10 10', 'M 0 0 a 5 5 30 0 1 -10 10'],
  ['M0 0H1V2C1 2 3 4 5 6S1 2 3 4Q1 2 3 4T5 6', 'M 0 0 H 1 V 2 C 1 2 3 4 5 6 S 1 2 3 4 Q 1 2 3 4 T 5 6'],
])('path data is parsed: %j', (data, written) => {
  expect(readPathData(data)).toEqual({ ok: true, value: written });
});

test.each([
  ['', 0],
  ['L0 0', 0],
  ['M0', 2],
  ['M0 0 L1', 7],
  ['M0 0 X', 5],
  ['M0 0 z5', 6],
  ['M0,,0', 3],
  ['M0 0,', 5],
  ['M0 0a5 5 30 2 1 1 1', 12],
  ['M0 0 L1 1000001', 8],
  ['M0 0 L1e9 1', 6],
  ['M0 0 L NaN 1', 7],
])('path data %j is refused at offset %i', (data, at) => {
  expect(readPathData(data)).toEqual({ ok: false, error: at });
});

test('path data has at most 262,144 characters', () => {
  expect(readPathData('M0 0'.padEnd(262_145)).ok).toBe(false);
  expect(readPathData('M0 0'.padEnd(262_144)).ok).toBe(true);
});
