// @module-tag full-scale
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { videoOf } from '#service/sources/facts/testing/facts-of.ts';
import { countingFfmpeg } from '#service/testing/faulty-ffmpeg.ts';
import { ffmpeg, ffprobe, makeClip, makeEditList } from '#service/testing/make-media.ts';
import { COUNTER_FILTERS, COUNTER_HEIGHT, COUNTER_WIDTH, readCounters } from '#service/testing/measure-film.ts';
import { renderFilm } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { required } from '#shared/lib/assert.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const at = (name: string): string => join(folder.path, name);
const TAKES = ['take30.mp4', 'edited.mp4', 'take2997.mov', 'late.mp4'] as const;

beforeAll(async () => {
  folder = await temporaryFolder();
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '0', '-g', '100', '-bf', '2', '-c:a', 'aac'];
  const counted = { width: COUNTER_WIDTH, height: COUNTER_HEIGHT, picture: 'color=black', filters: COUNTER_FILTERS };
  const options = { ...counted, seconds: 8, codecs };
  await makeClip(at('take30.mp4'), { ...options, rate: '30' });
  await Promise.all([
    makeClip(at('take2997.mov'), { ...options, rate: '30000/1001' }),
    makeEditList(at('edited.mp4'), { ...options, rate: '30', startSeconds: 0.5 }),
  ]);
  const late = ['-itsoffset', '0.43', '-i', at('take30.mp4'), '-i', at('take30.mp4'), '-map', '0:v', '-map', '1:a'];
  await ffmpeg(...late, '-c', 'copy', at('late.mp4'));
});
afterAll(() => folder[Symbol.asyncDispose]());

/** In-points before and after each sync frame of a take, out of order. */
const IN_POINTS = [0, 31, 62, 99, 100, 119, 120, 121, 160, 17, 199, 200, 209, 210, 230, 44];

const scene = (src: string, skip: number): string => `<scene duration="9"><video src="${src}" skip="${skip}"/></scene>`;
const movie = (scenes: readonly string[], rate: string): string =>
  `<movie width="${COUNTER_WIDTH}" height="${COUNTER_HEIGHT}" framerate="${rate}">${scenes.join('')}</movie>`;

describe('sync frames that are far apart', () => {
  test.each(TAKES)('are found at the times that a decoder reports: %s', async (name) => {
    const parameters = [
      '-select_streams',
      'v:0',
      '-skip_frame',
      'nokey',
      '-show_entries',
      'frame=pts_time:format=start_time',
    ];
    const { frames, format } = (await ffprobe(at(name), ...parameters)) as {
      frames: readonly { pts_time: string }[];
      format: { start_time: string };
    };
    const { keyFrames } = await videoOf(at(name));
    const decodedTimes = frames.map(({ pts_time: time }) => Number(time) - Number(format.start_time));
    // A sync frame before the start of an edit is not displayed, but decoding starts at it.
    const expected = keyFrames.slice(keyFrames.length - decodedTimes.length);
    expect(expected.length).toBeGreaterThan(1);
    expected.forEach((seconds, index) => {
      expect(seconds).toBeCloseTo(decodedTimes[index] ?? 0, 4);
    });
  });
});

describe('scenes of one take that share a decoder', () => {
  test.each([
    ['take30.mp4', '30', (skip: number) => skip],
    ['take2997.mov', '30000/1001', (skip: number) => skip],
    ['edited.mp4', '30', (skip: number) => skip + 15],
  ] as const)('show their own frames: %s', async (name, rate, first) => {
    const film = movie(
      IN_POINTS.map((skip) => scene(name, skip)),
      rate,
    );
    const outcome = await renderFilm(film, { folder: folder.path });
    const expected = IN_POINTS.flatMap((skip) => Array.from({ length: 9 }, (_, index) => first(skip) + index));
    expect(await readCounters(outcome.path)).toEqual(expected);
  });

  describe.each(['24000/1001', '25'])('equal scenes that are made alone, at %s fps', (rate) => {
    // Longer scenes give their decoders and encoders more threads, which must not affect the other scenes.
    const scenesOf = (name: string) =>
      IN_POINTS.map((skip, index) => scene(name, skip).replace('"9"', index % 4 === 1 ? '"125"' : '"9"'));
    const takes = TAKES;
    const workshop = () => ({ folder: at(`kept-${rate.replace('/', '-')}`), isCacheOn: true });

    beforeAll(async () => {
      // Each of these films contains only scenes of different takes, which share no decoder. Each scene is therefore
      // made alone.
      for (const index of IN_POINTS.keys()) {
        const alone = takes.map((name) => required(scenesOf(name)[index], 'a scene for each in-point'));
        await renderFilm(movie(alone, rate), { folder: folder.path, workshop: workshop() });
      }
    });

    test.each(takes)('have equal bytes: %s', async (name) => {
      const scenes = scenesOf(name);
      const cached = await renderFilm(movie(scenes, rate), { folder: folder.path, workshop: workshop() });
      expect(cached.cachedScenes).toBe(scenes.length);
      const uncached = await renderFilm(movie(scenes, rate), { folder: folder.path });
      expect(uncached.sha256).toBe(cached.sha256);
    });
  });

  test('need fewer processes than scenes', async () => {
    const counting = await countingFfmpeg(folder.path);
    const scenes = [0, 20, 40, 100, 125, 145].map((skip) => scene('take30.mp4', skip).replace('9"', '75"'));
    const film = movie(scenes, '30').replace(/width="\d+" height="\d+"/, 'width="1280" height="720"');
    await renderFilm(film, { folder: folder.path, quality: 'draft', tools: { ffmpeg: counting.ffmpeg } });
    const runs = (await readFile(counting.log, 'utf8')).split('\n').filter((run) => run.startsWith('part'));
    expect(runs.length).toBeLessThan(scenes.length);
  });
});
