import { createHash, randomBytes } from 'node:crypto';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { hashBytes } from './digest-file.ts';

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
