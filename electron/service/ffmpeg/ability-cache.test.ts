import { mkdir, readdir, rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { findMediaTools } from './find-tools.ts';
import { cachedAbilities, type ToolAbilities } from './tool-abilities.ts';

const abilities: ToolAbilities = {
  version: '7.1',
  configuration: '--enable-gpl --enable-libx264',
  encoders: new Set(['libx264', 'aac']),
  decoders: new Set(['h264']),
  filters: new Set(['hue']),
  readableCodecs: new Set(['h264', 'av1']),
};
const DAY = 24 * 3_600_000;

/** Creates a folder with a binary program, and a function that reads its cached abilities. */
async function world() {
  const folder = await temporaryFolder();
  const program = join(folder.path, 'ffmpeg');
  await writeFile(program, 'ELF of the first build');
  const recall = (environment = {}, now?: number) =>
    cachedAbilities(program, { folder: join(folder.path, 'cache'), environment }, now);
  return { folder, program, recall, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

test('the abilities of a program are requested once', async () => {
  await using each = await world();
  const first = await each.recall();
  expect(first.known).toBeNull();
  await first.keep(abilities);
  expect((await each.recall()).known).toEqual(abilities);
});

test('abilities are cached only with a folder', async () => {
  await using each = await world();
  const options = { folder: null, environment: {} };
  await (await cachedAbilities(each.program, options)).keep(abilities);
  expect((await cachedAbilities(each.program, options)).known).toBeNull();
});

test.each<[string, (program: string) => Promise<void>]>([
  ['was rewritten', (program) => writeFile(program, 'ELF of a second build')],
  [
    'was replaced by one of the same size and age',
    async (program) => {
      await writeFile(`${program}.new`, 'ELF of another build 1');
      await utimes(`${program}.new`, 1000, 1000);
      await rename(`${program}.new`, program);
    },
  ],
  ['was changed with its time set back', (program) => utimes(program, 1000, 1000)],
])('the abilities of a program are read again if its file %s', async (_, change) => {
  await using each = await world();
  await utimes(each.program, 1000, 1000);
  await (await each.recall()).keep(abilities);
  await change(each.program);
  expect((await each.recall()).known).toBeNull();
});

test('cached abilities expire after a day or when library paths change', async () => {
  await using each = await world();
  await (await each.recall()).keep(abilities);
  expect((await each.recall({ LD_LIBRARY_PATH: '/opt/lib' })).known).toBeNull();
  expect((await each.recall({}, Date.now() + DAY)).known).toBeNull();
  expect((await each.recall({}, Date.now() - DAY)).known).toBeNull();
});

test('a program that is replaced while it answers is not cached', async () => {
  await using each = await world();
  const first = await each.recall();
  await writeFile(each.program, 'ELF of a second build');
  await first.keep(abilities);
  expect((await each.recall()).known).toBeNull();
});

test('the abilities of a script are read each time', async () => {
  await using each = await world();
  await writeFile(each.program, '#!/bin/sh\nexec /opt/ffmpeg "$@"');
  await (await each.recall()).keep(abilities);
  expect((await each.recall()).known).toBeNull();
});

test('concurrent writes leave a valid cache file', async () => {
  await using each = await world();
  await Promise.all(Array.from({ length: 20 }, async () => (await each.recall()).keep(abilities)));
  expect((await each.recall()).known).toEqual(abilities);
  const notes = join(each.folder.path, 'cache', 'tools');
  const names = await readdir(notes);
  expect(names).toHaveLength(1);
  for (const damaged of ['{"stamp', '[]', '{"version":"7.1"}']) {
    await writeFile(join(notes, String(names[0])), damaged);
    expect((await each.recall()).known).toBeNull();
  }
});

test('a cached FFmpeg is found without a process start', async () => {
  await using folder = await temporaryFolder();
  const system = await findMediaTools(process.env);
  const cacheFolder = join(folder.path, 'cache');
  await mkdir(cacheFolder);
  const first = await findMediaTools(process.env, { cacheFolder });
  expect(first).toEqual(system);
  expect(await findMediaTools(process.env, { cacheFolder })).toEqual(system);
  // Write another version into the cache. The next search returns that version only if it reads the cache.
  const memory = { folder: cacheFolder, environment: process.env };
  await (await cachedAbilities(first.ffmpeg, memory)).keep({ ...abilities, version: 'remembered' });
  expect(await findMediaTools(process.env, { cacheFolder })).toMatchObject({ version: 'remembered' });
});
