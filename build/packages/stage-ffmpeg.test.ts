import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { pinnedBuild } from './ffmpeg-builds.ts';
import { type FfmpegChoice, stageFfmpeg } from './stage-ffmpeg.ts';

const run = promisify(execFile);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scenewright-ffmpeg-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('FFmpeg for the packages', () => {
  const choice = async (
    files: Readonly<Record<string, string>>,
    more: Partial<FfmpegChoice> = {},
  ): Promise<FfmpegChoice> => {
    const from = await mkdtemp(join(folder, 'from-'));
    await mkdir(join(from, 'bin'));
    for (const [name, text] of Object.entries(files)) await writeFile(join(from, name), text, { mode: 0o755 });
    const target = join(await mkdtemp(join(folder, 'target-')), 'linux-x64');
    return { platform: 'linux-x64', folder: from, licences: [], source: 'https://example.org/source', target, ...more };
  };
  const complete = {
    'bin/ffmpeg': '#!/bin/sh\necho ffmpeg version 9',
    'bin/ffprobe': 'probe',
    'COPYING.GPLv3': 'licence',
  };
  const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

  test('is staged with its license texts and a source offer', async () => {
    const chosen = await choice(complete);
    expect(await stageFfmpeg(chosen)).toEqual(['ffmpeg', 'ffprobe', 'LICENCE-1-COPYING.txt', 'SOURCE-OFFER.txt']);
    expect((await readdir(chosen.target)).sort()).toEqual([
      'LICENCE-1-COPYING.txt',
      'SOURCE-OFFER.txt',
      'ffmpeg',
      'ffprobe',
    ]);
    expect(await readFile(join(chosen.target, 'SOURCE-OFFER.txt'), 'utf8')).toContain('https://example.org/source');
    expect((await stat(join(chosen.target, 'ffmpeg'))).mode & 0o111).toBe(0o111);
  });

  test.each([
    ['without ffprobe', { 'bin/ffmpeg': '', COPYING: '' }, {}, /has no ffprobe/],
    ['without a license text', { 'bin/ffmpeg': '', 'bin/ffprobe': '' }, {}, /no license text/],
    ['without the address of its source', complete, { source: null }, /--source/],
    [
      'with a wrong digest in SHA256SUMS',
      { ...complete, SHA256SUMS: `${digest('other')}  bin/ffmpeg\n` },
      {},
      /has the SHA-256/,
    ],
    ['of another system', complete, { platform: 'win-x64' }, /has no ffmpeg\.exe/],
  ])('refuses a folder and leaves no files: %s', async (_, files, more, message) => {
    const chosen = await choice(files, more);
    await expect(stageFfmpeg(chosen)).rejects.toThrow(message);
    expect(await readdir(join(chosen.target, '..'))).toEqual([]);
  });

  test('is staged from a folder only if its SHA256SUMS match', async () => {
    const sums = `${digest(complete['bin/ffmpeg'])}  bin/ffmpeg\n${digest('probe')} *bin/ffprobe\n`;
    expect(await stageFfmpeg(await choice({ ...complete, SHA256SUMS: sums }))).toContain('ffmpeg');
  });

  test('is staged from a download only if it has the pinned digest', async () => {
    const { folder: from } = await choice(complete);
    const archive = join(folder, 'build.tar.gz');
    await run('tar', ['-czf', archive, '-C', from ?? '', '.']);
    const bytes = await readFile(archive);
    const builds = join(folder, 'pinned.json');
    const pin = (sha256: string) => {
      const entry = {
        version: '9',
        source: 'https://a.example/source',
        archives: [{ url: 'https://a.example/b.tar.gz', sha256 }],
      };
      return writeFile(builds, JSON.stringify({ 'linux-x64': entry }));
    };
    vi.stubGlobal('fetch', async () => new Response(bytes));
    try {
      const chosen = await choice({}, { folder: null, source: null, builds });
      await pin(createHash('sha256').update(bytes).digest('hex'));
      expect(await stageFfmpeg(chosen)).toEqual(['ffmpeg', 'ffprobe', 'LICENCE-1-COPYING.txt', 'SOURCE-OFFER.txt']);
      expect((await readdir(chosen.target)).length).toBe(4);
      await pin(digest('another'));
      await expect(stageFfmpeg(chosen)).rejects.toThrow(/has the SHA-256/);
      // The earlier files must be unchanged.
      expect((await readdir(chosen.target)).length).toBe(4);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  test('is not downloaded while fields of the pinned builds are missing', async () => {
    await expect(pinnedBuild('linux-x64')).rejects.toThrow(
      /fill in version, source, archives\[0\]\.url, archives\[0\]\.sha256/,
    );
    await expect(pinnedBuild('amiga-68k')).rejects.toThrow(/no entry for amiga-68k/);
    const file = join(folder, 'builds.json');
    const entry = {
      version: '9',
      source: 'https://a.example/s',
      archives: [{ url: 'http://a.example/x', sha256: digest('') }],
    };
    await writeFile(file, JSON.stringify({ 'linux-x64': entry }));
    await expect(pinnedBuild('linux-x64', file)).rejects.toThrow(/https/);
  });
});
