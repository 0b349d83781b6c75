import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { takeCacheFolder } from './worker-folders.ts';

test('each worker gets its own cache folder or a released one', async () => {
  await using folder = await temporaryFolder();
  const first = await takeCacheFolder(folder.path);
  const second = await takeCacheFolder(folder.path);
  expect([first.path, second.path]).toEqual([join(folder.path, '1'), join(folder.path, '2')]);
  first.release();
  const third = await takeCacheFolder(folder.path);
  expect(third.path).toBe(first.path);
  second.release();
  third.release();
});

test('a cache path that is a file is refused', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'file');
  await writeFile(file, '');
  await expect(takeCacheFolder(file)).rejects.toMatchObject({ code: 'storage/unwritable' });
});
