import { expect, it } from 'vitest';
import { insetHeight, modalInsetHeight } from './toast-inset.ts';

it('toasts appear above the highest element of the inset', () => {
  expect(insetHeight([432, 476], 720)).toBe(288);
  expect(insetHeight([], 720)).toBeNull();
});

it('hidden and scrolled elements do not affect toasts', () => {
  expect(insetHeight([0, -40, 900], 720)).toBeNull();
  expect(insetHeight([0, 476], 720)).toBe(244);
});

it('toasts appear above the buttons of a dialog without room under it', () => {
  expect(modalInsetHeight([], 720)).toBe(28);
  expect(modalInsetHeight([{ top: 400, bottom: 452 }], 720)).toBe(28);
  expect(modalInsetHeight([{ top: 640, bottom: 692 }], 720)).toBe(80);
});
