import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ffmpeg } from '#service/testing/make-media.ts';
import { readRgbFrames } from '#service/testing/measure-film.ts';
import { renderFilm, tryFilm } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { inEnglish } from '#shared/messages/english.ts';
import { factsOf } from './facts/testing/facts-of.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const at = (name: string): string => join(folder.path, name);

beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

async function joined(name: string, ...parts: readonly string[]): Promise<void> {
  await writeFile(at(name), Buffer.concat(await Promise.all(parts.map((part) => readFile(at(part))))));
}

const film = (inside: string) => `<movie width="64" height="36" framerate="25"><scene>${inside}</scene></movie>`;

async function refusalOf(inside: string): Promise<string> {
  const result = await tryFilm(film(inside), { folder: folder.path });
  return result.ok ? '' : result.error.map(({ code, says }) => `${code} ${inEnglish(says)}`).join(' ');
}

describe('a transport stream whose coding changes', () => {
  const part = (name: string, offset: number, ...codecs: readonly string[]) =>
    ffmpeg(
      ...['-f', 'lavfi', '-i', 'color=red:s=64x36:r=25:d=1', '-f', 'lavfi', '-i', 'sine=440:r=48000:d=1'],
      ...['-pix_fmt', 'yuv420p', ...codecs, '-output_ts_offset', String(offset), at(name)],
    );

  test.each([
    ['picture', ['-c:v', 'mpeg2video', '-c:a', 'aac']],
    ['sound', ['-c:v', 'libx264', '-c:a', 'mp2']],
  ])('is refused with the place of the change: %s', async (of, later) => {
    await part('first.ts', 0, '-c:v', 'libx264', '-c:a', 'aac');
    await part('second.ts', 1, ...later);
    await joined('both.ts', 'first.ts', 'second.ts');
    expect(await refusalOf(`<video src="both.ts"/>`)).toMatch(
      new RegExp(`^source/unreadable .*“both.ts” changes its ${of} format at (?:0.9|1)\\d* s and can’t be converted`),
    );
  });
});

describe('a picture whose colors change', () => {
  type Colors = readonly [matrix: string, range: 'tv' | 'pc', transfer: string];
  const part = (name: string, [matrix, range, transfer]: Colors, offset: number) => {
    const [name2020, primaries] = matrix === 'bt2020nc' ? ['bt2020', 'bt2020'] : [matrix, matrix];
    const shown = matrix === 'smpte170m' ? 'bt601' : name2020;
    return ffmpeg(
      ...['-f', 'lavfi', '-i', 'color=0xC02828:s=64x36:r=25:d=1'],
      ...['-vf', `scale=out_color_matrix=${shown}:out_range=${range},format=yuv420p`],
      ...[
        '-c:v',
        'libx264',
        '-bf',
        '0',
        '-x264-params',
        `colorprim=${primaries}:transfer=${transfer}:colormatrix=${matrix}`,
      ],
      ...['-color_range', range, '-output_ts_offset', String(offset), at(name)],
    );
  };
  const middlesOf = async (name: string, ...numbers: readonly number[]) => {
    const { path } = await renderFilm(film(`<video src="${name}"/>`), { folder: folder.path });
    const frames = await readRgbFrames(path, 64, 36);
    const middle = 3 * (18 * 64 + 32);
    return numbers.map((number) => [...(frames[number]?.subarray(middle, middle + 3) ?? [])]);
  };
  const near = (color: readonly number[]) => color.map((value) => expect.closeTo(value, -0.9));

  test.each<readonly [string, Colors, Colors]>([
    ['matrix', ['bt709', 'tv', 'bt709'], ['smpte170m', 'tv', 'smpte170m']],
    ['range and matrix', ['smpte170m', 'tv', 'smpte170m'], ['bt709', 'pc', 'bt709']],
    ['dynamic range', ['bt709', 'tv', 'bt709'], ['bt2020nc', 'tv', 'smpte2084']],
    ['dynamic range back', ['bt2020nc', 'tv', 'smpte2084'], ['bt709', 'tv', 'bt709']],
  ])('has the colors of its parts: %s', async (_name, first, second) => {
    await part('first.ts', first, 0);
    await part('second.ts', second, 1);
    await joined('colors.ts', 'first.ts', 'second.ts');
    const { changes } = await factsOf(at('colors.ts'));
    expect(changes.map(({ of }) => of)).toEqual(['picture']);
    const [before = []] = await middlesOf('first.ts', 12);
    const [after = []] = await middlesOf('second.ts', 12);
    expect(await middlesOf('colors.ts', 23, 25, 47)).toEqual([near(before), near(after), near(after)]);
  });
});

