import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { findMediaTools } from '#service/ffmpeg/find-tools.ts';
import type { MediaTools } from '#service/ffmpeg/tools.ts';
import { fakeTool } from '#service/testing/fake-tool.ts';
import { loopbackServer } from '#service/testing/loopback-server.ts';
import { makeClip } from '#service/testing/make-media.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { withSentence } from '#shared/messages/testing/messages.ts';
import type { MediaSource } from '#shared/template/movie/movie.ts';
import type { RequestedSource } from '#shared/template/movie/used-sources.ts';
import { createSourceLocator, type SourceLocatorOptions } from './locate-source.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let tools: MediaTools;
let clip: Buffer;
const assets = () => join(folder.path, 'assets');
beforeAll(async () => {
  folder = await temporaryFolder();
  tools = await findMediaTools(process.env);
  await mkdir(join(folder.path, 'assets'));
  clip = await readFile(await makeClip(join(assets(), 'Opening.mp4'), { seconds: 0.2 }));
});
afterAll(() => folder[Symbol.asyncDispose]());

const never = new AbortController().signal;
const media = (source: MediaSource): RequestedSource => ({ source, kind: 'media' });

function locator(options: Partial<SourceLocatorOptions> = {}) {
  const base = { tools, assetsFolder: assets(), cacheFolder: null, scratchFolder: join(folder.path, 'scratch') };
  return createSourceLocator({ ...base, allowHosts: new Set(), allowLoopback: true, ...options }).locate;
}

async function errorOf(name: string) {
  const result = await locator()(media({ kind: 'asset', name }), never);
  return result.ok ? null : withSentence(result.error);
}

