import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { openFolderStorage } from '../storage/folder-storage.ts';
import { blobKey, type ObjectStorage } from '../storage/object-storage.ts';
import { openStoredFiles } from './stored-files.ts';

const never = new AbortController().signal;
const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let storage: ObjectStorage;
let fetches: string[];
const cache = (): string => join(folder.path, 'cache');
const cachedPath = (text: string): string => join(cache(), 'bytes', digestOf(text));

beforeEach(async () => {
  folder = await temporaryFolder();
  await mkdir(join(folder.path, 'store'));
  const real = openFolderStorage(join(folder.path, 'store'));
  fetches = [];
  storage = {
    ...real,
    fetch: (key, path, options) => {
      fetches.push(key);
      return real.fetch(key, path, options);
    },
  };
});
afterEach(() => folder[Symbol.asyncDispose]());

async function put(text: string, key = blobKey(digestOf(text))): Promise<void> {
  const path = join(folder.path, 'put');
  await writeFile(path, text);
  await storage.put(key, { path, bytes: text.length, sha256: digestOf(text) }, { signal: never });
}

const open = (limitBytes = 1000) => openStoredFiles({ storage, folder: cache(), limitBytes });
const pathIn = (files: ReturnType<ReturnType<typeof open>['open']>, text: string, signal = never) =>
  files.path(blobKey(digestOf(text)), digestOf(text), signal);
const setUsedBefore = (text: string, seconds: number) => {
  const at = new Date(Date.now() - seconds * 1000);
  return utimes(cachedPath(text), at, at);
};
const names = async (): Promise<readonly string[]> => readdir(join(cache(), 'bytes')).catch(() => []);

describe('files from the store', () => {
  test('are fetched once for concurrent and later callers', async () => {
    await put('film');
    const stored = open();
    await using one = stored.open();
    await using other = stored.open();
    const paths = await Promise.all([pathIn(one, 'film'), pathIn(other, 'film'), pathIn(one, 'film')]);
    await using third = open().open();
    for (const path of [...paths, await pathIn(third, 'film')]) expect(await readFile(path, 'utf8')).toBe('film');
    expect(fetches).toHaveLength(1);
  });

  test('stay while in use and are evicted least recently used first', async () => {
    for (const text of ['aaaa', 'bbbb', 'cccc']) await put(text);
    const stored = open(8);
    await using user = stored.open();
    const used = await pathIn(user, 'aaaa');
    await setUsedBefore('aaaa', 200);
    await pathIn(user, 'bbbb');
    await setUsedBefore('bbbb', 100);
    await pathIn(user, 'cccc');
    expect(await names()).toEqual([digestOf('bbbb'), digestOf('cccc')].toSorted());
    expect(await readFile(used, 'utf8')).toBe('aaaa');
  });

  test('can be larger than the cache', async () => {
    await put('a long film');
    await using user = open(4).open();
    expect(await readFile(await pathIn(user, 'a long film'), 'utf8')).toBe('a long film');
    expect(await names()).toEqual([]);
  });

  test('lose their link when the caller is done', async () => {
    await put('film');
    const user = open().open();
    const path = await pathIn(user, 'film');
    await user[Symbol.asyncDispose]();
    await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await names()).toEqual([digestOf('film')]);
  });

  test('are fetched again if they were damaged locally', async () => {
    await put('film');
    await using first = open().open();
    await pathIn(first, 'film');
    await rm(cachedPath('film'));
    await writeFile(cachedPath('film'), 'flim');
    await using second = open().open();
    expect(await readFile(await pathIn(second, 'film'), 'utf8')).toBe('film');
  });

  test('fail with farm/lacking if absent and leave no file', async () => {
    await using user = open().open();
    await expect(pathIn(user, 'film')).rejects.toMatchObject({ code: 'farm/lacking' });
    expect(await names()).toEqual([]);
  });

  test('are absent and removed if their digest differs', async () => {
    await put('other', blobKey(digestOf('film')));
    await using user = open().open();
    await expect(pathIn(user, 'film')).rejects.toMatchObject({ code: 'farm/lacking' });
    expect(await storage.facts(blobKey(digestOf('film')), never)).toBeNull();
  });

  test('are still fetched for other callers after one aborts', async () => {
    await put('film');
    const stored = open();
    await using one = stored.open();
    await using other = stored.open();
    const aborting = new AbortController();
    const abortedCall = pathIn(one, 'film', aborting.signal);
    const otherCall = pathIn(other, 'film');
    aborting.abort(new Error('gone'));
    await expect(abortedCall).rejects.toThrow('gone');
    expect(await readFile(await otherCall, 'utf8')).toBe('film');
  });

  test('are refused if the name is not a digest', async () => {
    await using user = open().open();
    await expect(user.path('blobs/aa/a', '../../etc/passwd', never)).rejects.toThrow('not a digest');
  });
});
