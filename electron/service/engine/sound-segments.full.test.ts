// @module-tag full-scale
import { execFile } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FilmOptions, renderFilm, testTools } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { SAMPLE_RATE } from '#shared/template/values/frame-rate.ts';

const SECONDS = 100;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const at = (name: string): string => join(folder.path, name);

/** Two sweeping tones of varying volume, so that no two seconds are equal. */
const SOUND = '0.3*sin(2*PI*(200+t*7)*t)*(0.6+0.4*sin(t))|0.3*sin(2*PI*(900-t*3)*t)*(0.6+0.4*cos(t/2))';

beforeAll(async () => {
  folder = await temporaryFolder();
  const { ffmpeg } = await testTools();
  await promisify(execFile)(ffmpeg, [
    ...['-f', 'lavfi', '-i', `color=gray:size=64x36:rate=5:duration=${SECONDS}`],
    ...['-f', 'lavfi', '-i', `aevalsrc=exprs=${SOUND}:sample_rate=${SAMPLE_RATE}:duration=${SECONDS}`],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'pcm_s16le', '-y', at('sweep.mov')],
  ]);
});
afterAll(() => folder[Symbol.asyncDispose]());

/** Returns a film with scenes of ten seconds of the clip in order. The first scenes can have other in-points. */
const movie = (...skips: readonly number[]): string => {
  const scenes = Array.from({ length: SECONDS / 10 }, (_, index) => skips[index] ?? index * 50);
  const each = scenes.map((skip) => `<scene duration="50"><video src="sweep.mov" skip="${skip}"/></scene>`);
  return `<movie width="64" height="36" framerate="5">${each.join('')}</movie>`;
};

const render = (xml: string, options: Partial<FilmOptions> = {}) =>
  renderFilm(xml, { folder: folder.path, output: at('film.mp4'), ...options });

/** Returns the samples of the first channel, as a player decodes them. */
async function samplesOf(path: string): Promise<Int16Array> {
  const { ffmpeg } = await testTools();
  const parameters = ['-i', path, '-map', '0:a', '-af', 'pan=mono|c0=c0', '-f', 's16le', '-'];
  const { stdout } = await promisify(execFile)(ffmpeg, parameters, { encoding: 'buffer', maxBuffer: 2 ** 28 });
  return new Int16Array(stdout.buffer, stdout.byteOffset, stdout.length / 2);
}

/** Returns the signal-to-noise ratio of a range of seconds, in dB. */
function signalToNoise(made: Int16Array, original: Int16Array, from: number, to: number): number {
  let [signal, error] = [0, 0];
  for (let index = Math.round(from * SAMPLE_RATE); index < to * SAMPLE_RATE; index++) {
    const expected = original[index] ?? 0;
    signal += expected ** 2;
    error += (expected - (made[index] ?? 0)) ** 2;
  }
  return 10 * Math.log10(signal / error);
}

describe('the sound of a film with several segments', () => {
  test.each(['mp4', 'mkv', 'flv'] as const)('equals the sound of its scenes to the sample in %s', async (format) => {
    await render(movie(), { format, output: at(`film.${format}`), workshop: { isCacheOn: false } });
    const [made, original] = [await samplesOf(at(`film.${format}`)), await samplesOf(at('sweep.mov'))];
    expect(Math.abs(made.length - original.length)).toBeLessThan(1024);
    // The first block is missing if the container cannot signal its priming.
    const seconds = Array.from({ length: SECONDS - 2 }, (_, second) => second + 1);
    const quietest = Math.min(...seconds.map((second) => signalToNoise(made, original, second, second + 1)));
    const boundaries = [1, 2].map((boundary) => (boundary * 1408 * 1024) / SAMPLE_RATE);
    // One sample too many or too few, or a wrong window at a boundary, would destroy the similarity.
    expect(quietest).toBeGreaterThan(20);
    for (const boundary of boundaries)
      expect(signalToNoise(made, original, boundary - 0.03, boundary + 0.03)).toBeGreaterThan(20);
  });

  test('is encoded again only around an edit', async () => {
    const workshop = { folder: at('workshop'), isCacheOn: true };
    const cachedCount = async () =>
      (await readdir(at('workshop/kept'), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
        .length;
    await render(movie(), { workshop });
    const before = await cachedCount();
    const edited = await render(movie(3), { workshop });
    // The new files are the picture and the sound of the scene, one segment, and the film.
    expect((await cachedCount()) - before).toBe(4);
    await rm(at('film.mp4'));
    expect((await render(movie(3), { workshop: { isCacheOn: false } })).sha256).toBe(edited.sha256);
  });
});
