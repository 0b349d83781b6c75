import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { digestOfText, type ObjectStorage, putOnce, putTextOnce } from './object-storage.ts';
import { openedFolder, signal } from './testing/opened-storage.ts';

const MINUTE = 60_000;

/** Wraps a storage and records its calls. */
function recordCalls(storage: ObjectStorage) {
  const calls: string[] = [];
  const recording: ObjectStorage = {
    ...storage,
    put: async (key, file, options) => {
      calls.push(`put ${key}`);
      await storage.put(key, file, options);
    },
    touch: async (key) => {
      calls.push(`touch ${key}`);
    },
  };
  return { calls, storage: recording };
}

test('putOnce puts an object once and touches it if it is older', async () => {
  await using opened = await openedFolder();
  const { calls, storage } = recordCalls(opened.storage);
  const path = join(opened.folder, 'file');
  await writeFile(path, 'bytes');
  const file = { path, sha256: digestOfText('bytes') };
  for (const minutes of [0, 1, -1, 20, -20]) {
    const clock = () => Date.now() + minutes * MINUTE;
    await putOnce(storage, 'key', file, { signal, clock });
  }
  expect(calls).toEqual(['put key', 'touch key', 'touch key']);
});

test('putTextOnce uses the digest as the key and replaces other bytes', async () => {
  await using opened = await openedFolder();
  const { calls, storage } = recordCalls(opened.storage);
  const keyOf = (sha256: string) => `texts/${sha256.slice(0, 4)}`;
  const folder = join(opened.folder, 'made/when/needed');
  const sha256 = await putTextOnce(storage, keyOf, 'a text', { folder, signal });
  expect(sha256).toBe(digestOfText('a text'));
  expect(await storage.facts(keyOf(sha256), signal)).toMatchObject({ sha256, bytes: 6 });
  await putTextOnce(storage, () => keyOf(sha256), 'another', { folder, signal });
  expect(await storage.facts(keyOf(sha256), signal)).toMatchObject({ sha256: digestOfText('another') });
  expect(calls).toEqual([`put ${keyOf(sha256)}`, `put ${keyOf(sha256)}`]);
});
