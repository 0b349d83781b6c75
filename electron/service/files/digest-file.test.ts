import { createHash, randomBytes } from 'node:crypto';
import { open, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { cachedDigest, hashBytes } from './digest-file.ts';

const PIECE = 2 ** 18;

test.each([0, 1, PIECE - 1, PIECE, PIECE + 1, 5 * PIECE + 77])(
  'the digest covers all bytes of a file of %i bytes',
  async (length) => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'bytes');
    const bytes = randomBytes(length);
    await writeFile(path, bytes);
    await using file = await open(path, 'r');
    const expected = createHash('sha256').update(bytes).digest('hex');
    expect(await hashBytes(file, new AbortController().signal)).toBe(expected);
  },
);

test('an abort rejects with its reason', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'bytes');
  await writeFile(path, 'bytes');
  await using file = await open(path, 'r');
  await expect(hashBytes(file, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
});

afterEach(() => void vi.useRealTimers());

test('a stored digest is used until the file changes, also if its modification time is reset', async () => {
  // A file that has just changed may change again within the resolution of its times, so its digest is not stored.
  vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ['Date'] });
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'bytes');
  const cacheFolder = join(folder.path, 'cache');
  const read = async () => (await cachedDigest(path, { cacheFolder, signal: new AbortController().signal })).sha256;
  const write = async (text: string) => {
    await writeFile(path, text);
    await utimes(path, 1000, 1000);
    return createHash('sha256').update(text).digest('hex');
  };
  const first = await write('one');
  expect(await read()).toBe(first);
  const [name = ''] = await readdir(join(cacheFolder, 'digests'));
  const stored = join(cacheFolder, 'digests', name);
  const other = '0'.repeat(64);
  await writeFile(stored, (await readFile(stored, 'utf8')).replace(first, other));
  expect(await read()).toBe(other);
  const second = await write('two');
  expect(await read()).toBe(second);
});
