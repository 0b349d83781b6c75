import { existsSync } from 'node:fs';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { MediaTools } from '#service/ffmpeg/tools.ts';
import { fakeTool } from '#service/testing/fake-tool.ts';
import { ffmpeg, rotateFile } from '#service/testing/make-media.ts';
import { readRgbFrames } from '#service/testing/measure-film.ts';
import { renderFilm, testTools, tryFilm } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { inEnglish } from '#shared/messages/english.ts';
import { factsOf } from './facts/testing/facts-of.ts';
import { openSourceStore } from './source-store.ts';
import { steadySource } from './steady-copy.ts';

const RATE = 48_000;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const at = (name: string): string => join(folder.path, name);

beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

/** Joins the bytes of files. Returns the path of the result. */
async function joined(name: string, ...parts: readonly string[]): Promise<string> {
  await writeFile(at(name), '');
  for (const part of parts) await appendFile(at(name), await readFile(at(part)));
  return at(name);
}

const plain = (
  name: string,
  color: string,
  options: { readonly size?: string; readonly extra?: readonly string[] } = {},
) =>
  ffmpeg(
    ...['-f', 'lavfi', '-i', `color=${color}:s=${options.size ?? '64x36'}:r=25:d=2`],
    ...(options.extra ?? []),
    at(name),
  );
const tone = (name: string, hertz: number, seconds: number, ...options: readonly string[]) =>
  ffmpeg('-f', 'lavfi', '-i', `sine=${hertz}:d=${seconds}`, ...options, at(name));

const film = (inside: string) => `<movie width="64" height="36" framerate="25">${inside}</movie>`;

/** Returns the dominant color in the middle of each requested frame, as one letter. */
async function colorsOf(path: string, numbers: readonly number[]): Promise<string> {
  const frames = await readRgbFrames(path, 64, 36);
  const middle = 3 * (18 * 64 + 32);
  return numbers
    .map((number) => {
      const pixel = [...(frames[number]?.subarray(middle, middle + 3) ?? [])];
      return 'rgb'[pixel.indexOf(Math.max(...pixel))] ?? '-';
    })
    .join('');
}

/** Returns the pitch of a film's sound at a time, from the zero crossings in 0.1 s. */
async function pitchOf(path: string): Promise<(seconds: number) => number> {
  const samples = await ffmpeg('-i', path, '-f', 's16le', '-ac', '1', '-ar', String(RATE), '-');
  return (seconds) => {
    const from = Math.round(seconds * RATE);
    let crossings = 0;
    for (let each = from; each < from + RATE / 10; each++)
      if (samples.readInt16LE(2 * each) < 0 !== samples.readInt16LE(2 * each + 2) < 0) crossings += 1;
    return crossings * 5;
  };
}

const near = (value: number) => expect.closeTo(value, -2);

