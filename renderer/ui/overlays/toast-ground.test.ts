import { expect, it } from 'vitest';
import { groundHeight } from './toast-ground.ts';

it('toasts appear above the highest element of the inset', () => {
  expect(groundHeight([432, 476], 720)).toBe(288);
  expect(groundHeight([], 720)).toBeNull();
});

it('hidden and scrolled elements do not affect toasts', () => {
  expect(groundHeight([0, -40, 900], 720)).toBeNull();
  expect(groundHeight([0, 476], 720)).toBe(244);
});
