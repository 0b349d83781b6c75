import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { testTools } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { openJobProcessing } from './run-worker.ts';
import { workerFolders } from './worker-folders.ts';

const never = new AbortController().signal;

test('the check fails while a folder cannot be written', async () => {
  await using folder = await temporaryFolder();
  const objects = join(folder.path, 'objects');
  await mkdir(objects);
  const folders = workerFolders(join(folder.path, 'cache'), 1e9);
  await using processing = await openJobProcessing({
    ...{ store: { kind: 'folder', folder: objects }, folders, tools: await testTools(), cores: 1, allowHosts: [] },
    ...{ logger: pino({ level: 'silent' }), clock: Date.now },
  });
  await processing.check(never);
  for (const each of [folders.files, folders.workshop, folders.sources, folders.unfinished]) {
    await rm(each, { recursive: true });
    // Simulate a read-only disk in a way that also works for the root user.
    await writeFile(each, 'no folder');
    await expect(processing.check(never)).rejects.toMatchObject({ code: 'storage/unwritable' });
    await rm(each);
    await processing.check(never);
  }
});
