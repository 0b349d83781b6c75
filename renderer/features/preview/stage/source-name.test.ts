import { expect, test } from 'vitest';
import { sourceName } from './source-name.ts';

test.each([
  ['https://example.org/media/clip%20one.mp4?token=1', 'clip one.mp4'],
  ['https://example.org/', 'https://example.org/'],
  ['https://example.org/100%.mp4', '100%.mp4'],
])('the file name of a URL is decoded if possible: %s', (url, name) => {
  expect(sourceName({ kind: 'url', url })).toBe(name);
});

test('an asset is displayed with its own name', () => {
  expect(sourceName({ kind: 'asset', name: 'clip.mp4' })).toBe('clip.mp4');
});
