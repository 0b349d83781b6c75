import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';

/** A program whose thread prints the folder of its compile cache. */
const PROGRAM = `
  import { Worker } from 'node:worker_threads';
  import { cacheCompiledCode } from ${JSON.stringify(new URL('./compile-cache.ts', import.meta.url).href)};
  cacheCompiledCode();
  const thread = "import { getCompileCacheDir } from 'node:module'; console.log(getCompileCacheDir())";
  new Worker(thread, { eval: true });
`;

test('a thread uses the compile cache of its process', async () => {
  await using folder = await temporaryFolder();
  const { NODE_COMPILE_CACHE: _, ...inherited } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    env: { ...inherited, SCENEWRIGHT_CACHE: folder.path },
  });
  const compiled = join(folder.path, 'compiled');
  expect((await readdir(compiled)).map((version) => join(compiled, version))).toEqual([stdout.trim()]);
});
