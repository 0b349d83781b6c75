import { mkdir, readdir, rename, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { openFolderStorage } from './folder-storage.ts';
import { openedFolder, signal } from './testing/opened-storage.ts';

describe.skipIf(process.platform === 'win32')('the folder of a store', () => {
  test('treats a linked object as absent and spares its target', async () => {
    await using opened = await openedFolder();
    const root = join(opened.folder, 'shared');
    await opened.put('parts/ab/a', 'inside');
    const [name = ''] = await readdir(join(root, 'parts/ab'));
    const outside = join(opened.folder, 'outside');
    await rename(join(root, 'parts/ab', name), outside);
    await symlink(outside, join(root, 'parts/ab', name));
    expect(await opened.storage.facts('parts/ab/a', signal)).toBeNull();
    expect(await opened.content('parts/ab/a')).toBeNull();
    expect(await opened.keys()).toEqual([]);
    await opened.storage.touch('parts/ab/a', signal);
    await opened.put('parts/ab/a', 'anew');
    expect(await opened.content('parts/ab/a')).toBe('anew');
    expect(await readdir(opened.folder)).toContain('outside');
  });

  test('is not left through a linked folder by any call', async () => {
    await using opened = await openedFolder();
    const root = join(opened.folder, 'shared');
    await opened.put('parts/ab/a', 'inside');
    await rename(join(root, 'parts/ab'), join(opened.folder, 'elsewhere'));
    await symlink(join(opened.folder, 'elsewhere'), join(root, 'parts/ab'));
    expect(await opened.content('parts/ab/a')).toBeNull();
    expect(await opened.keys()).toEqual([]);
    await opened.storage.remove(['parts/ab/a'], signal);
    await expect(opened.put('parts/ab/b', 'outside')).rejects.toMatchObject({ code: 'destination/failed' });
    expect(await readdir(join(opened.folder, 'elsewhere'))).toHaveLength(1);
  });

  test('can itself be a link', async () => {
    await using opened = await openedFolder();
    await mkdir(join(opened.folder, 'real'));
    await symlink(join(opened.folder, 'real'), join(opened.folder, 'link'));
    const storage = openFolderStorage(join(opened.folder, 'link'));
    await storage.check(signal);
    expect(storage.label).toBe(pathToFileURL(join(opened.folder, 'link')).href);
  });
});

test('an unfinished file is not listed and is cleared after its time', { tags: ['promise:P10'] }, async () => {
  await using opened = await openedFolder();
  await opened.put('parts/ab/a', 'whole');
  const unfinishedFile = join(opened.folder, 'shared/.unfinished/left');
  await writeFile(unfinishedFile, 'half of');
  expect(await opened.keys()).toEqual(['parts/ab/a']);
  expect(await opened.storage.clearInterrupted(Date.now() - 1000, signal)).toBe(0);
  await utimes(unfinishedFile, new Date(0), new Date(0));
  expect(await opened.storage.clearInterrupted(Date.now() - 1000, signal)).toBe(1);
  expect(await readdir(join(opened.folder, 'shared/.unfinished'))).toEqual([]);
});

test('the error about an unusable folder omits its path', async () => {
  await using opened = await openedFolder();
  const { path } = await opened.file('in the way');
  const storage = openFolderStorage(join(path, 'below'));
  await expect(storage.check(signal)).rejects.toMatchObject({
    code: 'destination/failed',
    says: { code: 'store/folder', values: { code: 'ENOTDIR' } },
  });
});

test('foreign files in the folder are not listed', async () => {
  await using opened = await openedFolder();
  await opened.put('parts/ab/a', 'ours');
  await writeFile(join(opened.folder, 'shared/parts/ab/README'), 'theirs');
  await writeFile(join(opened.folder, 'shared/parts/ab/B=object'), 'theirs');
  expect(await opened.keys()).toEqual(['parts/ab/a']);
});
