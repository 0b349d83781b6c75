import { expect, test } from 'vitest';
import { leaveFiles, takeLeftFiles } from './left-files.ts';

test('stored files are returned once, only for their template', () => {
  const files = [{ file: new File(['x'], 'a.mp4'), handle: null }];
  leaveFiles('p', 'a/b', files);
  leaveFiles('p', 'empty', []);
  expect(takeLeftFiles('p/a', 'b')).toBeNull();
  expect(takeLeftFiles('p', 'empty')).toBeNull();
  expect(takeLeftFiles('p', 'a/b')).toBe(files);
  expect(takeLeftFiles('p', 'a/b')).toBeNull();
});
