import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeClip, makeEditList, makeFlashAndBeep } from '#service/testing/make-media.ts';
import {
  COUNTER_FILTERS,
  COUNTER_HEIGHT,
  COUNTER_WIDTH,
  counterIn,
  measureSync,
  readCounters,
  readFrameTimes,
} from '#service/testing/measure-film.ts';
import { pngStreamOf } from '#service/testing/read-png-sequence.ts';
import { lumaOf, readWebpFrames } from '#service/testing/read-webp.ts';
import { availableFormats, renderFilm } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { full } from '#shared/testing/full.ts';
import { cases } from '#shared/testing/scale.ts';
import { type FormatName, formatNames, formatOf } from './formats/formats.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const at = (name: string): string => join(folder.path, name);
const counted = { width: COUNTER_WIDTH, height: COUNTER_HEIGHT, picture: 'color=black', filters: COUNTER_FILTERS };
const LOSSLESS = ['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '0', '-g', '12', '-bf', '2', '-c:a', 'aac'];

beforeAll(async () => {
  folder = await temporaryFolder();
  await Promise.all([
    makeClip(at('count30.mp4'), { ...counted, rate: '30', seconds: 6, codecs: LOSSLESS }),
    makeClip(at('count2997.mp4'), { ...counted, rate: '30000/1001', seconds: 6, codecs: LOSSLESS }),
    makeClip(at('count25.mkv'), { ...counted, rate: '25', seconds: 6, codecs: LOSSLESS, sound: null }),
    makeFlashAndBeep(at('beep.mkv'), { rate: '30', seconds: 8 }),
  ]);
});
afterAll(() => folder[Symbol.asyncDispose]());

const range = (start: number, length: number): readonly number[] => Array.from({ length }, (_, index) => start + index);
/**
 * The folder for parts of all renders. Equal films in several formats share sounds and, with the same encoder,
 * pictures.
 */
const sharedWorkshop = () => ({ folder: at('kept'), isCacheOn: true });
const movie = (scenes: string, framerate = '30', width = COUNTER_WIDTH, height = COUNTER_HEIGHT): string =>
  `<movie width="${width}" height="${height}" framerate="${framerate}">${scenes}</movie>`;

const available = await availableFormats(formatNames);

describe('a film has exactly the frames of its scenes in every format', () => {
  const first = available.filter((name) => ['mp4', 'av1', 'hevc', 'apng', 'webp', 'pngs'].includes(name));
  const others = available.filter((name) => formatOf(name).picture !== null && !first.includes(name));
  test.each(cases(first.length, [...first, ...others]))('each cut is on its frame: %s', async (format) => {
    const scenes = [
      '<scene duration="7"><video src="count30.mp4"/></scene>',
      '<scene duration="31"><video src="count30.mp4" skip="50"/></scene>',
      '<scene duration="1"><video src="count30.mp4" skip="99"/></scene>',
      '<scene duration="5"/>',
      '<scene duration="12"><video src="count30.mp4" skip="2s"/></scene>',
    ];
    const outcome = await renderFilm(movie(scenes.join('')), {
      folder: folder.path,
      format,
      workshop: sharedWorkshop(),
    });
    const expected = [...range(0, 7), ...range(50, 31), 99, ...Array(5).fill(-1), ...range(60, 12)];
    const counters =
      format === 'webp'
        ? (await readWebpFrames(outcome.path, 30)).map((frame) => counterIn(lumaOf(frame)))
        : await readCounters(format === 'pngs' ? await pngStreamOf(outcome.path) : outcome.path);
    expect(counters).toEqual(expected);
    expect(outcome.frames).toBe(expected.length);
  });

  test('an MP3 is as long as the scenes', async () => {
    const outcome = await renderFilm(movie('<scene duration="45"><video src="beep.mkv"/></scene>'), {
      folder: folder.path,
      format: 'mp3',
    });
    expect(outcome.durationSeconds).toBeGreaterThan(1.49);
    expect(outcome.durationSeconds).toBeLessThan(1.56);
  });
});

describe('frames have equal distances', () => {
  test.each(cases(1, ['30000/1001', '25', '24000/1001', '120000/1001', '12', '24', '30', '50', '60']))(
    'at %s fps in MP4',
    async (framerate) => {
      const scene = '<scene duration="20"><video src="count30.mp4" skip="3"/></scene>';
      const outcome = await renderFilm(movie(scene.repeat(4), framerate), { folder: folder.path });
      const times = await readFrameTimes(outcome.path);
      const [numerator = 1, denominator = 1] = framerate.split('/').map(Number);
      expect(times).toHaveLength(80);
      for (const [index, time] of times.entries()) expect(time).toBeCloseTo((index * denominator) / numerator, 4);
    },
  );

  full.test('a source with the same fractional rate keeps every frame', async () => {
    const scenes =
      '<scene duration="20"><video src="count2997.mp4" skip="77"/></scene><scene duration="3"><video src="count2997.mp4" skip="11"/></scene>';
    const outcome = await renderFilm(movie(scenes, '30000/1001'), { folder: folder.path });
    expect(await readCounters(outcome.path)).toEqual([...range(77, 20), ...range(11, 3)]);
  });
});

describe('a source with another rate shows its nearest frame', () => {
  const nearest = (sourceRate: number, movieRate: number, skip: number, length: number): readonly number[] =>
    range(0, length).map((frame) => ((skip + frame) / movieRate) * sourceRate);

  test.each(
    cases(1, [
      ['count25.mkv', 25, 30, 44],
      ['count30.mp4', 30, 24, 13],
      ['count25.mkv', 25, 60, 31],
      ['count25.mkv', 25, 30, 0],
      ['count30.mp4', 30, 25, 0],
    ] as const),
  )('%s with %i fps at %i fps from frame %i', async (src, sourceRate, movieRate, skip) => {
    const scene = `<scene duration="50"><video src="${src}" skip="${skip}"/></scene>`;
    const outcome = await renderFilm(movie(scene, String(movieRate)), { folder: folder.path });
    const counters = await readCounters(outcome.path);
    const ideal = nearest(sourceRate, movieRate, skip, 50);
    // The nearest frame is within half a frame of the film, because a frame appears up to half a frame before its time.
    const half = sourceRate / movieRate / 2 + 0.01;
    counters.forEach((frame, index) => {
      expect(frame).toBeGreaterThanOrEqual((ideal[index] ?? 0) - Math.max(half, 1 - half));
      expect(frame).toBeLessThanOrEqual((ideal[index] ?? 0) + half);
    });
  });
});

describe('a source that is too short', () => {
  test('holds its last frame', async () => {
    const scene = '<scene duration="40"><video src="count30.mp4" skip="165"/></scene>';
    const outcome = await renderFilm(movie(scene), { folder: folder.path });
    expect(await readCounters(outcome.path)).toEqual([...range(165, 15), ...Array(25).fill(179)]);
  });

  full.test('shows its last frame for an in-point after its end', async () => {
    const scene =
      '<scene duration="6"><video src="count30.mp4" skip="20s"/></scene><scene duration="3"><video src="count30.mp4" skip="180"/></scene>';
    const outcome = await renderFilm(movie(scene), { folder: folder.path });
    expect(await readCounters(outcome.path)).toEqual(Array(9).fill(179));
  });
});

test.each([
  ['count15.avi', ['-c:v', 'ffv1']],
  ['ticks15.mp4', [...LOSSLESS, '-video_track_timescale', '15']],
  ['ticks30.mp4', [...LOSSLESS, '-video_track_timescale', '30']],
])('an in-point between two frames of a coarse clock moves no frame: %s', async (name, codecs) => {
  await makeClip(at(name), { ...counted, rate: '15', seconds: 3, codecs, sound: null });
  const countersFrom = async (skip: number) => {
    const scene = `<scene duration="${60 - skip}"><video src="${name}" skip="${skip}"/></scene>`;
    return await readCounters((await renderFilm(movie(scene, '25'), { folder: folder.path })).path);
  };
  const whole = await countersFrom(0);
  expect(await countersFrom(17)).toEqual(whole.slice(17));
});

full.test('an edit list is applied as in players', async () => {
  await makeEditList(at('edit.mp4'), { ...counted, rate: '30', seconds: 2, startSeconds: 0.5, codecs: LOSSLESS });
  const outcome = await renderFilm(movie('<scene duration="20"><video src="edit.mp4" skip="4"/></scene>'), {
    folder: folder.path,
  });
  expect(await readCounters(outcome.path)).toEqual(range(19, 20));
});

describe('sound stays within 5 ms of the picture', () => {
  const audible = available.filter((name) => formatOf(name).sound !== null && formatOf(name).picture !== null);
  const thirty = range(0, 30).map((index) => {
    const frames = 23 + (index % 5);
    return `<scene duration="${frames}"><video src="beep.mkv" skip="${(index * 7) % 100}"/></scene>`;
  });
  test.each<FormatName>(cases(1, audible))('after 30 scenes: %s', async (format) => {
    const outcome = await renderFilm(movie(thirty.join(''), '30', 160, 90), {
      folder: folder.path,
      format,
      quality: 'draft',
      workshop: sharedWorkshop(),
    });
    const offsets = await measureSync(outcome.path);
    expect(offsets.length).toBeGreaterThan(15);
    expect(Math.max(...offsets.map(Math.abs))).toBeLessThan(5);
  });
});

describe('unusual frame rates and sizes', () => {
  full.test('MPEG-2 doubles 15 fps to 30 fps with a warning', async () => {
    const scenes = '<scene duration="15"><video src="count30.mp4"/></scene>'.repeat(2);
    const outcome = await renderFilm(movie(scenes, '15'), { folder: folder.path, format: 'mpg' });
    expect(outcome.warnings.map(({ code }) => code)).toEqual(['format/frame-rate']);
    expect(outcome.frames).toBe(60);
    expect(await readCounters(outcome.path)).toHaveLength(60);
  });

  full.test('GIF lowers the rate to 50 fps with a warning', async () => {
    const outcome = await renderFilm(
      movie('<scene duration="60"><video src="count30.mp4" audio="false"/></scene>', '60'),
      {
        folder: folder.path,
        format: 'gif',
      },
    );
    expect(outcome.warnings.map(({ code }) => code)).toEqual(['format/frame-rate']);
    expect(await readCounters(outcome.path)).toHaveLength(50);
  });

  test.each(cases(0, ['120000/1001', '7', '240', '999/10', '1']))(
    'AVI, WMV, FLV, and MPEG-2 support any frame rate: %s',
    async (framerate) => {
      const scenes = '<scene duration="9"><video src="count30.mp4"/></scene><scene duration="4"/>';
      for (const format of ['avi', 'wmv', 'flv', 'mpg'] as const) {
        const options = { folder: folder.path, format, quality: 'draft', workshop: sharedWorkshop() } as const;
        const outcome = await renderFilm(movie(scenes, framerate), options);
        expect(await readCounters(outcome.path)).toHaveLength(outcome.frames);
      }
    },
  );

  test.each(cases(1, available))('an odd size stays or becomes the next even size: %s', async (format) => {
    const outcome = await renderFilm(movie('<scene duration="3"><video src="count30.mp4"/></scene>', '30', 171, 97), {
      folder: folder.path,
      format,
      workshop: sharedWorkshop(),
    });
    const keepsOdd = ['gif', 'apng', 'webp', 'pngs'].includes(format) || formatOf(format).picture === null;
    const expected = keepsOdd ? [171, 97] : [172, 98];
    expect([outcome.width, outcome.height]).toEqual(expected);
  });
});
