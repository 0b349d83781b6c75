import { expect, it } from 'vitest';
import { groundHeight } from './toast-ground.ts';

it('messages stand on the highest of what they may not cover', () => {
  expect(groundHeight([432, 476], 720)).toBe(288);
  expect(groundHeight([], 720)).toBeNull();
});

it('what is scrolled out or hidden is no ground to stand on', () => {
  expect(groundHeight([0, -40, 900], 720)).toBeNull();
  expect(groundHeight([0, 476], 720)).toBe(244);
});
