import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ffmpeg } from '#service/testing/make-media.ts';
import { renderFilm, testTools } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { scale } from '#shared/testing/scale.ts';
import { factsOf } from './facts/testing/facts-of.ts';
import { openSourceStore } from './source-store.ts';
import { type SteadySource, steadySource } from './steady-copy.ts';

/** A part of a joined file: its sample rate and its channels. */
type Part = readonly [rate: number, channels: 1 | 2];

const RATE = 48_000;
const RATES = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000];
const CHANNELS = [1, 2] as const;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let store: ReturnType<typeof openSourceStore>;
const at = (name: string): string => join(folder.path, name);

beforeAll(async () => {
  folder = await temporaryFolder();
  store = openSourceStore(at('sources'));
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const made = new Map<string, Promise<Buffer>>();

/** Returns an MP3 of 0.8 s with an ID3v2 tag and a Xing header. */
function mp3(rate: number, channels: number, ...options: readonly string[]): Promise<Buffer> {
  const name = `${rate}-${channels}${options.join('')}.mp3`;
  const file = made.get(name) ?? makeMp3(name, rate, channels, options);
  made.set(name, file);
  return file;
}

async function makeMp3(name: string, rate: number, channels: number, options: readonly string[]): Promise<Buffer> {
  const sine = `sine=${300 + rate / 100}:r=48000:d=0.8`;
  await ffmpeg('-f', 'lavfi', '-i', sine, '-ar', String(rate), '-ac', String(channels), ...options, at(name));
  return await readFile(at(name));
}

async function joinedMp3(name: string, ...parts: readonly Part[]): Promise<string> {
  await writeFile(at(name), Buffer.concat(await Promise.all(parts.map(([rate, channels]) => mp3(rate, channels)))));
  return at(name);
}

async function steadyOf(path: string): Promise<SteadySource> {
  const options = { tools: await testTools(), store, cacheFolder: null, signal: new AbortController().signal };
  const steady = await steadySource({ path, sha256: path, stamp: null }, await factsOf(path), options);
  if (!steady.ok) throw new Error(steady.error.code);
  return steady.value;
}

/** Returns the first channel that FFmpeg decodes. */
async function samplesOf(path: string): Promise<Float32Array> {
  const bytes = await ffmpeg('-i', path, '-f', 'f32le', '-ac', '1', '-ar', String(RATE), '-');
  return new Float32Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.length / 4));
}

/** Expects that two sounds have equal lengths and samples, except for the rounding of the resampler. */
function expectEqualSounds(sound: Float32Array, expected: Float32Array): void {
  expect(Math.abs(sound.length - expected.length)).toBeLessThan(RATE / 500);
  const count = Math.min(sound.length, expected.length);
  let [difference, energy] = [0, 0];
  for (let sample = 0; sample < count; sample++) {
    difference += ((sound[sample] ?? 0) - (expected[sample] ?? 0)) ** 2;
    energy += (expected[sample] ?? 0) ** 2;
  }
  expect(energy / count).toBeGreaterThan(1e-4);
  expect(difference / energy).toBeLessThan(0.01);
}

const pairs = RATES.flatMap((first) =>
  RATES.flatMap((second) =>
    CHANNELS.flatMap((one) =>
      CHANNELS.map(
        (other) =>
          [
            [first, one],
            [second, other],
          ] as const,
      ),
    ),
  ),
);
const checkedPairs: readonly (readonly Part[])[] =
  scale === 'full'
    ? pairs
    : [
        [
          [22_050, 1],
          [48_000, 2],
        ],
        [
          [16_000, 1],
          [24_000, 2],
        ],
        [
          [44_100, 2],
          [44_100, 2],
        ],
      ];

describe('joined MP3s', () => {
  test.each([
    ...checkedPairs,
    [
      [24_000, 1],
      [44_100, 2],
      [8000, 1],
    ] as const,
  ])('play as FFmpeg decodes them: %j', async (...parts) => {
    const path = await joinedMp3(`${parts.flat().join('-')}-joined.mp3`, ...(parts as readonly Part[]));
    const steady = await steadyOf(path);
    expectEqualSounds(await samplesOf(steady.path), await samplesOf(path));
    expect(steady.facts.audio?.gaps).toEqual([]);
    expect([steady.facts.faults, steady.original?.faults]).toEqual([undefined, undefined]);
  });

  test('with a cover and an older tag have no damage, in a film too', async () => {
    const tags = ['-write_id3v1', '1', '-metadata', 'title=Part'];
    const cover = Buffer.concat([Buffer.from('ID3\x03\0\0\0\x06\0\0', 'latin1'), Buffer.alloc(6 * 128 * 128, 'APIC')]);
    const parts = [await mp3(44_100, 1, ...tags), cover, await mp3(44_100, 1, ...tags), await mp3(48_000, 1)];
    await writeFile(at('tagged.mp3'), Buffer.concat(parts));
    expectEqualSounds(await samplesOf((await steadyOf(at('tagged.mp3'))).path), await samplesOf(at('tagged.mp3')));
    const xml = '<movie width="64" height="36" framerate="25"><scene><audio src="tagged.mp3"/></scene></movie>';
    const { path, warnings } = await renderFilm(xml, { folder: folder.path, format: 'mov' });
    expect(warnings).toEqual([]);
    const film = await samplesOf(path);
    expectEqualSounds(film.subarray(0, 2 * RATE), (await samplesOf(at('tagged.mp3'))).subarray(0, 2 * RATE));
  });

  test('report damage between their parts', async () => {
    const zeros = Buffer.alloc(900);
    await writeFile(
      at('hole.mp3'),
      Buffer.concat([await mp3(44_100, 1), zeros, (await mp3(44_100, 1)).subarray(2000)]),
    );
    expect((await factsOf(at('hole.mp3'))).faults).toHaveLength(1);
  });
});
