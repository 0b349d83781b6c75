import { expect, test } from 'vitest';
import { printable } from './display-width.ts';

test('line breaks and controls are printed as symbols', () => {
  expect(printable('a\u2028b\u2029c\nd\u001be\u202ef')).toBe('a\u2424b\u2424c\u240ad\u241be\ufffdf');
});
