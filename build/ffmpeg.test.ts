import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { chooseFfmpeg } from './ffmpeg.mjs';

const ENDING = process.platform === 'win32' ? '.exe' : '';

test('a build that runs overrides SCENEWRIGHT_FFMPEG, which overrides PATH', async () => {
  await using folder = await temporaryFolder();
  const built = join(folder.path, 'ffmpeg');
  const runs = () => true;
  const environment = { SCENEWRIGHT_FFMPEG: '/opt/ffmpeg', PATH: '/usr/bin' };
  expect(chooseFfmpeg(environment, built, runs)).toBe('/opt/ffmpeg');
  expect(chooseFfmpeg({ PATH: '/usr/bin' }, built, runs)).toBe('');

  await mkdir(built);
  for (const name of ['ffmpeg', 'ffprobe']) await writeFile(join(built, `${name}${ENDING}`), '');
  const program = join(built, `ffmpeg${ENDING}`);
  expect(chooseFfmpeg(environment, built, runs)).toBe(program);
  expect(chooseFfmpeg({}, built, runs)).toBe(program);

  // An incomplete build is ignored.
  await rm(join(built, `ffprobe${ENDING}`));
  expect(chooseFfmpeg(environment, built, runs)).toBe('/opt/ffmpeg');
});

test.skipIf(process.platform === 'win32')('a damaged build is ignored', async () => {
  await using folder = await temporaryFolder();
  for (const [broken, content, mode] of [
    ['ffmpeg', 'exit 1', 0o755],
    ['ffmpeg', 'exit 0', 0o644],
    ['ffprobe', 'kill -SEGV $$', 0o755],
    ['none', '', 0],
  ] as const) {
    for (const name of ['ffmpeg', 'ffprobe']) {
      const path = join(folder.path, name);
      await rm(path, { force: true });
      await writeFile(path, `#!/bin/sh\n${name === broken ? content : `echo ${name} version 7`}\n`, {
        mode: name === broken ? mode : 0o755,
      });
    }
    const chosen = chooseFfmpeg({ SCENEWRIGHT_FFMPEG: '/opt/ffmpeg' }, folder.path);
    expect([broken, content, chosen]).toEqual([
      broken,
      content,
      broken === 'none' ? join(folder.path, 'ffmpeg') : '/opt/ffmpeg',
    ]);
  }
});
