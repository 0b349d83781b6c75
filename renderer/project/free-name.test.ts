import { expect, test } from 'vitest';
import { freeName } from './project-list.ts';

test('a name that already exists gets a number', () => {
  expect(freeName('New set', ['Default'])).toBe('New set');
  expect(freeName('New set', ['new set', 'New set 2'])).toBe('New set 3');
});
