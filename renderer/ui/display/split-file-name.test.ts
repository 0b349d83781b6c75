import { expect, test } from 'vitest';
import { splitFileName } from './split-file-name.ts';

test.each([
  ['bloom-opening-macro-take-03-graded.mp4', 'bloom-opening-macro-take-03', '-graded.mp4'],
  ['logo-arch-blue-loop.mp4', 'logo-arch-blue', '-loop.mp4'],
  ['short.mp4', 'short.mp4', ''],
  ['averyverylongnamewithoutanywords.webm', 'averyverylongnamewithouta', 'nywords.webm'],
  ['no extension at all in this name', 'no extension at all in this', ' name'],
  ['käse-👩‍👩‍👧-grüße-tagesschau.mov', 'käse-👩‍👩‍👧-grüße', '-tagesschau.mov'],
])('%s keeps its end', (name, start, end) => {
  expect(splitFileName(name)).toEqual([start, end]);
});

test('both parts together are the name', () => {
  const name = 'a'.repeat(300);
  expect(splitFileName(name).join('')).toBe(name);
});
