import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ClipOptions, makeClip, makeEditList } from '#service/testing/make-media.ts';
import { COUNTER_FILTERS, COUNTER_HEIGHT, COUNTER_WIDTH, readCounters } from '#service/testing/measure-film.ts';
import { renderFilm } from '#service/testing/render-film.ts';
import { timelineOf } from '#shared/editing/model/timeline.ts';
import { full } from '#shared/testing/full.ts';
import { cases } from '#shared/testing/scale.ts';
import { movieOf } from './testing/movie-of.ts';
import { openPreviewWorld, type PreviewWorld } from './testing/preview-world.ts';
import { readCounter } from './testing/read-counter.ts';

let world: PreviewWorld;

const LOSSLESS = ['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '0'];
const counted = (options: ClipOptions): ClipOptions => ({
  width: COUNTER_WIDTH,
  height: COUNTER_HEIGHT,
  picture: 'color=black',
  filters: COUNTER_FILTERS,
  sound: null,
  seconds: 3,
  ...options,
});
/** Drops four of every ten frames, so that the remaining frames have different durations. */
const UNEVEN = {
  filters: `${COUNTER_FILTERS},select='not(between(mod(n,10),3,6))'`,
  extra: ['-fps_mode', 'passthrough'],
};
/**
 * Encoder options for B-frames and a long GOP. B-frames make the decoding order differ from the display order, and the
 * GOP is longer than the clip.
 */
const REORDERED = ['-c:v', 'libx264', '-preset', 'medium', '-bf', '3', '-g', '250', '-qp', '10'];

/** The number of clips that `npm test` uses. */
const SAMPLED_CASES = 3;
const clips: Readonly<Record<string, ClipOptions>> = {
  'pal.mp4': counted({ rate: '25' }),
  'ntsc.webm': counted({
    rate: '30000/1001',
    codecs: ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8'],
  }),
  'uneven.mp4': counted({ rate: '30', ...UNEVEN }),
  'thirty.mp4': counted({ rate: '30' }),
  'ntsc.mp4': counted({ rate: '30000/1001', codecs: REORDERED }),
  'film.mkv': counted({ rate: '24000/1001', codecs: REORDERED }),
  'fast.mp4': counted({ rate: '60', codecs: LOSSLESS }),
  'pal.webm': counted({ rate: '25' }),
  'uneven.webm': counted({ rate: '30', ...UNEVEN }),
  'late.mp4': counted({ rate: '25', sound: 'sine=440:r=48000' }),
};

beforeAll(async () => {
  world = await openPreviewWorld();
  await Promise.all(
    cases(SAMPLED_CASES, Object.entries(clips)).map(async ([name, options]) =>
      world.addAsset(await makeClip(join(world.folder, name), options)),
    ),
  );
});

afterAll(() => world[Symbol.asyncDispose]());
afterEach(() => expect(world.faults).toEqual([]));

const film = (rate: string, scenes: string) =>
  `<movie width="${COUNTER_WIDTH}" height="${COUNTER_HEIGHT}" framerate="${rate}">${scenes}</movie>`;
const scene = (src: string, duration: number, skip: string | number = 0) =>
  `<scene duration="${duration}"><video src="${src}" skip="${skip}"/></scene>`;

/** Expects each frame of the movie, requested in this order, to show the same source frame as the rendered film. */
async function expectSameFrames(xml: string, order: (total: number) => readonly number[] = inOrder) {
  await expectFrames(xml, await renderedFrames(xml), order);
}

async function renderedFrames(xml: string): Promise<readonly number[]> {
  await renderFilm(xml, { folder: world.folder });
  return await readCounters(join(world.folder, 'film.mp4'));
}

async function expectFrames(
  xml: string,
  rendered: readonly number[],
  order: (total: number) => readonly number[] = inOrder,
) {
  const frames = order(timelineOf(movieOf(xml)).total);
  const shown = await world.previewedEach(xml, frames);
  expect(shown.map(readCounter)).toEqual(frames.map((frame) => rendered[frame]));
}

/** The length of a scene, in frames. */
const LENGTH = 45;
const inOrder = (total: number) => Array.from({ length: total }, (_, index) => index);
const backwards = (total: number) => inOrder(total).toReversed();
/** Jumps through the frames like a user who scrubs. */
const scrubbed = (total: number) => inOrder(total).map((index) => (index * 37) % total);

describe.each(cases(1, ['30000/1001', '25', '24', '30', '60']))(
  'the preview at %s has the source frames of the film',
  (rate) => {
    const names = cases(SAMPLED_CASES, Object.keys(clips));
    let all: readonly number[] = [];
    beforeAll(async () => {
      all = await renderedFrames(film(rate, names.map((name) => scene(name, LENGTH)).join('')));
    });

    test.each(names)('for the source: %s', async (source) => {
      const first = names.indexOf(source) * LENGTH;
      await expectFrames(film(rate, scene(source, LENGTH)), all.slice(first, first + LENGTH));
    });
  },
);

describe('the source frames in the preview', () => {
  test.each(
    cases(1, [
      ['ntsc.webm', '30', '1.234s'],
      ['uneven.mp4', '30', 7],
      ['film.mkv', '25', '0.5s'],
      ['pal.mp4', '30', 13],
      ['thirty.mp4', '25', '0.7s'],
      ['ntsc.mp4', '30000/1001', 31],
    ] as const),
  )('equal the film for %s at %s from in-point %s', async (source, rate, skip) => {
    await expectSameFrames(film(rate, scene(source, 30, skip)));
  });

  test('equal the film for a copy that was cut between two frames', async () => {
    const cut = { ...counted({ rate: '25', codecs: REORDERED, seconds: 1 }), startSeconds: 0.53 };
    await world.addAsset(await makeEditList(join(world.folder, 'cut.mp4'), cut));
    await expectSameFrames(film('25', scene('cut.mp4', 30)));
  });

  test.each(cases(0, ['uneven.mp4', 'pal.mp4', 'ntsc.webm']))(
    'hold the last frame for %s after its end',
    async (source) => {
      await expectSameFrames(film('30', scene(source, 30, 75) + scene(source, 5, 400)));
    },
  );

  full.test('equal the rendered frames backward and in random order', async () => {
    await expectSameFrames(film('30', scene('ntsc.mp4', 60)), backwards);
    await expectSameFrames(film('30', scene('film.mkv', 40, 10) + scene('pal.mp4', 23, 5)), scrubbed);
  });

  full.test('equal the rendered frames across cuts within one source', async () => {
    await expectSameFrames(film('25', scene('pal.mp4', 10, 50) + scene('pal.mp4', 10) + scene('pal.mp4', 10, 30)));
  });
});
