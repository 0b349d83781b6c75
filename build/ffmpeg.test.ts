import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { chooseFfmpeg } from './ffmpeg.mjs';

const ENDING = process.platform === 'win32' ? '.exe' : '';

test('SCENEWRIGHT_FFMPEG overrides a built FFmpeg, which overrides PATH', async () => {
  await using folder = await temporaryFolder();
  const built = join(folder.path, 'ffmpeg');
  const environment = { SCENEWRIGHT_FFMPEG: '/opt/ffmpeg', PATH: '/usr/bin' };
  expect(chooseFfmpeg(environment, built)).toBe('/opt/ffmpeg');
  expect(chooseFfmpeg({ PATH: '/usr/bin' }, built)).toBe('');

  await mkdir(built);
  for (const name of ['ffmpeg', 'ffprobe']) await writeFile(join(built, `${name}${ENDING}`), '');
  const program = join(built, `ffmpeg${ENDING}`);
  expect(chooseFfmpeg(environment, built)).toBe(program);
  expect(chooseFfmpeg({}, built)).toBe(program);

  // An incomplete build is ignored.
  await rm(join(built, `ffprobe${ENDING}`));
  expect(chooseFfmpeg(environment, built)).toBe('/opt/ffmpeg');
});
