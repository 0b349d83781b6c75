import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { noteDiskCalls } from '#service/testing/disk-calls.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { openUnfinishedFilm } from './unfinished-film.ts';

test.runIf(process.platform === 'linux')('a film is synced before its rename, and its folder after it', async () => {
  await using folder = await temporaryFolder();
  const output = join(folder.path, 'film.mp4');
  await using film = await openUnfinishedFilm(output);
  const part = basename(film.path);
  await writeFile(film.path, 'whole');
  await using disk = await noteDiskCalls(folder.path);
  await film.finish();
  expect(disk.calls).toEqual([`sync ${part}`, `rename ${part} film.mp4`, 'sync .']);
  expect(await readFile(output, 'utf8')).toBe('whole');
});
