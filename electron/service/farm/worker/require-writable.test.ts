import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { canMount, mountDisk } from '#service/testing/small-disk.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { requireWritable } from './worker-folders.ts';

const mayMount = await canMount();

test('a check creates missing folders and leaves them empty', async () => {
  await using folder = await temporaryFolder();
  const folders = ['a', 'b/c'].map((name) => join(folder.path, name));
  await requireWritable(folders);
  expect(await Promise.all(folders.map((each) => readdir(each)))).toEqual([[], []]);
});

test.skipIf(!mayMount)('a full disk fails with storage/full and leaves no files', async () => {
  await using folder = await temporaryFolder();
  await using disk = await mountDisk(join(folder.path, 'disk'), '64k');
  await writeFile(join(disk.path, 'ballast'), Buffer.alloc(64 * 1024)).catch(() => undefined);
  for (let count = 0; count < 3; count++)
    await expect(requireWritable([disk.path])).rejects.toMatchObject({ code: 'storage/full' });
  expect(await readdir(disk.path)).toEqual(['ballast']);
});
