import { expect, test } from 'vitest';
import { nearestName } from './names.ts';

const names = ['scene', 'duration', 'name', 'url', 'src', 'x'];

test.each([
  ['sceen', 'scene'],
  ['Scene', 'scene'],
  ['DURATION', 'duration'],
  ['durration', 'duration'],
  ['naem', 'name'],
  ['ulr', 'url'],
  ['srcs', 'src'],
  ['group', null],
  ['z', null],
  ['', null],
  ['scene'.repeat(20), null],
])('the nearest name to %j is %j', (name, nearest) => {
  expect(nearestName(name, names)).toBe(nearest);
});

test('the nearest name is null if all names are too different', () => {
  expect([nearestName('sceen', names), nearestName('group', names)]).toEqual(['scene', null]);
});
