import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { required } from '#shared/lib/assert.ts';
import { createToolsSearch } from './tools-search.ts';

test('a search returns FFmpeg, or null if it is missing', async () => {
  await using folder = await temporaryFolder();
  const { signal } = new AbortController();
  expect(await createToolsSearch(process.env, null, folder.path).found(signal)).not.toBeNull();
  const none = createToolsSearch({ SCENEWRIGHT_FFMPEG: join(folder.path, 'none') }, null, folder.path);
  expect(await none.found(signal)).toBeNull();
  expect(await none.found(signal)).toBeNull();
});

test('the next start reads the abilities from the cache', async () => {
  await using folder = await temporaryFolder();
  const first = createToolsSearch(process.env, null, folder.path);
  const { signal } = new AbortController();
  const tools = await first.find();
  expect(await first.found(signal)).toBe(tools);
  const [name] = await readdir(join(folder.path, 'tools'));
  const record = join(folder.path, 'tools', required(name, 'what is remembered'));
  await writeFile(record, JSON.stringify({ ...JSON.parse(await readFile(record, 'utf8')), version: 'as remembered' }));
  expect(await createToolsSearch(process.env, null, folder.path).find()).toEqual({
    ...tools,
    version: 'as remembered',
  });
});
