import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { isDiskFull } from './free-bytes.ts';

function failing(code: string): () => void {
  return () => {
    throw Object.assign(new Error(code), { code, syscall: 'open' });
  };
}

test('a probe leaves no file behind', async () => {
  await using folder = await temporaryFolder();
  expect(isDiskFull(folder.path)).toBe(false);
  expect(await readdir(folder.path)).toEqual([]);
});

test.each([
  ['ENOSPC', true],
  ['EDQUOT', true],
  ['EIO', false],
])('isDiskFull after a failed write: %s gives %s', async (code, expected) => {
  await using folder = await temporaryFolder();
  expect(isDiskFull(folder.path, failing(code))).toBe(expected);
});
