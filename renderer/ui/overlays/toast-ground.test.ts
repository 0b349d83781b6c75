import { expect, it } from 'vitest';
import { groundHeight } from './toast-ground.ts';

it('messages stand above the highest element that they may not cover', () => {
  expect(groundHeight([432, 476], 720)).toBe(288);
  expect(groundHeight([], 720)).toBeNull();
});

it('elements that are hidden or scrolled out do not lift messages', () => {
  expect(groundHeight([0, -40, 900], 720)).toBeNull();
  expect(groundHeight([0, 476], 720)).toBe(244);
});
