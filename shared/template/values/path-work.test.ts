import { expect, test } from 'vitest';
import { required } from '#shared/lib/assert.ts';
import { isTangled, readPathData } from './svg-path.ts';

function isTangledPath(data: string): boolean {
  const read = readPathData(data);
  if (!read.ok) throw new Error(`no path data at ${read.error}`);
  return isTangled(required(read.value, 'a path'));
}

/** Returns a path with `count` lines that alternate between the heights 0 and `height`. */
const zigzag = (count: number, height: number) =>
  `M0 0${Array.from({ length: count }, (_, at) => `L${at % 100} ${at % 2 === 0 ? height : 0}`).join('')}`;

test('thousands of vertically overlapping lines are refused at any height', () => {
  expect([zigzag(20_000, 10), zigzag(20_000, 100), zigzag(5_000, 8_000), zigzag(40_000, 1)].map(isTangledPath)).toEqual(
    [true, true, true, true],
  );
});

test('thousands of overlapping curves, arcs, or relative lines are refused', () => {
  const curves = `M0 0${'c1 9 2 9 3 0'.repeat(4_000)}`;
  const arcs = `M0 0${'a9 9 0 0 1 1 0'.repeat(4_000)}`;
  const relative = `M0 0${'l1 9l1-9'.repeat(4_000)}`;
  expect([curves, arcs, relative].map(isTangledPath)).toEqual([true, true, true]);
});

test('lines that hardly overlap vertically are accepted', () => {
  const coast = `M0 0${Array.from({ length: 20_000 }, (_, at) => `L${at % 7} ${at / 10}`).join('')}`;
  expect([coast, zigzag(500, 4_000), 'M0 0 L1 2 z', 'M0 0H9V9H0Z'].map(isTangledPath)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