const clicks = (seconds: number, rate: number) =>
  `aevalsrc='0.6*sin(2*PI*880*t)*lt(mod(t,0.5),0.05)':s=${rate}:d=${seconds}`;

/** Renders a sound and returns the times of its clicks in seconds. */
async function clickTimes(name: string): Promise<readonly number[]> {
  const xml = film(`<audio src="${name}"/>`).replace('<scene>', '<scene duration="audio">');
  const { path } = await renderFilm(xml, { folder: folder.path, format: 'mov' });
  const samples = await ffmpeg('-i', path, '-f', 's16le', '-ac', '1', '-ar', '48000', '-');
  const times: number[] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (let sample = 0; 2 * sample < samples.length; sample++) {
    if (Math.abs(samples.readInt16LE(2 * sample)) < 1500) continue;
    if (sample - last > 4800) times.push(sample / 48_000);
    last = sample;
  }
  return times;
}

// FFmpeg's parser of AAC ignores the rates in the headers.
test.each([
  ['aac', 48_000, 44_100],
  ['aac', 22_050, 48_000],
  ['ts', 48_000, 44_100],
])('AAC plays at the speed of each sample rate: %s, %i Hz, %i Hz', async (kind, one, other) => {
  const part = (name: string, rate: number, offset: number) =>
    ffmpeg('-f', 'lavfi', '-i', clicks(2, rate), '-c:a', 'aac', '-output_ts_offset', String(offset), at(name));
  await part(`one.${kind}`, one, 0);
  await part(`other.${kind}`, other, 2);
  await joined(`rates.${kind}`, `one.${kind}`, `other.${kind}`);
  const times = await clickTimes(`rates.${kind}`);
  expect(times).toHaveLength(8);
  const spaces = times.map((time, index) => time - (times[index - 1] ?? time - 0.5));
  // The join has the priming of the second part. In a transport stream, its parts overlap.
  for (const [index, space] of spaces.entries())
    expect(Math.abs(space - 0.5)).toBeLessThan(index === 4 || kind === 'ts' ? 0.1 : 0.01);
});

test('the sound after damaged packets of a transport stream keeps its time', async () => {
  const beep = "aevalsrc='0.5*sin(2*PI*1000*t)*lt(mod(t,0.5),0.1)':s=48000:d=3";
  await ffmpeg('-f', 'lavfi', '-i', beep, '-c:a', 'aac', at('sound.ts'));
  const bytes = await readFile(at('sound.ts'));
  const packets = bytes.length / 188;
  const first = Math.floor(packets * 0.36);
  for (const packet of [first, first + 1])
    for (let byte = 20; byte < 188; byte++) bytes[packet * 188 + byte] = (byte * 37 + packet * 11) % 251;
  await writeFile(at('damaged.ts'), bytes);
  const lastBeep = async (name: string) => {
    const { path } = await renderFilm(film(`<audio src="${name}"/>`), { folder: folder.path, format: 'mov' });
    const samples = await ffmpeg('-i', path, '-f', 's16le', '-ac', '1', '-ar', '48000', '-');
    for (let sample = 2.4 * 48_000; sample < 3 * 48_000; sample++)
      if (Math.abs(samples.readInt16LE(2 * sample)) > 800) return sample / 48_000;
    return null;
  };
  expect((await factsOf(at('damaged.ts'))).audio?.gaps).not.toEqual([]);
  expect((await factsOf(at('sound.ts'))).audio?.gaps).toEqual([]);
  const intact = await lastBeep('sound.ts');
  expect(intact).not.toBeNull();
  expect(await lastBeep('damaged.ts')).toBeCloseTo(intact ?? 0, 2);
});
