import { expect, test } from 'vitest';
import { inserted } from './written-text.ts';

test('a variable is put in where the cursor is, or behind the text', () => {
  expect(inserted('Hello!', 'name', 5)).toBe('Hello${name}!');
  expect(inserted('Hello ', 'name', null)).toBe('Hello ${name}');
  expect(inserted('', 'name', 9)).toBe('${name}');
});
