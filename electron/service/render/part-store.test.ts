import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { openPartStore } from './part-store.ts';

const KEY = 'abcdef';
const ROUNDS = 150;
const never = new AbortController().signal;

test('what one render drops another may keep at the same moment', async () => {
  await using folder = await temporaryFolder();
  const open = () => openPartStore({ folder: folder.path, keeps: true, limitBytes: 2 ** 20 });
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
