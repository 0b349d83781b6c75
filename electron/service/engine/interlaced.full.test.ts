import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { factsOf } from '#service/sources/facts/testing/facts-of.ts';
import { ffmpeg } from '#service/testing/make-media.ts';
import { renderFilm } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { full } from '#shared/testing/full.ts';

const WIDTH = 128;
const HEIGHT = 72;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const at = (name: string): string => join(folder.path, name);

/** Makes a clip of bars that move from field to field, with 25 frames of two fields per second. */
const bars = (name: string, order: 'top' | 'bottom', ...options: readonly string[]) =>
  ffmpeg(
    ...['-f', 'lavfi', '-i', `color=black:s=${WIDTH}x${HEIGHT}:r=50:d=1`],
    ...[
      '-vf',
      `format=yuv420p,geq=lum='if(lt(mod(X-N*7\\,64)\\,16)\\,235\\,16)':cb=128:cr=128,tinterlace=interleave_${order}`,
    ],
    ...options,
    at(name),
  );
const H264 = ['-c:v', 'libx264', '-crf', '10', '-flags', '+ilme+ildct'];

beforeAll(async () => {
  folder = await temporaryFolder();
  await Promise.all([
    bars('top.mp4', 'top', ...H264, '-x264opts', 'tff=1'),
    bars('bottom.mp4', 'bottom', ...H264, '-x264opts', 'bff=1'),
    bars('plain.mp4', 'top', '-c:v', 'libx264', '-crf', '10', '-field_order', 'progressive', '-vf', 'null'),
  ]);
});
afterAll(() => folder[Symbol.asyncDispose]());

/** Returns the mean difference of adjacent lines in the tenth frame of a film. */
async function lineDifference(layers: string): Promise<number> {
  const movie = `<movie width="${WIDTH}" height="${HEIGHT}" framerate="25"><scene duration="20">${layers}</scene></movie>`;
  const { path } = await renderFilm(movie, { folder: folder.path, quality: 'high' });
  const luma = await ffmpeg(
    '-i',
    path,
    '-vf',
    'select=eq(n\\,10),format=gray',
    '-frames:v',
    '1',
    '-f',
    'rawvideo',
    '-',
  );
  let sum = 0;
  for (let pixel = 0; pixel < WIDTH * (HEIGHT - 1); pixel++)
    sum += Math.abs((luma[pixel] ?? 0) - (luma[pixel + WIDTH] ?? 0));
  return sum / (WIDTH * (HEIGHT - 1));
}

describe('an interlaced source', () => {
  test.each(['top', 'bottom'] as const)('reports its first field in its facts: %s', async (first) => {
    expect((await factsOf(at(`${first}.mp4`))).video?.fields).toEqual({ first, marked: true });
  });

  test.each([
    ['plain', ''],
    ['composed', '<text content="a" size="4"/>'],
  ])('is deinterlaced by default in a %s scene', async (_, above) => {
    expect(await lineDifference(`<video src="top.mp4"/>${above}`)).toBeLessThan(5);
    expect(await lineDifference(`<video src="top.mp4" deinterlace="false"/>${above}`)).toBeGreaterThan(20);
  });

  full.test('is deinterlaced if its bottom field is first', async () => {
    expect(await lineDifference('<video src="bottom.mp4"/>')).toBeLessThan(5);
  });
});

test('the facts about a progressive source contain no fields', async () => {
  expect((await factsOf(at('plain.mp4'))).video?.fields).toBeNull();
});
