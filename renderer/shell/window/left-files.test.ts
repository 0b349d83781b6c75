import { expect, test } from 'vitest';
import { leaveFiles, takeLeftFiles } from './left-files.ts';

test('files for a new template are returned once to that template', () => {
  const files = [{ file: new File(['x'], 'a.mp4'), handle: null }];
  leaveFiles('p', 'a/b', files);
  leaveFiles('p', 'empty', []);
  expect(takeLeftFiles('p/a', 'b')).toBeNull();
  expect(takeLeftFiles('p', 'empty')).toBeNull();
  expect(takeLeftFiles('p', 'a/b')).toBe(files);
  expect(takeLeftFiles('p', 'a/b')).toBeNull();
});
