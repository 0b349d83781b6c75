import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ffmpeg } from '#service/testing/make-media.ts';
import { renderFilm, testTools } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { amplitudeOf, type FilmGain, findFilmGain, limitedSound } from '#shared/sound/film-gain.ts';
import { amount } from '#shared/testing/scale.ts';
import { runTool } from '../ffmpeg/run-tool.ts';
import { runPool } from '../waiting/pool.ts';
import { readLoudness } from './measure-loudness.ts';

const RATE = 48_000;
const never = new AbortController().signal;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const at = (name: string): string => join(folder.path, name);

beforeAll(async () => {
  folder = await temporaryFolder();
  const source = (expression: string, seconds: number) => [
    ...['-f', 'lavfi', '-i', `aevalsrc=exprs=${expression}:sample_rate=${RATE}:duration=${seconds}`],
    ...['-c:a', 'pcm_s16le'],
  ];
  await Promise.all([
    ffmpeg(...source("'0.05*sin(2*PI*440*t)|0.04*sin(2*PI*660*t)'", 6), at('quiet.wav')),
    ffmpeg(
      ...source("'0.9*sin(2*PI*300*t)*exp(-30*mod(t,0.5))|0.8*sin(2*PI*200*t)*exp(-30*mod(t,0.5))'", 6),
      at('hits.wav'),
    ),
    ffmpeg(...source('0|0', 2), at('silence.wav')),
  ]);
});
afterAll(() => folder[Symbol.asyncDispose]());

/** Measures raw float samples with FFmpeg. */
async function readByFfmpeg(pieces: AsyncIterable<Float32Array>) {
  const { ffmpeg: program } = await testTools();
  const bytes = async function* () {
    for await (const { buffer, byteOffset, byteLength } of pieces) yield new Uint8Array(buffer, byteOffset, byteLength);
  };
  const { log } = await runTool({
    program,
    arguments: [
      ...['-loglevel', 'info', '-f', 'f32le', '-ar', String(RATE), '-ac', '2', '-i', 'pipe:0'],
      ...['-af', 'ebur128=peak=true:framelog=verbose', '-f', 'null', '-'],
    ],
    signal: never,
    stdin: bytes(),
    durationSeconds: 10,
    limits: { stallSeconds: 60 },
  });
  return readLoudness(log);
}

/** Returns the sound of a film by its number: noise, tones, drums, bursts as of speech, or nearly silence. */
function soundOf(number: number): Float32Array {
  let state = 7919 * (number + 1);
  const random = (): number => {
    state = (state * 16_807) % 2_147_483_647;
    return (2 * state) / 2_147_483_647 - 1;
  };
  const level = 10 ** (-1.5 * Math.abs(random()));
  const pitch = 80 + 900 * Math.abs(random());
  // True-peak filters differ by more than the margin near half of the sample rate, where instruments have no energy.
  let [first, second] = [0, 0];
  const drum = (): number => {
    first += 0.4 * (random() - first);
    second += 0.4 * (first - second);
    return 2 * second;
  };
  const kinds: readonly ((seconds: number) => number)[] = [
    random,
    (t) => Math.sin(2 * Math.PI * pitch * t) * (0.6 + 0.4 * Math.sin(3 * t)),
    (t) => drum() * Math.exp(-(10 + pitch / 40) * (t % 0.4)),
    (t) => (t % 1.1 < 0.7 ? 1 : 0.01) * Math.sin(2 * Math.PI * pitch * t) * (0.5 + 0.5 * Math.sin(25 * t)),
    (t) => 0.001 * random() + (t > 2 ? 0.5 * Math.sin(2 * Math.PI * pitch * t) : 0),
  ];
  const sampleAt = kinds[number % kinds.length] ?? random;
  const seconds = 5;
  const sound = new Float32Array(2 * seconds * RATE);
  for (let sample = 0; sample < sound.length / 2; sample++) {
    const value = level * sampleAt(sample / RATE);
    sound[2 * sample] = value;
    sound[2 * sample + 1] = value * 0.8;
  }
  return sound;
}

