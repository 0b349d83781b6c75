import { expect, test } from 'vitest';
import { alignOptions } from './align-control.tsx';

const VALUES = ['left', 'center', 'right', 'justify', 'start', 'end'];

test('a side that follows the paragraph takes the place of the side it looks like', () => {
  expect(alignOptions(VALUES, 'left')).toEqual(['left', 'center', 'right', 'justify']);
  expect(alignOptions(VALUES, 'start')).toEqual(['start', 'center', 'right', 'justify']);
  expect(alignOptions(VALUES, 'end')).toEqual(['left', 'center', 'end', 'justify']);
  expect(alignOptions(VALUES, null)).toEqual(['left', 'center', 'right', 'justify']);
});