describe('a file of the assets folder', () => {
  test('is found by its name', async () => {
    const result = await locator()(media({ kind: 'asset', name: 'Opening.mp4' }), never);
    expect(result).toMatchObject({
      ok: true,
      value: { path: join(assets(), 'Opening.mp4'), facts: { demuxer: 'mov' } },
    });
    expect(result.ok && result.value.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  test('is found with composed or decomposed accents', async () => {
    await writeFile(join(assets(), 'Schlu\u0308sse.mp4'), clip);
    expect(await errorOf('Schl\u00fcsse.mp4')).toBeNull();
    await writeFile(join(assets(), 'Caf\u00e9.mp4'), clip);
    expect(await errorOf('Cafe\u0301.mp4')).toBeNull();
  });

  test.each([
    ['opening.mp4', '“opening.mp4” isn’t in FOLDER; did you mean “Opening.mp4”?'],
    ['Openning.mp4', '“Openning.mp4” isn’t in FOLDER; did you mean “Opening.mp4”?'],
    ['0pening.mp4', '“0pening.mp4” isn’t in FOLDER; did you mean “Opening.mp4”?'],
    ['Opening.mov', '“Opening.mov” isn’t in FOLDER; did you mean “Opening.mp4”?'],
    ['closing.mp4', '“closing.mp4” isn’t in FOLDER.'],
  ])('suggests a similar name for a missing one: %s', async (name, message) => {
    expect(await errorOf(name)).toEqual({ code: 'source/not-found', message: message.replace('FOLDER', assets()) });
  });

  test('may be a link to a file in the folder only', async () => {
    const outside = join(folder.path, 'outside.mp4');
    await writeFile(outside, clip);
    await symlink('Opening.mp4', join(assets(), 'inside-link.mp4'));
    await symlink(outside, join(assets(), 'outside-link.mp4'));
    await symlink('nowhere.mp4', join(assets(), 'broken-link.mp4'));
    expect(await errorOf('inside-link.mp4')).toBeNull();
    expect(await errorOf('outside-link.mp4')).toMatchObject({ code: 'source/refused' });
    expect(await errorOf('broken-link.mp4')).toMatchObject({ code: 'source/not-found' });
  });

  test.each(['', '.', '..', '../outside.mp4', 'a/../Opening.mp4', '/etc/passwd', 'a\\b.mp4', 'Opening.mp4\0'])(
    'refuses an invalid name: %j',
    async (name) => {
      expect(await errorOf(name)).toMatchObject({ code: 'source/refused' });
    },
  );

  test.runIf(process.platform !== 'win32')('must be a regular file: a pipe is not opened', async () => {
    await promisify(execFile)('mkfifo', [join(assets(), 'pipe.mp4')]);
    await mkdir(join(assets(), 'folder.mp4'));
    await symlink('/dev/zero', join(assets(), 'device.mp4'));
    expect(await errorOf('pipe.mp4')).toMatchObject({
      code: 'source/refused',
      message: '“pipe.mp4” isn’t a regular file.',
    });
    expect(await errorOf('folder.mp4')).toMatchObject({ code: 'source/refused', message: '“folder.mp4” is a folder.' });
    expect(await errorOf('device.mp4')).toMatchObject({ code: 'source/refused' });
  });

  test('is unreadable if it is not media', async () => {
    await writeFile(join(assets(), 'evil.mp4'), '#EXTM3U\n/etc/passwd\n');
    expect(await errorOf('evil.mp4')).toEqual({
      code: 'source/unreadable',
      message: '“evil.mp4” is a playlist, not a video.',
    });
  });
});

function withoutStamp(result: Awaited<ReturnType<ReturnType<typeof locator>>>) {
  return result.ok ? { ...result.value, stamp: null } : result;
}

test('a killed ffprobe is a fault of the machine', async () => {
  // The service reads the facts of AVI files only with ffprobe.
  await makeClip(join(assets(), 'killed.avi'), { seconds: 0.2 });
  const ffprobe = await fakeTool(folder.path, 'killed-ffprobe', 'kill -KILL $$');
  const cacheFolder = join(folder.path, 'killed-cache');
  for (const cache of [null, cacheFolder]) {
    const locate = (used: MediaTools) =>
      locator({ cacheFolder: cache, tools: used })(media({ kind: 'asset', name: 'killed.avi' }), never);
    await expect(locate({ ...tools, ffprobe })).rejects.toMatchObject({
      code: 'ffmpeg/interrupted',
      message: expect.stringContaining('(SIGKILL)'),
    });
    expect(await locate(tools)).toMatchObject({ ok: true });
  }
});

describe('a locator with a cache folder', () => {
  /** Moves the clock, because the digest of a file that has just changed is not stored. */
  const moveClock = () => vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ['Date'] });
  afterEach(() => void vi.useRealTimers());

  test('stores digest and facts until a file changes', async () => {
    const cacheFolder = join(folder.path, 'cache');
    // The service reads the facts of AVI files only with ffprobe.
    const path = await makeClip(join(assets(), 'remembered.avi'), { seconds: 0.2 });
    const { size } = await stat(path);
    const counter = join(folder.path, 'count');
    const ffprobe = await fakeTool(folder.path, 'counting-ffprobe', `echo >> ${counter}; exec ${tools.ffprobe} "$@"`);
    const locate = locator({ cacheFolder, tools: { ...tools, ffprobe } });
    const located = () => locate(media({ kind: 'asset', name: 'remembered.avi' }), never);
    const probes = async () => (await readFile(counter, 'utf8')).length;

    const first = await located();
    const probed = await probes();
    expect(probed).toBeGreaterThan(0);
    expect(await stat(join(cacheFolder, 'digests')).catch(() => null)).toBeNull();
    await utimes(path, 1_700_000_000, 1_700_000_000);
    moveClock();
    const touched = await located();
    expect(withoutStamp(touched)).toEqual(withoutStamp(first));
    expect(await probes()).toBe(probed);
    // A changed entry shows that the file is not read again.
    const [entry = ''] = await readdir(join(cacheFolder, 'digests'));
    const stored = JSON.parse(await readFile(join(cacheFolder, 'digests', entry), 'utf8'));
    const sha256 = '0'.repeat(64);
    await writeFile(join(cacheFolder, 'digests', entry), JSON.stringify({ ...stored, sha256 }));
    expect(await located()).toMatchObject({ ok: true, value: { sha256 } });
    await writeFile(join(cacheFolder, 'digests', entry), JSON.stringify(stored));
    const before = await probes();
    expect(await located()).toEqual(touched);
    expect(await probes()).toBe(before);

    // Other bytes of the same size are noticed although the modification time is reset.
    await writeFile(path, Buffer.alloc(size));
    await utimes(path, 1_700_000_000, 1_700_000_000);
    expect(await located()).toMatchObject({ ok: false });
  });

  test('replaces damaged entries', async () => {
    const cacheFolder = join(folder.path, 'damaged');
    moveClock();
    const located = () => locator({ cacheFolder })(media({ kind: 'asset', name: 'Opening.mp4' }), never);
    const first = await located();
    for (const kind of ['digests', 'facts'])
      for (const garbage of [
        '',
        '{',
        'null',
        '[]',
        '{"stamp":1,"sha256":"x","demuxer":"concat"}',
        '{"demuxer":"mov","answer":"{}","measured":[[1]],"keyFrames":[],"isCut":false}',
      ]) {
        const [entry = ''] = await readdir(join(cacheFolder, kind));
        await writeFile(join(cacheFolder, kind, entry), garbage);
        expect(await located()).toEqual(first);
      }
  });

  test('finds files even if the cache folder is not writable', async () => {
    const blocked = join(folder.path, 'blocked');
    await writeFile(blocked, 'a file, not a folder');
    expect(await locator({ cacheFolder: blocked })(media({ kind: 'asset', name: 'Opening.mp4' }), never)).toMatchObject(
      {
        ok: true,
      },
    );
  });
});

describe('a remote source', () => {
  test('is fetched into the scratch folder without a cache folder', async () => {
    await using server = await loopbackServer((_, response) => response.end(clip));
    const result = await locator()(media({ kind: 'url', url: `${server.url}/film` }), never);
    expect(result).toMatchObject({
      ok: true,
      value: { path: expect.stringContaining(join(folder.path, 'scratch')), facts: { demuxer: 'mov' } },
    });
    await rm(join(folder.path, 'scratch'), { recursive: true });
  });

  test('is reported with its address if it is a web page', async () => {
    await using server = await loopbackServer((_, response) => response.end('<!doctype html><title>Sign in</title>'));
    const result = await locator()(media({ kind: 'url', url: `${server.url}/film.mp4?key=1` }), never);
    expect(result.ok ? null : withSentence(result.error)).toEqual({
      code: 'source/unreadable',
      message: `“${server.url}/film.mp4?…” is a web page, not a video.`,
    });
  });
});