describe('a film of a source that changes midway', () => {
  test('plays a sound with changed rate and channels completely', async () => {
    await tone('mono.mp3', 440, 2, '-ar', '44100', '-ac', '1');
    await tone('stereo.mp3', 1760, 2, '-ar', '48000', '-ac', '2');
    await joined('both.mp3', 'mono.mp3', 'stereo.mp3');
    expect((await factsOf(at('both.mp3'))).changes.map(({ of }) => of)).toContain('sound');
    for (const sound of ['<audio src="both.mp3"/>', '<video src="both.mp3"/>']) {
      const { path, frames } = await renderFilm(film(`<scene>${sound}</scene>`), {
        folder: folder.path,
        format: 'mov',
      });
      const pitch = await pitchOf(path);
      expect([pitch(0.5), pitch(1.5), pitch(2.5), pitch(3.5)]).toEqual([440, 440, 1760, 1760].map(near));
      expect(frames / 25).toBeCloseTo(4.06, 0);
    }
  });

  test.each(['1', '2'])('plays chained Vorbis with a changed rate and %s channels later', async (channels) => {
    await tone('low.ogg', 440, 2, '-c:a', 'libvorbis', '-ar', '44100', '-ac', '1');
    await tone('high.ogg', 1760, 2, '-c:a', 'libvorbis', '-ar', '48000', '-ac', channels);
    await joined('chain.ogg', 'low.ogg', 'high.ogg');
    const { path, frames } = await renderFilm(film('<scene><audio src="chain.ogg"/></scene>'), {
      folder: folder.path,
      format: 'mov',
    });
    const pitch = await pitchOf(path);
    expect([pitch(0.5), pitch(1.5), pitch(2.5), pitch(3.5)]).toEqual([440, 440, 1760, 1760].map(near));
    expect(frames / 25).toBeCloseTo(4, 1);
  });

  test('fits a picture of varying size into the largest size', async () => {
    const codecs = ['-c:v', 'libvpx', '-b:v', '500k'];
    await plain('small.webm', 'red', { extra: codecs });
    await plain('large.webm', 'lime', { size: '128x72', extra: codecs });
    await writeFile(at('list.txt'), 'file small.webm\nfile large.webm\n');
    await ffmpeg('-f', 'concat', '-i', at('list.txt'), '-c', 'copy', at('grows.webm'));
    const { changes } = await factsOf(at('grows.webm'));
    expect(changes).toEqual([{ of: 'picture', at: 2, form: '128x72 yuv420p 1:1' }]);
    for (const layers of ['', '<text content="a" size="8"/>']) {
      const { path, frames } = await renderFilm(film(`<scene><video src="grows.webm"/>${layers}</scene>`), {
        folder: folder.path,
      });
      expect(frames).toBe(100);
      expect(await colorsOf(path, [0, 49, 50, 99])).toBe('rrgg');
    }
  });

  test('is reported if its picture is rotated by 45 degrees', async () => {
    const codecs = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p'];
    await plain('small.ts', 'red', { extra: codecs });
    await plain('large.ts', 'lime', { size: '128x72', extra: codecs });
    await joined('both.ts', 'small.ts', 'large.ts');
    const turned = (name: string) => ffmpeg('-i', at('both.ts'), '-c', 'copy', at(name));
    await turned('upright.mp4');
    await turned('tilted.mp4');
    await rotateFile(at('tilted.mp4'), 45);
    expect((await factsOf(at('tilted.mp4'))).changes.map(({ of }) => of)).toContain('picture');
    const warningsOf = async (name: string) => {
      const scenes = `<scene><video src="${name}"/></scene>`.repeat(2);
      const { warnings } = await renderFilm(film(scenes), { folder: folder.path });
      return warnings.filter(({ code }) => code === 'source/rotated').map(({ says }) => says.values);
    };
    expect(await warningsOf('tilted.mp4')).toEqual([{ source: 'tilted.mp4', degrees: 45 }]);
    expect(await warningsOf('upright.mp4')).toEqual([]);
  });

  test.each([
    ['forward', '0', '5000'],
    ['back', '5000', '0'],
  ])('is as long as its parts if the clock jumps %s', async (name, first, second) => {
    const codecs = (offset: string) => ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-output_ts_offset', offset];
    await plain('one.ts', 'red', { extra: codecs(first) });
    await plain('two.ts', 'lime', { extra: codecs(second) });
    await joined(`${name}.ts`, 'one.ts', 'two.ts');
    expect((await factsOf(at(`${name}.ts`))).durationSeconds).toBeCloseTo(4, 1);
    const { path, frames } = await renderFilm(film(`<scene><video src="${name}.ts"/></scene>`), {
      folder: folder.path,
    });
    expect(frames).toBe(100);
    expect(await colorsOf(path, [0, 45, 55, 99])).toBe('rrgg');
  });
});

test('a clock that jumps back between interleaved packets leaves no gap', async () => {
  const encode = (name: string, offset: number) =>
    ffmpeg(
      ...['-f', 'lavfi', '-i', 'color=red:s=64x36:r=25:d=2', '-f', 'lavfi', '-i', 'color=lime:s=64x36:r=25:d=2'],
      ...['-f', 'lavfi', '-i', 'sine=440:r=48000:d=2', '-f', 'lavfi', '-i', 'sine=1760:r=48000:d=2'],
      ...['-filter_complex', '[0][1]concat[v];[2][3]concat=v=0:a=1[a]', '-map', '[v]', '-map', '[a]'],
      ...['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-g', '25', '-c:a', 'ac3', '-b:a', '64k'],
      ...['-output_ts_offset', String(offset), at(name)],
    );
  await encode('before.ts', 100);
  await encode('after.ts', 95);
  const [before, after] = [await readFile(at('before.ts')), await readFile(at('after.ts'))];
  expect(after.length).toBe(before.length);
  const middle = 188 * Math.floor(before.length / 188 / 2);
  await writeFile(at('jumps.ts'), Buffer.concat([before.subarray(0, middle), after.subarray(middle)]));
  const { clockJumps, durationSeconds } = await factsOf(at('jumps.ts'));
  expect(clockJumps).toMatchObject([{ by: expect.closeTo(-5, 1) }]);
  expect(durationSeconds).toBeCloseTo(4, 1);
  const { path, frames } = await renderFilm(film('<scene><video src="jumps.ts"/></scene>'), {
    folder: folder.path,
    format: 'mov',
  });
  expect(frames).toBe(100);
  expect(await colorsOf(path, [0, 48, 52, 99])).toBe('rrgg');
  const pitch = await pitchOf(path);
  expect([pitch(0.5), pitch(1.8), pitch(2.2), pitch(3.5)]).toEqual([440, 440, 1760, 1760].map(near));
});

