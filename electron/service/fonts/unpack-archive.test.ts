import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { archiveOf } from './testing/some-package.ts';
import { unpackArchive } from './unpack-archive.ts';

const limits = { entries: 3, entryBytes: 2 ** 20, totalBytes: 2 ** 20 + 2 ** 19 };

async function unpack(files: Readonly<Record<string, Buffer>>) {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'fonts.tgz');
  await writeFile(path, archiveOf(files));
  return await unpackArchive(path, new Set(['a']), new AbortController().signal, limits);
}

const zeros = (bytes: number) => Buffer.alloc(bytes);

test('an archive within the limits can be unpacked', async () => {
  const entries = await unpack({ a: Buffer.from('A'), b: zeros(2 ** 20), c: zeros(2 ** 18) });
  expect(entries.get('a')?.toString()).toBe('A');
});

test.each([
  ['a large entry', 'has a file of more than 1 MiB', { a: zeros(2 ** 20 + 1) }],
  ['a large entry that is not requested', 'has a file of more than 1 MiB', { b: zeros(2 ** 20 + 1), a: zeros(1) }],
  ['large entries together', 'unpacks to more than 2 MiB', { a: zeros(2 ** 20), b: zeros(2 ** 20) }],
  ['many entries', 'has more than 3 files', { a: zeros(0), b: zeros(0), c: zeros(0), d: zeros(0) }],
] as const)('an archive is refused for %s', async (_, reason, files) => {
  await expect(unpack(files)).rejects.toThrow(reason);
});
