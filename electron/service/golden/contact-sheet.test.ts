import { expect, test } from 'vitest';
import { isWholeSheet } from './contact-sheet.ts';

/** A PNG of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** A lossy WebP of one pixel. */
const WEBP = Buffer.from('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAwA0JaQAA3AA/vuUAAA=', 'base64');

test.each([
  ['PNG', PNG],
  ['WebP', WEBP],
])('a cut %s is not whole', (_, whole) => {
  expect(isWholeSheet(whole)).toBe(true);
  for (const size of [0, 1, 12, whole.length >> 1, whole.length - 1])
    expect([size, isWholeSheet(whole.subarray(0, size))]).toEqual([size, false]);
});

test('a changed byte of a PNG is found by its checksum', () => {
  expect(isWholeSheet(PNG.with(PNG.length - 30, 0))).toBe(false);
});
