import { expect, test } from 'vitest';
import { shrunkTextSize } from './shrunk-text.ts';

const style = { size: 40 };

test.each([
  [13, { width: 1280, height: 720 }, true],
  [14, { width: 1280, height: 720 }, false],
  [24, { width: 1080, height: 1920 }, true],
  [25, { width: 1080, height: 1920 }, false],
  [40, { width: 7680, height: 4320 }, false],
])('a text shrunk to %i pixels in %o is too small: %s', (size, film, isSmall) => {
  const found = shrunkTextSize({ size, overflows: false }, style, film);
  expect(found).toEqual(isSmall ? { size, asked: 40 } : null);
});

test('an overflowing text is never reported as too small', () => {
  expect(shrunkTextSize({ size: 5, overflows: true }, style, { width: 1280, height: 720 })).toBeNull();
});
