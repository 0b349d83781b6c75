import { expect, test } from 'vitest';
import { cutFileName, splitFileName } from './file-name.tsx';

test.each([
  ['bloom-opening-macro-take-03-graded.mp4', 'bloom-opening-macro-take-03', '-graded.mp4'],
  ['logo-arch-blue-loop.mp4', 'logo-arch-blue', '-loop.mp4'],
  ['short.mp4', 'short', '.mp4'],
  ['no-dot', 'no-dot', ''],
  ['averyverylongnamewithoutanywords.webm', 'averyverylongnamewithouta', 'nywords.webm'],
  ['no extension at all in this name', 'no extension at all in this', ' name'],
  ['käse-👩‍👩‍👧-grüße-tagesschau.mov', 'käse-👩‍👩‍👧-grüße', '-tagesschau.mov'],
])('a long file name is split before its end: %s', (name, start, end) => {
  expect(splitFileName(name)).toEqual([start, end]);
});

test('joining both parts gives the file name', () => {
  const name = 'a'.repeat(300);
  expect(splitFileName(name).join('')).toBe(name);
});

/** Returns a function that checks whether a text fits into a width. Each letter is one unit wide. */
const room = (width: number) => (text: string) => [...new Intl.Segmenter().segment(text)].length <= width;

test.each([
  ['short.mp4', 9, null],
  ['short.mp4', 8, 'sho….mp4'],
  ['short.mp4', 5, '….mp4'],
  ['bloom-opening-macro-take-03-graded.mp4', 38, null],
  ['bloom-opening-macro-take-03-graded.mp4', 20, 'bloom-op…-graded.mp4'],
  ['bloom-opening-macro-take-03-graded.mp4', 13, 'b…-graded.mp4'],
  ['bloom-opening-macro-take-03-graded.mp4', 5, '….mp4'],
  ['bloom-opening-macro-take-03-graded.mp4', 1, '…4'],
  ['صورة المنتج الجديد للحملة.png', 18, 'صورة ا… للحملة.png'],
  ['תמונת המוצר החדש של הקמפיין.png', 20, 'תמונת ה… הקמפיין.png'],
  ['käse-👩‍👩‍👧-👩‍👩‍👧-👩‍👩‍👧-grüße-tagesschau.mov', 22, 'käse-👩‍👩‍👧…-tagesschau.mov'],
])('a long file name is shortened in the middle: %s, %i', (name, width, cut) => {
  expect(cutFileName(name, room(width))).toBe(cut);
});
