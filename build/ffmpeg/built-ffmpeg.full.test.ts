// @module-tag full-scale
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { encodersOf, formatNames, formatOf } from '#service/engine/formats/formats.ts';
import { findMediaTools } from '#service/ffmpeg/find-tools.ts';

const run = promisify(execFile);
const built = join(import.meta.dirname, '../../out/ffmpeg');
const ending = process.platform === 'win32' ? '.exe' : '';
const ffmpeg = join(built, `ffmpeg${ending}`);
const listing = async (name: string) => (await run(ffmpeg, ['-hide_banner', name])).stdout;

/** The formats whose encoders the packages leave out. The program lists these formats as unavailable. */
const OPTIONAL: ReadonlySet<string> = new Set(['av1', 'hevc']);

const isBuilt = existsSync(ffmpeg);

test.skipIf(!isBuilt)('a build has every encoder and filter that the engine uses', async () => {
  const tools = await findMediaTools({ ...process.env, SCENEWRIGHT_FFMPEG: built });
  const needed = formatNames.filter((name) => !OPTIONAL.has(name)).flatMap((name) => encodersOf(formatOf(name)));
  expect([...new Set(needed)].filter((encoder) => !tools.encoders.has(encoder))).toEqual([]);
  expect(['zscale', 'tonemap', 'ebur128', 'loudnorm'].filter((name) => !tools.filters.has(name))).toEqual([]);
  for (const decoder of ['libdav1d', 'libvpx-vp9', 'prores', 'hevc', 'webp']) expect(tools.decoders).toContain(decoder);
  const hardware =
    process.platform === 'darwin'
      ? ['h264_videotoolbox']
      : [
          'h264_nvenc',
          ...(process.platform === 'linux' ? ['h264_vaapi'] : ['h264_amf']),
          ...(process.arch === 'x64' ? ['h264_qsv'] : []),
        ];
  expect(hardware.filter((encoder) => !tools.encoders.has(encoder))).toEqual([]);
});

test.skipIf(!isBuilt)('a build has only file protocols, the device lavfi, and free code', async () => {
  expect(
    (await listing('-protocols'))
      .match(/^\s+\w+$/gm)
      ?.map((name) => name.trim())
      .sort(),
  ).toEqual(['fd', 'fd', 'file', 'file', 'pipe', 'pipe']);
  expect((await listing('-devices')).match(/^ [D ][E ]\S* +\S+/gm)?.map((line) => line.trim().split(/\s+/)[1])).toEqual(
    ['lavfi'],
  );
  expect(await listing('-L')).toMatch(/GNU General Public License/);
  expect((await listing('-version')).match(/nonfree|fdk/)).toBeNull();
});

test.skipIf(!isBuilt)('a build comes with the license texts of its codecs', async () => {
  const files = await readdir(built);
  for (const name of ['ffmpeg', 'x264', 'libvpx', 'opus', 'lame', 'zimg', 'dav1d', 'libwebp', 'svt-av1', 'zlib'])
    expect(files.filter((file) => file.startsWith(`COPYING.${name}.`)).length, name).toBeGreaterThan(0);
  expect(files).toEqual(expect.arrayContaining(['SHA256SUMS', 'VERSION.txt', 'pins.txt']));
});

// Codecs are linked statically, so that the program loads few libraries at its start. libc is linked dynamically,
// because the program loads drivers at run time.
test.skipIf(!isBuilt || process.platform !== 'linux')(
  'a build needs only libc, not newer than in Debian 12',
  async () => {
    for (const program of [ffmpeg, join(built, 'ffprobe')]) {
      const { stdout } = await run('readelf', ['--dynamic', '--version-info', '--wide', program]);
      const libraries = [...stdout.matchAll(/\(NEEDED\).*\[([^\]]+)\]/g)].map(([, name = '']) => name);
      expect(
        libraries.filter((name) => !/^(?:libc|libm|libdl|libpthread|ld-linux[\w-]*)\.so\.\d+$/.test(name)),
      ).toEqual([]);
      const versions = [...stdout.matchAll(/GLIBC_2\.(\d+)/g)].map(([, minor]) => Number(minor));
      expect(Math.max(...versions)).toBeLessThanOrEqual(36);
    }
  },
);
