import { expect, test } from 'vitest';
import { shownDecibels } from './loudness.ts';

test('a loudness in decibels has one decimal and a minus sign', () => {
  expect([shownDecibels(-12.94), shownDecibels(0), shownDecibels(1.25)]).toEqual(['−12.9', '0', '1.3']);
});