test('a picture that starts late keeps its last frame', async () => {
  const part = (name: string, color: string, offset: number) =>
    ffmpeg(
      ...['-f', 'lavfi', '-i', `color=${color}:s=64x36:r=25:d=1`, '-f', 'lavfi', '-i', 'sine=440:r=48000:d=1'],
      ...['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-output_ts_offset', String(offset), at(name)],
    );
  await part('first.ts', 'red', 100);
  await part('second.ts', 'lime', 5000);
  await joined('late.ts', 'first.ts', 'second.ts');
  const { video } = await factsOf(at('late.ts'));
  expect(video?.startSeconds).toBeCloseTo(0.021, 3);
  expect((await renderFilm(film('<scene><video src="late.ts"/></scene>'), { folder: folder.path })).frames).toBe(51);
});

test('every link of chained Theora is displayed', async () => {
  await plain('one.ogv', 'red', { extra: ['-c:v', 'libtheora'] });
  await plain('two.ogv', 'lime', { extra: ['-c:v', 'libtheora'] });
  await joined('chain.ogv', 'one.ogv', 'two.ogv');
  const { path } = await renderFilm(film('<scene><video src="chain.ogv"/></scene>'), { folder: folder.path });
  expect(await colorsOf(path, [0, 48, 52, 97])).toBe('rrgg');
});

test('a killed conversion is a fault of the machine', async () => {
  await tone('low.mp3', 440, 1, '-ar', '44100');
  await tone('high.mp3', 440, 1, '-ar', '48000');
  const path = await joined('killed.mp3', 'low.mp3', 'high.mp3');
  const facts = await factsOf(path);
  await using store = openSourceStore(at('store'));
  const { signal } = new AbortController();
  const killed = await fakeTool(folder.path, 'killed-ffmpeg', 'kill -KILL $$');
  const make = (tools: MediaTools) =>
    steadySource({ path, sha256: 'killed' }, facts, { tools, store, cacheFolder: null, signal });
  await expect(make({ ...(await testTools()), ffmpeg: killed })).rejects.toMatchObject({ code: 'ffmpeg/interrupted' });
  expect(await make(await testTools())).toMatchObject({ ok: true });
});

test('a conversion that stalls is a fault of the machine', async () => {
  await tone('low.mp3', 440, 1, '-ar', '44100');
  await tone('high.mp3', 440, 1, '-ar', '48000');
  const path = await joined('stalls.mp3', 'low.mp3', 'high.mp3');
  const facts = await factsOf(path);
  await using store = openSourceStore(at('store'));
  const script = `touch ${at('started')}; while :; do sleep 1; done`;
  const tools = { ...(await testTools()), ffmpeg: await fakeTool(folder.path, 'hanging-ffmpeg', script) };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { signal } = new AbortController();
    const made = steadySource({ path, sha256: 'stalls' }, facts, { tools, store, cacheFolder: null, signal });
    const stalled = expect(made).rejects.toMatchObject({
      code: 'ffmpeg/stalled',
      message: expect.stringContaining('busy. Try again'),
    });
    await waitUntil(() => existsSync(at('started')));
    vi.advanceTimersByTime(60_000);
    await stalled;
  } finally {
    vi.useRealTimers();
  }
});

describe('a source that cannot be converted', () => {
  const refusalOf = async (inside: string): Promise<string> => {
    const result = await tryFilm(film(inside), { folder: folder.path });
    return result.ok ? '' : result.error.map(({ says }) => inEnglish(says)).join(' ');
  };

  test('is reported with the reason: Matroska with decreasing timestamps', async () => {
    await plain('once.mkv', 'red', { extra: ['-c:v', 'libx264', '-pix_fmt', 'yuv420p'] });
    await joined('twice.mkv', 'once.mkv', 'once.mkv');
    expect(await refusalOf('<scene duration="50"><video src="twice.mkv"/></scene>')).toMatch(
      /“twice.mkv” has timestamps that go back at 2 s/,
    );
  });
});
