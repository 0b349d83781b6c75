import { expect, test } from 'vitest';
import { steppedNumber, typedNumber } from './cell-editor.tsx';

const range = { min: 2, max: 2000, step: 0.5, precision: 1 };

test('a typed calculation becomes its result', () => {
  expect(['1920/2', '2,5', '٣', '', '9000', '1e3'].map((draft) => typedNumber(draft, range))).toEqual([
    '960',
    '2.5',
    '٣',
    '',
    '9000',
    '1e3',
  ]);
});

test('arrow keys step from the current value within the limits', () => {
  expect(steppedNumber('1920/2', 1, range)).toBe('960.5');
  expect(steppedNumber('2,5', 10, range)).toBe('7.5');
  expect(steppedNumber('9000', 1, range)).toBe('2000');
  expect(steppedNumber('', 1, range)).toBe('2.5');
  expect(steppedNumber('many', -1, range)).toBe('2');
});
