import { mkdir, readdir, rename, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { openFolderStorage } from './folder-storage.ts';
import { openedFolder, signal } from './testing/opened-storage.ts';

describe.skipIf(process.platform === 'win32')('symbolic links in the folder', () => {
  test('an object that is a link is absent, and its target stays', async () => {
    await using at = await openedFolder();
    const root = join(at.folder, 'shared');
    await at.put('parts/ab/a', 'inside');
    const [name = ''] = await readdir(join(root, 'parts/ab'));
    const outside = join(at.folder, 'outside');
    await rename(join(root, 'parts/ab', name), outside);
    await symlink(outside, join(root, 'parts/ab', name));
    expect(await at.storage.facts('parts/ab/a', signal)).toBeNull();
    expect(await at.content('parts/ab/a')).toBeNull();
    expect(await at.keys()).toEqual([]);
    await at.storage.touch('parts/ab/a', signal);
    await at.put('parts/ab/a', 'anew');
    expect(await at.content('parts/ab/a')).toBe('anew');
    expect(await readdir(at.folder)).toContain('outside');
  });

  test('a folder that is a link is not followed by any call', async () => {
    await using at = await openedFolder();
    const root = join(at.folder, 'shared');
    await at.put('parts/ab/a', 'inside');
    await rename(join(root, 'parts/ab'), join(at.folder, 'elsewhere'));
    await symlink(join(at.folder, 'elsewhere'), join(root, 'parts/ab'));
    expect(await at.content('parts/ab/a')).toBeNull();
    expect(await at.keys()).toEqual([]);
    await at.storage.remove(['parts/ab/a'], signal);
    await expect(at.put('parts/ab/b', 'outside')).rejects.toMatchObject({ code: 'destination/failed' });
    expect(await readdir(join(at.folder, 'elsewhere'))).toHaveLength(1);
  });

  test('the storage folder itself can be a link', async () => {
    await using at = await openedFolder();
    await mkdir(join(at.folder, 'real'));
    await symlink(join(at.folder, 'real'), join(at.folder, 'link'));
    const storage = openFolderStorage(join(at.folder, 'link'));
    await storage.check(signal);
    expect(storage.label).toBe(pathToFileURL(join(at.folder, 'link')).href);
  });
});

test('an unfinished file is not listed and is cleared after its time', { tags: ['promise:P10'] }, async () => {
  await using at = await openedFolder();
  await at.put('parts/ab/a', 'whole');
  const left = join(at.folder, 'shared/.unfinished/left');
  await writeFile(left, 'half of');
  expect(await at.keys()).toEqual(['parts/ab/a']);
  expect(await at.storage.clearInterrupted(Date.now() - 1000, signal)).toBe(0);
  await utimes(left, new Date(0), new Date(0));
  expect(await at.storage.clearInterrupted(Date.now() - 1000, signal)).toBe(1);
  expect(await readdir(join(at.folder, 'shared/.unfinished'))).toEqual([]);
});

test('the error about a read-only folder omits its path', async () => {
  await using at = await openedFolder();
  const { path } = await at.file('in the way');
  const storage = openFolderStorage(join(path, 'below'));
  await expect(storage.check(signal)).rejects.toMatchObject({
    code: 'destination/failed',
    says: { code: 'store/folder', values: { code: 'ENOTDIR' } },
  });
});

test('foreign files in the folder are not listed', async () => {
  await using at = await openedFolder();
  await at.put('parts/ab/a', 'ours');
  await writeFile(join(at.folder, 'shared/parts/ab/README'), 'theirs');
  await writeFile(join(at.folder, 'shared/parts/ab/B=object'), 'theirs');
  expect(await at.keys()).toEqual(['parts/ab/a']);
});
