import { expect, test } from 'vitest';
import { alignOptions } from './align-control.tsx';

const VALUES = ['left', 'center', 'right', 'justify', 'start', 'end'];

test('the value `start` or `end` replaces the corresponding side', () => {
  expect(alignOptions(VALUES, 'left')).toEqual(['left', 'center', 'right', 'justify']);
  expect(alignOptions(VALUES, 'start')).toEqual(['start', 'center', 'right', 'justify']);
  expect(alignOptions(VALUES, 'end')).toEqual(['left', 'center', 'end', 'justify']);
  expect(alignOptions(VALUES, null)).toEqual(['left', 'center', 'right', 'justify']);
});
