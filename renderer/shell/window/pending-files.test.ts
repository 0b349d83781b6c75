import { expect, test } from 'vitest';
import { storePendingFiles, takePendingFiles } from './pending-files.ts';

test('stored files are returned once, only for their template', () => {
  const files = [{ file: new File(['x'], 'a.mp4'), handle: null }];
  storePendingFiles('p', 'a/b', files);
  storePendingFiles('p', 'empty', []);
  expect(takePendingFiles('p/a', 'b')).toBeNull();
  expect(takePendingFiles('p', 'empty')).toBeNull();
  expect(takePendingFiles('p', 'a/b')).toBe(files);
  expect(takePendingFiles('p', 'a/b')).toBeNull();
});
