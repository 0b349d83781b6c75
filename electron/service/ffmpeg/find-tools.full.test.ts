import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fakeTool } from '#service/testing/fake-tool.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { findMediaTools } from './find-tools.ts';
import { parseCodecs, parseFilters } from './tool-abilities.ts';
import type { MediaTools } from './tools.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let system: MediaTools;
/** The environment without a configured FFmpeg. */
const { SCENEWRIGHT_FFMPEG: _ffmpeg, SCENEWRIGHT_FFPROBE: _ffprobe, ...unconfigured } = process.env;
beforeAll(async () => {
  folder = await temporaryFolder();
  system = await findMediaTools(unconfigured);
});
afterAll(() => folder[Symbol.asyncDispose]());

/** Creates a folder with links to the real programs. */
async function installed(name: string, programs: readonly ('ffmpeg' | 'ffprobe')[]): Promise<string> {
  const path = join(folder.path, name);
  await mkdir(path);
  for (const program of programs) await symlink(system[program], join(path, program));
  return path;
}

describe('findMediaTools', () => {
  test('finds FFmpeg on PATH with its abilities', () => {
    expect(system.version).toMatch(/^\S+$/);
    for (const encoder of ['libx264', 'aac', 'mpeg2video', 'gif']) expect(system.encoders).toContain(encoder);
    for (const decoder of ['h264', 'aac', 'gif']) expect(system.decoders).toContain(decoder);
    for (const filter of ['scale', 'hue', 'overlay', 'anullsrc', 'concat']) expect(system.filters).toContain(filter);
    expect(system.configuration).toMatch(/^--/);
    for (const codec of ['h264', 'hevc', 'vp9', 'mp3']) expect(system.readableCodecs).toContain(codec);
  });

  test('prefers the file or folder in SCENEWRIGHT_FFMPEG', async () => {
    const path = await installed('configured', ['ffmpeg', 'ffprobe']);
    const expected = { origin: 'configured', ffmpeg: join(path, 'ffmpeg'), ffprobe: join(path, 'ffprobe') };
    const options = { bundled: system.ffmpeg };
    expect(await findMediaTools({ ...process.env, SCENEWRIGHT_FFMPEG: path }, options)).toMatchObject(expected);
    expect(await findMediaTools({ SCENEWRIGHT_FFMPEG: join(path, 'ffmpeg') })).toMatchObject(expected);
  });

  test('prefers the bundled programs to PATH', async () => {
    const bundled = await installed('bundled', ['ffmpeg', 'ffprobe']);
    expect(await findMediaTools(unconfigured, { bundled })).toMatchObject({
      origin: 'bundled',
      ffmpeg: join(bundled, 'ffmpeg'),
    });
  });

  test('finds ffprobe in SCENEWRIGHT_FFPROBE or elsewhere on PATH', async () => {
    const alone = await installed('alone', ['ffmpeg']);
    const other = await installed('other', ['ffprobe']);
    const ffprobe = join(other, 'ffprobe');
    expect(await findMediaTools({ PATH: `${alone}:${other}` })).toMatchObject({ ffprobe });
    expect(await findMediaTools({ PATH: alone, SCENEWRIGHT_FFPROBE: ffprobe })).toMatchObject({ ffprobe });
  });

  test('skips a broken program on PATH', async () => {
    const broken = join(folder.path, 'broken');
    await mkdir(broken);
    await fakeTool(broken, 'ffmpeg', 'echo broken >&2; exit 1');
    await fakeTool(broken, 'ffprobe', 'exit 0');
    const { ffmpeg } = await findMediaTools({ PATH: `${broken}:${process.env['PATH']}` });
    expect(ffmpeg).toBe(system.ffmpeg);
  });

  test.each([
    [
      'does not exist',
      { SCENEWRIGHT_FFMPEG: '/nowhere', PATH: process.env['PATH'] },
      'SCENEWRIGHT_FFMPEG: /nowhere isn’t a program',
    ],
    ['is another program', { SCENEWRIGHT_FFMPEG: '/bin/true', PATH: process.env['PATH'] }, '/bin/true is not FFmpeg'],
    ['is nowhere', { PATH: '/nowhere' }, 'Install it'],
  ])('reports an FFmpeg that %s', async (_, environment, message) => {
    await expect(findMediaTools(environment)).rejects.toMatchObject({
      code: 'ffmpeg/not-found',
      message: expect.stringContaining(message),
    });
  });
});

test("encoders and decoders are listed in brackets or have the codec's name", () => {
  const text = `Codecs:
 D..... = Decoding supported
 -------
 DEV.L. vp9                  Google VP9 (decoders: vp9 libvpx-vp9 ) (encoders: libvpx-vp9)
 DEV..S gif                  CompuServe GIF (Graphics Interchange Format)
 ..V.L. avs3                 AVS3-P2/IEEE1857.10
 D.A.L. qdm2                 QDesign Music Codec 2`;
  expect(parseCodecs(text)).toEqual({
    encoders: new Set(['libvpx-vp9', 'gif']),
    decoders: new Set(['vp9', 'libvpx-vp9', 'gif', 'qdm2']),
    readableCodecs: new Set(['vp9', 'gif', 'qdm2']),
  });
});

test('filters are parsed with two or three flags', () => {
  const text =
    'Filters:\n  T.. = Timeline support\n TSC hue              V->V       Adjust.\n .. concat            N->N       Join.\n ... anullsrc          |->A       Null.';
  expect(parseFilters(text)).toEqual(new Set(['hue', 'concat', 'anullsrc']));
});