test('FFmpeg reads the requested loudness and no higher true peak', async () => {
  const wrong: unknown[] = [];
  const warned: number[] = [];
  const numbers = Array.from({ length: amount('loudFilms') }, (_, number) => number);
  await runPool(numbers, 2, never, async (number) => {
    const sound = soundOf(number);
    const open = async function* () {
      for (let begin = 0; begin < sound.length; begin += 32_768) yield sound.slice(begin, begin + 32_768);
    };
    const target = [-14, -16, -23][number % 3] ?? -14;
    const truePeak = [-1, -2, 0][number % 4] ?? -1;
    const gain = await findFilmGain({ integrated: target, truePeak }, open);
    const read = await readByFfmpeg(limitedSound(open(), gain));
    const isWarned = gain.reached === null || Math.abs(gain.reached - target) > 0.5;
    if (isWarned) warned.push(number);
    const difference = Math.abs((read?.integrated ?? Number.NEGATIVE_INFINITY) - target);
    if (!(isWarned || difference <= 0.3) || (read?.truePeak ?? 0) > truePeak + 0.05)
      wrong.push({ number, target, truePeak, gain, read });
  });
  expect(wrong).toEqual([]);
  expect(warned.length).toBeLessThan(numbers.length / 4);
});

const movie = (attributes: string, sound: string, frames = 60) =>
  `<movie width="64" height="36" framerate="10" ${attributes}><scene duration="${frames}"><solid/></scene>${sound}</movie>`;

/** Renders a film without lossy sound, and measures it. */
async function loudnessOf(xml: string) {
  const film = await renderFilm(xml, { folder: folder.path, format: 'mov', output: at('film.mov') });
  const samples = await ffmpeg('-i', film.path, '-f', 'f32le', '-ac', '2', '-ar', String(RATE), '-');
  const floats = new Float32Array(new Uint8Array(samples).buffer);
  const read = await readByFfmpeg(
    (async function* () {
      yield floats;
    })(),
  );
  return { ...read, floats, warnings: film.warnings.map(({ code }) => code) };
}

describe('a film with a loudness', () => {
  test('has the loudness and the true peak of its movie', async () => {
    const quiet = await loudnessOf(movie('loudness="-14"', '<audio src="quiet.wav"/>'));
    expect(quiet).toMatchObject({ integrated: expect.closeTo(-14, 0), warnings: [] });
    const loud = await loudnessOf(movie('loudness="-10" truepeak="-3"', '<audio src="hits.wav"/>'));
    expect(loud.truePeak).toBeLessThanOrEqual(-3);
    expect(loud.warnings).toEqual(['sound/loudness']);
  });

  test('has a warning if it is silent', async () => {
    expect((await loudnessOf(movie('loudness="-14"', '<audio src="silence.wav"/>'))).warnings).toEqual([
      'sound/silent',
    ]);
    expect((await loudnessOf(movie('loudness="-14"', ''))).warnings).toEqual(['sound/silent']);
  });

  test('is mixed without clipping before the gain', async () => {
    const sounds = '<audio src="hits.wav"/><audio src="hits.wav"/><audio src="hits.wav"/>';
    const [one, three] = [
      await loudnessOf(movie('loudness="-23"', '<audio src="hits.wav"/>')),
      await loudnessOf(movie('loudness="-23"', sounds)),
    ];
    const difference = three.floats.reduce(
      (most, sample, index) => Math.max(most, Math.abs(sample - (one.floats[index] ?? 0))),
      0,
    );
    expect(difference).toBeLessThan(3 / 32_768);
  });

  test('caches its measured gain and keeps its warnings', async () => {
    const workshop = { folder: at('workshop'), isCacheOn: true };
    const xml = movie('loudness="-10" truepeak="-3"', '<audio src="hits.wav"/>');
    const output = at('cached.mp4');
    const first = await renderFilm(xml, { folder: folder.path, output, workshop });
    const cachedFiles = async () => (await readdir(at('workshop/kept'), { recursive: true })).length;
    const before = await cachedFiles();
    await rm(output);
    const again = await renderFilm(xml, { folder: folder.path, output, workshop });
    expect([again.sha256, again.warnings, await cachedFiles()]).toEqual([first.sha256, first.warnings, before]);
    await rm(output);
    const uncached = await renderFilm(xml, { folder: folder.path, output, workshop: { isCacheOn: false } });
    expect(uncached.sha256).toBe(first.sha256);
  });

  test('uses a given gain without a measurement', async () => {
    const gain: FilmGain = { gain: amplitudeOf(6), ceiling: 1, integrated: -30, truePeak: 0.1, reached: -24 };
    const film = await renderFilm(movie('loudness="-24"', '<audio src="quiet.wav"/>'), {
      ...{ folder: folder.path, format: 'mov', output: at('given.mov'), gain },
    });
    const samples = await ffmpeg('-i', film.path, '-f', 's16le', '-ac', '2', '-');
    let highest = 0;
    for (let offset = 0; offset < samples.length; offset += 4) highest = Math.max(highest, samples.readInt16LE(offset));
    expect(highest / 32_768).toBeCloseTo(0.05 * amplitudeOf(6), 3);
  });
});
