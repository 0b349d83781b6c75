import { expect, test } from 'vitest';
import { isShrunkTooSmall } from './shrunk-text.ts';

const asked = { size: 40 };

test.each([
  [13, { width: 1280, height: 720 }, true],
  [14, { width: 1280, height: 720 }, false],
  [24, { width: 1080, height: 1920 }, true],
  [25, { width: 1080, height: 1920 }, false],
  [40, { width: 7680, height: 4320 }, false],
])('a text shrunk to %i pixels in %o is too small: %s', (size, film, isSmall) => {
  const found = isShrunkTooSmall({ size, overflows: false }, asked, film);
  expect(found).toEqual(isSmall ? { size, asked: 40 } : null);
});

test('an overflowing text is not reported as too small', () => {
  expect(isShrunkTooSmall({ size: 5, overflows: true }, asked, { width: 1280, height: 720 })).toBeNull();
});
