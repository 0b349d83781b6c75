import { expect, it } from 'vitest';
import { insetHeight } from './toast-inset.ts';

it('toasts appear above the highest element of the inset', () => {
  expect(insetHeight([432, 476], 720)).toBe(288);
  expect(insetHeight([], 720)).toBeNull();
});

it('hidden and scrolled elements do not affect toasts', () => {
  expect(insetHeight([0, -40, 900], 720)).toBeNull();
  expect(insetHeight([0, 476], 720)).toBe(244);
});
