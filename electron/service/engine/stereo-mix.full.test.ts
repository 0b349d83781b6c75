import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ffmpeg, ffprobe } from '#service/testing/make-media.ts';
import { renderFilm } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { stereoMix } from '#shared/sound/stereo-mix.ts';
import { printFilters } from './parts/filter-graph.ts';
import { stereoFilters } from './plan/sound-graph.ts';

const RATE = 48_000;
/** The length of a slot in samples. In its slot, only one channel is active, with the value `HEIGHT`. */
const SLOT = 480;
const HEIGHT = 8000;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const at = (name: string): string => join(folder.path, name);

beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

/**
 * Writes a WAV file in which only one channel at a time is active, in its slot. Without a mask, the order of the
 * channels is undefined.
 */
async function writeSlots(path: string, channels: number, mask: number | null): Promise<void> {
  const format = Buffer.alloc(mask === null ? 16 : 40);
  format.writeUInt16LE(mask === null ? 1 : 0xfffe, 0);
  format.writeUInt16LE(channels, 2);
  format.writeUInt32LE(RATE, 4);
  format.writeUInt32LE(RATE * channels * 2, 8);
  format.writeUInt16LE(channels * 2, 12);
  format.writeUInt16LE(16, 14);
  if (mask !== null) {
    format.writeUInt16LE(22, 16);
    format.writeUInt16LE(16, 18);
    format.writeUInt32LE(mask, 20);
    Buffer.from('0100000000001000800000aa00389b71', 'hex').copy(format, 24);
  }
  const samples = new Int16Array(channels * channels * SLOT);
  for (let slot = 0; slot < channels; slot++)
    for (let sample = 0; sample < SLOT; sample++) samples[(slot * SLOT + sample) * channels + slot] = HEIGHT;
  const data = Buffer.from(samples.buffer);
  const chunk = (name: string, body: Buffer) => {
    const head = Buffer.from(`${name}\0\0\0\0`, 'latin1');
    head.writeUInt32LE(body.length, 4);
    return Buffer.concat([head, body]);
  };
  const body = Buffer.concat([Buffer.from('WAVE'), chunk('fmt ', format), chunk('data', data)]);
  await writeFile(path, chunk('RIFF', body));
}

/** Rounds to the precision of 16 bits at this level. */
const rounded = (value: number) => Math.round(value * 500) / 500;

const FULL_5_1 = 0x3f;
const NOT_IN_PAIRS = 0x2d;

describe.each([
  [1, null],
  [2, null],
  [3, null],
  [3, 0x7],
  [4, null],
  [4, 0x33],
  [6, FULL_5_1],
  [6, 0x60f],
  [7, null],
  [8, null],
  [8, 0x63f],
  [2, 0x5],
  [4, NOT_IN_PAIRS],
  [9, null],
  [12, null],
  [12, 0x2d63f],
  [16, null],
  [24, null],
])('%i channels with the mask %s', (channels, mask) => {
  test.each(['s16', 'flt'] as const)('are mixed to stereo by the table in %s', async (format) => {
    const path = at(`${channels}-${mask}.wav`);
    await writeSlots(path, channels, mask);
    const { streams } = (await ffprobe(path, '-show_streams')) as {
      readonly streams: readonly [{ readonly channel_layout?: string }];
    };
    const channelLayout = streams[0].channel_layout ?? null;
    const whole = { gaps: [], priming: 0, padding: 0, leadSeconds: 0 };
    const audio = { streamIndex: 0, codec: '', sampleRate: RATE, startSeconds: 0, endSeconds: 1 };
    const filters = printFilters(stereoFilters({ ...audio, ...whole, channels, channelLayout }, format));
    const output = format === 's16' ? 'pcm_s16le' : 'pcm_f32le';
    const sound = await ffmpeg('-i', path, '-af', filters, '-c:a', output, '-f', output.slice(4), '-');
    const mixed = Array.from({ length: channels }, (_, slot) => {
      const sample = 2 * (slot * SLOT + SLOT / 2);
      return [sample, sample + 1].map((place) =>
        rounded(
          format === 's16' ? sound.readInt16LE(2 * place) / HEIGHT : (sound.readFloatLE(4 * place) * 32_768) / HEIGHT,
        ),
      );
    });
    const { weights } = stereoMix({ channels, channelLayout });
    expect(mixed).toEqual(weights.map((sides) => sides.map(rounded)));
  });
});

test('surround sound has the same level in all uses', async () => {
  const exprs = Array.from({ length: 6 }, () => '0.25*sin(2*PI*440*t)').join('|');
  const sound = ['-f', 'lavfi', '-i', `aevalsrc=exprs=${exprs}:s=${RATE}:d=1:c=5.1`];
  await ffmpeg(
    ...['-f', 'lavfi', '-i', 'color=gray:size=64x36:rate=10:duration=1', ...sound],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'flac', at('surround.mkv')],
  );
  await ffmpeg(...sound, '-c:a', 'flac', at('surround.flac'));
  const peakOf = async (scene: string) => {
    const { path } = await renderFilm(`<movie width="64" height="36" framerate="10">${scene}</movie>`, {
      folder: folder.path,
      format: 'mov',
    });
    const samples = await ffmpeg('-i', path, '-f', 's16le', '-');
    const mixed = new Int16Array(samples.buffer.slice(samples.byteOffset, samples.byteOffset + samples.length));
    return mixed.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0) / 32_768;
  };
  const plain = await peakOf('<scene duration="10"><video src="surround.mkv"/></scene>');
  const quieter = await peakOf('<scene duration="10"><video src="surround.mkv" volume="0.999"/></scene>');
  const music = await peakOf('<scene duration="10"/><audio src="surround.flac"/>');
  expect(plain).toBeCloseTo(0.25, 2);
  expect([quieter, music]).toEqual([expect.closeTo(plain, 2), expect.closeTo(plain, 2)]);
});

test.each([20, 40, 60, 90, 150])('sound after gaps of %i ms has the right times', async (milliseconds) => {
  const name = `gaps-${milliseconds}.mkv`;
  const click = 'if(lt(mod(t,1),0.01),0.5,0)';
  const lost = `not(between(mod(t\\,1)\\,0.5\\,${(500 + milliseconds - 5) / 1000}))`;
  await ffmpeg(
    ...['-f', 'lavfi', '-i', `aevalsrc=exprs='${click}|${click}':s=${RATE}:d=4`],
    ...['-af', `asetnsamples=480,aselect='${lost}'`, '-c:a', 'pcm_s16le', at(name)],
  );
  const { path } = await renderFilm(
    `<movie width="64" height="36" framerate="10"><scene duration="40"><audio src="${name}"/></scene></movie>`,
    { folder: folder.path, format: 'mov' },
  );
  const samples = await ffmpeg('-i', path, '-f', 's16le', '-');
  const mixed = Array.from({ length: samples.length / 4 }, (_, at) => samples.readInt16LE(4 * at));
  const begins = mixed.flatMap((value, at) => (value > 4000 && (mixed[at - 1] ?? 0) <= 4000 ? [at] : []));
  expect(begins.map((begin) => Math.round(begin / 48))).toEqual([0, 1000, 2000, 3000]);
});
