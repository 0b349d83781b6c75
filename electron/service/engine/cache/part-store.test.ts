import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { openPartStore } from './part-store.ts';

const KEY = 'abcdef';
const ROUNDS = 150;
const never = new AbortController().signal;

test('renders can store and drop the same key at the same time', async () => {
  await using folder = await temporaryFolder();
  const open = () => openPartStore({ folder: folder.path, isCacheOn: true, limitBytes: 2 ** 20 });
  const keepAgain = async (name: string) => {
    const path = join(folder.path, name);
    await writeFile(path, name);
    const store = open();
    for (let round = 0; round < ROUNDS; round++) await store.keep(KEY, path, never);
  };
  const dropAgain = async () => {
    const store = open();
    for (let round = 0; round < ROUNDS; round++) await store.drop([KEY]);
  };
  await Promise.all([keepAgain('one'), keepAgain('two'), keepAgain('three'), dropAgain()]);
  await open().drop([KEY]);
  expect(await open().take(KEY, join(folder.path, 'taken'), never)).toBeNull();
});

test('a damaged cached file is removed instead of returned', async () => {
  await using folder = await temporaryFolder();
  const store = openPartStore({ folder: join(folder.path, 'cache'), isCacheOn: true, limitBytes: 2 ** 20 });
  const [made, taken] = [join(folder.path, 'made'), join(folder.path, 'taken')];
  await writeFile(made, 'right');
  const sha256 = createHash('sha256').update('right').digest('hex');
  await store.keep(KEY, made, never);
  expect(await store.take(KEY, taken, never)).toBe(sha256);
  await rm(taken);
  // The cached file is a hard link to `made`.
  await writeFile(made, 'wrong');
  expect(await store.take(KEY, taken, never)).toBeNull();
  expect(await readdir(folder.path)).not.toContain('taken');
  await writeFile(made, 'right');
  expect(await store.take(KEY, taken, never)).toBeNull();
});

test('the store removes the least recently used parts when it is full', async () => {
  await using folder = await temporaryFolder();
  const cache = join(folder.path, 'cache');
  const store = openPartStore({ folder: cache, isCacheOn: true, limitBytes: 2500 });
  const keep = async (key: string) => {
    await writeFile(join(folder.path, key), Buffer.alloc(1000, key));
    // Set the times explicitly, because the file system's clock may give both files the same time.
    await store.keep(key, join(folder.path, key), never, { usedAt: new Date(1_700_000_000_000 + 1000 * stored++) });
    await store.pruneIfFull();
  };
  let stored = 0;
  for (const key of ['one', 'two', 'three', 'four']) await keep(key);
  expect(await keysIn(cache)).toEqual(['four', 'three']);
  await openPartStore({ folder: cache, isCacheOn: true, limitBytes: 1500 }).pruneIfFull();
  expect(await keysIn(cache)).toEqual(['four']);
});

test('pruning counts the files that other processes stored', async () => {
  await using folder = await temporaryFolder();
  const store = openPartStore({ folder: folder.path, isCacheOn: true, limitBytes: 2500 });
  await store.prune();
  const elsewhere = join(folder.path, 'kept', 'ab', 'abcd');
  await mkdir(elsewhere, { recursive: true });
  await writeFile(join(elsewhere, 'large'), Buffer.alloc(3000));
  await store.pruneIfFull();
  expect(await keysIn(folder.path)).toEqual(['abcd']);
  await store.prune();
  expect(await keysIn(folder.path)).toEqual([]);
});

async function keysIn(cache: string): Promise<readonly string[]> {
  const names = await readdir(join(cache, 'kept'), { recursive: true });
  return names
    .flatMap((name) => name.split(sep).slice(1, 2))
    .filter((key, at, all) => all.indexOf(key) === at)
    .toSorted();
}
