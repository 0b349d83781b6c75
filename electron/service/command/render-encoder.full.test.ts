// @module-tag full-scale
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tinyClip, tinyFilm } from '#service/renders/testing/job-world.ts';
import { nvencFfmpeg } from '#service/testing/nvenc-ffmpeg.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { parseInvocation } from './arguments.ts';
import { renderCommand } from './render-command.ts';

test('--encoder uses existing hardware and reports missing hardware', async () => {
  await using folder = await temporaryFolder();
  const { ffmpeg, log } = await nvencFfmpeg(folder.path);
  await writeFile(join(folder.path, 'clip.mp4'), await tinyClip(folder.path));
  await writeFile(join(folder.path, 'film.xml'), tinyFilm());
  const render = (encoder: string) => {
    const invocation = parseInvocation(['render', 'film.xml', '--out', `${encoder}.mp4`, '--encoder', encoder]);
    if (!invocation.ok || invocation.value.command !== 'render') throw new Error('the arguments are wrong');
    const cache = join(folder.path, 'cache');
    return renderCommand(invocation.value, {
      folder: folder.path,
      environment: { ...process.env, SCENEWRIGHT_FFMPEG: ffmpeg, SCENEWRIGHT_CACHE: cache },
      umask: 0o022,
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
  };
  expect(await render('nvenc')).toMatchObject({ failure: null, result: { film: { frames: 5 } } });
  // One run of FFmpeg probes the encoder, and one encodes the scene.
  expect(await readFile(log, 'utf8')).toBe('nvenc\nnvenc\n');
  await expect(render('amf')).rejects.toMatchObject({
    code: 'render/encoder-unavailable',
    message: expect.stringContaining('AMD AMF: this FFmpeg was built without `h264_amf`.'),
  });
});
