import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ffmpeg } from '#service/testing/make-media.ts';
import { renderFilm } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { inEnglish } from '#shared/messages/english.ts';
import { factsOf } from './facts/testing/facts-of.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const at = (name: string): string => join(folder.path, name);

beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

async function warningsOf(source: string): Promise<readonly string[]> {
  const film = `<movie width="64" height="36" framerate="25"><scene duration="audio"><audio src="${source}"/></scene></movie>`;
  const { warnings } = await renderFilm(film, { folder: folder.path });
  return warnings.map(({ says }) => inEnglish(says));
}

/** Writes a WAV of two seconds whose sound chunk states this size. */
async function waveOf(name: string, dataBytes: number, riffBytes: number | null = null): Promise<void> {
  const bytes = await ffmpeg('-f', 'lavfi', '-i', 'sine=440:r=8000:d=2', '-c:a', 'pcm_u8', '-f', 'wav', '-');
  const data = bytes.indexOf('data', 0, 'latin1');
  bytes.writeUInt32LE(dataBytes, data + 4);
  bytes.writeUInt32LE(riffBytes ?? bytes.length - 8, 4);
  await writeFile(at(name), bytes);
}

test.each([0, 0xffffffff])('a WAV of unknown size plays completely without a warning: %s', async (size) => {
  await waveOf('streamed.wav', size, size);
  expect(await factsOf(at('streamed.wav'))).toMatchObject({ durationSeconds: 2, damage: null });
  expect(await warningsOf('streamed.wav')).toEqual([]);
});

test.each([
  ['more bytes than the file', 500_000, 2],
  ['half of the bytes', 8000, 1],
])('a WAV whose sound states %s is incomplete', async (_name, size, seconds) => {
  await waveOf('wrong.wav', size);
  const [warning, ...others] = await warningsOf('wrong.wav');
  expect(warning).toMatch(`Only the first ${seconds} s of “wrong.wav” can be read`);
  expect(others).toEqual([]);
});

test('a WAV with chunks after its sound is complete', async () => {
  await waveOf('plain.wav', 16_000);
  const bytes = await readFile(at('plain.wav'));
  const tail = Buffer.concat([Buffer.from('LIST\x04\0\0\0INFO', 'latin1'), Buffer.from('junk\x02\0\0\0ab', 'latin1')]);
  const tagged = Buffer.concat([bytes, tail]);
  tagged.writeUInt32LE(tagged.length - 8, 4);
  await writeFile(at('plain.wav'), tagged);
  expect((await factsOf(at('plain.wav'))).damage).toBeNull();
});

test('a FLAC that another FLAC follows ends with the first one', async () => {
  await ffmpeg('-f', 'lavfi', '-i', 'sine=440:r=48000:d=1', at('one.flac'));
  await ffmpeg('-f', 'lavfi', '-i', 'sine=440:r=44100:d=1', at('two.flac'));
  for (const second of ['one.flac', 'two.flac']) {
    await writeFile(at('both.flac'), Buffer.concat([await readFile(at('one.flac')), await readFile(at(second))]));
    expect((await factsOf(at('both.flac'))).damage).toMatchObject({ several: true, from: 1 });
  }
  expect((await factsOf(at('one.flac'))).damage).toBeNull();
});

test('two joined transport streams play without a warning', async () => {
  const sound = (offset: number, name: string) =>
    ffmpeg(
      ...['-f', 'lavfi', '-i', 'color=red:s=64x36:r=25:d=1', '-f', 'lavfi', '-i', 'sine=440:r=48000:d=1'],
      ...['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-output_ts_offset', String(offset), at(name)],
    );
  await sound(0, 'first.ts');
  await sound(1, 'second.ts');
  await writeFile(at('both.ts'), Buffer.concat([await readFile(at('first.ts')), await readFile(at('second.ts'))]));
  expect(await warningsOf('both.ts')).toEqual([]);
});

test("a damaged place has the right time despite FFmpeg's read-ahead", async () => {
  await ffmpeg('-f', 'lavfi', '-i', 'sine=440:r=48000:d=4', '-c:a', 'aac', at('sound.ts'));
  const bytes = await readFile(at('sound.ts'));
  const packet = 188 * Math.floor((bytes.length / 188) * 0.6);
  for (let byte = 20; byte < 188; byte++) bytes[packet + byte] = (byte * 37) % 251;
  await writeFile(at('damaged.ts'), bytes);
  const [warning] = await warningsOf('damaged.ts');
  expect(warning).toMatch(/“damaged.ts” is damaged at [23](?:\.\d+)? s/);
});
