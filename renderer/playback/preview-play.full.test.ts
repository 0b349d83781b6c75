import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ffmpeg, makeClip, makeFlashAndBeep, makeSound } from '#service/testing/make-media.ts';
import { full } from '#shared/testing/full.ts';
import { cases, scale } from '#shared/testing/scale.ts';
import type { PlaySpan } from './play/play-span.ts';
import { comparePictures } from './testing/compare-pictures.ts';
import { movieOf } from './testing/movie-of.ts';
import { openPreviewWorld, type PreviewWorld } from './testing/preview-world.ts';

let world: PreviewWorld;

beforeAll(async () => {
  world = await openPreviewWorld();
  const at = (name: string) => join(world.folder, name);
  await world.addAsset(await makeFlashAndBeep(at('beeps.mp4'), { seconds: 4 }));
  await world.addAsset(await makeClip(at('clip.mp4'), { seconds: 2 }));
  if (scale === 'quick') return;
  await world.addAsset(await makeFlashAndBeep(at('beeps.mov'), { seconds: 4 }));
  // The clip has a single sync frame. All other frames depend on it.
  await world.addAsset(await makeClip(at('long.mp4'), { seconds: 4, sound: null, extra: ['-g', '1000', '-bf', '0'] }));
  await world.addAsset(await makeClip(at('old.avi'), { seconds: 1, sound: null }));
  await world.addAsset(await makeSound(at('tone.wav'), { seconds: 2 }));
  await ffmpeg('-f', 'lavfi', '-i', 'sine=1000:r=44100:d=3', '-af', 'volume=0.5', '-ac', '2', at('other-rate.wav'));
  await world.addAsset(at('other-rate.wav'));
});

afterAll(() => world[Symbol.asyncDispose]());
afterEach(() => expect(world.faults).toEqual([]));

const film = (scenes: string, rate = '30') => `<movie width="160" height="90" framerate="${rate}">${scenes}</movie>`;

async function heard(xml: string, seconds: number, change: Partial<PlaySpan> = {}): Promise<Float32Array> {
  const text = await world.page.evaluate(
    (given) => window.harness.sound(given.project, given.movie, given.seconds, given.change),
    { project: world.project, movie: movieOf(xml), seconds, change },
  );
  const bytes = Uint8Array.from(Buffer.from(text, 'base64'));
  return new Float32Array(bytes.buffer);
}

/** Returns the times at which sounds begin after silence, in milliseconds. */
function onsets(samples: Float32Array): readonly number[] {
  const found: number[] = [];
  let quiet = 48_000;
  for (const [index, sample] of samples.entries()) {
    if (Math.abs(sample) < 0.08) quiet += 1;
    else {
      if (quiet > 4800) found.push(Math.round(index / 48));
      quiet = 0;
    }
  }
  return found;
}

async function scrubbed(
  xml: string,
  frames: readonly number[],
  seconds: number,
  isSilenced = false,
): Promise<Float32Array> {
  const text = await world.page.evaluate(
    (given) => window.harness.scrub(given.project, given.movie, given.frames, given.seconds, given.isSilenced),
    { project: world.project, movie: movieOf(xml), frames, seconds, isSilenced },
  );
  const bytes = Uint8Array.from(Buffer.from(text, 'base64'));
  return new Float32Array(bytes.buffer);
}

const loudest = (samples: Float32Array) => samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

describe("the preview's sound", () => {
  test.each(cases(1, ['beeps.mp4', 'beeps.mov']))('stays in sync across cuts and in-points: %s', async (source) => {
    const xml = film(
      `<scene duration="45"><video src="${source}"/></scene><scene duration="60"><video src="${source}" skip="15"/></scene>`,
    );
    const found = onsets(await heard(xml, 3.5));
    expect(found).toHaveLength(4);
    for (const [index, onset] of found.entries()) expect(Math.abs(onset - index * 1000)).toBeLessThanOrEqual(3);
  });

  full.test('is silent for a muted layer and ends with its scene', async () => {
    const silent = film('<scene duration="30"><video src="beeps.mov" audio="false"/></scene>');
    expect(loudest(await heard(silent, 1.5))).toBe(0);
    const short = film('<scene duration="15"><video src="tone.wav"/></scene><scene duration="15"/>');
    const samples = await heard(short, 1);
    expect(loudest(samples.subarray(0, 24_000))).toBeGreaterThan(0.05);
    expect(loudest(samples.subarray(24_010))).toBe(0);
  });

  full.test('mixes several layers with their volumes', async () => {
    const one = '<video src="other-rate.wav"/>';
    const [single, both] = [
      await heard(film(`<scene duration="30">${one}</scene>`), 1),
      await heard(film(`<scene duration="30">${one}${one}</scene>`), 1),
    ];
    expect(loudest(both) / loudest(single)).toBeCloseTo(2, 2);
  });

  full.test('is as loud as in the film for a mono source', async () => {
    const xml = film('<scene duration="30"><video src="tone.wav"/></scene>');
    // FFmpeg's `sine` source has an amplitude of 1/8 of full scale.
    expect(loudest(await heard(xml, 1))).toBeCloseTo(Math.SQRT1_2 / 8, 3);
  });

  full.test('has no gap at cuts, at other sample rates, or at loops', async () => {
    const xml = film('<scene duration="60"><video src="other-rate.wav"/></scene>');
    const samples = await heard(xml, 3, { loops: true, range: { from: 0, to: 30 } });
    // A 1 kHz tone is never silent for half a period.
    const silences = samples.subarray(480, -480).reduce(
      ({ run, most }, sample) => {
        const now = Math.abs(sample) < 0.01 ? run + 1 : 0;
        return { run: now, most: Math.max(most, now) };
      },
      { run: 0, most: 0 },
    );
    expect(silences.most).toBeLessThan(24);
  });

  full.test('plays twice as fast at double speed', async () => {
    const xml = film('<scene duration="90"><video src="beeps.mov"/></scene>');
    const found = onsets(await heard(xml, 1.4, { speed: 2 }));
    expect(found).toHaveLength(3);
    for (const [index, onset] of found.entries()) expect(Math.abs(onset - index * 500)).toBeLessThanOrEqual(3);
  });
});

full.describe('sound during scrubbing', () => {
  full.test('lasts 0.1 s and fades in and out', async () => {
    const xml = film('<scene duration="60"><video src="other-rate.wav"/></scene>');
    const samples = await scrubbed(xml, [20], 0.3);
    expect(loudest(samples.subarray(480, 4320))).toBeGreaterThan(0.04);
    expect(loudest(samples.subarray(0, 24))).toBeLessThan(0.01);
    expect(loudest(samples.subarray(4776, 4800))).toBeLessThan(0.01);
    expect(loudest(samples.subarray(4801))).toBe(0);
  });

  full.test('plays only the last of several frames scrubbed in quick succession', async () => {
    const xml = film('<scene duration="30"><video src="other-rate.wav"/></scene><scene duration="30"/>');
    // The previous sound fades out within a few milliseconds.
    const silent = await scrubbed(xml, [5, 10, 40], 0.2);
    expect(loudest(silent.subarray(1440))).toBeLessThan(0.001);
    expect(loudest(await scrubbed(xml, [40, 45, 10], 0.2))).toBeGreaterThan(0.04);
  });

  full.test('stops when playback begins before the sound has been read', async () => {
    const xml = film('<scene duration="60"><video src="other-rate.wav"/></scene>');
    expect(loudest(await scrubbed(xml, [20], 0.2, true))).toBe(0);
  });
});

test('playback shows every frame in order and ends on time', async () => {
  const xml = film(
    '<scene duration="25"><video src="clip.mp4"/></scene><scene duration="20"><video src="beeps.mp4"/></scene>',
  );
  const played = await world.page.evaluate((given) => window.harness.play(given.project, given.movie), {
    project: world.project,
    movie: movieOf(xml),
  });
  expect(played.audible).toBe(true);
  expect(played.frames).toEqual([...new Set(played.frames)].sort((left, right) => left - right));
  expect(played.frames.at(-1)).toBe(44);
  expect(played.last).toEqual({ frame: 44, exact: true });
  expect(played.took).toBeGreaterThanOrEqual(1.5);
});

test('the picture returns after the WebGL context was lost', async () => {
  const xml = film('<scene duration="5"><video src="clip.mp4"/></scene>');
  const before = await world.previewed(xml, 2);
  const after = Buffer.from(await world.page.evaluate(() => window.harness.frameAfterLoss()), 'base64');
  expect(
    Buffer.compare(
      after.filter((_, index) => index % 4 !== 3),
      before.pixels,
    ),
  ).toBe(0);
});

full.test('the screen shows intermediate pictures during a long decode', async () => {
  const movie = movieOf(film('<scene duration="100"><video src="long.mp4"/></scene>', '25'));
  const passed = await world.page.evaluate((given) => window.harness.passed(given.project, given.movie, 90), {
    project: world.project,
    movie,
  });
  // Without intermediate pictures, there would be only two: the sync frame and the exact frame.
  expect(passed).toBeGreaterThan(20);
});

full.test('a decoded sync frame becomes the thumbnail of a nearby scene', async () => {
  const movie = movieOf(
    film(
      '<scene duration="25"><video src="clip.mp4"/></scene><scene duration="20"><video src="long.mp4" skip="60"/></scene>',
      '25',
    ),
  );
  const thumbnail = await world.page.evaluate(
    (given) => window.harness.nearbyThumbnail(given.project, given.movie, 3, 30),
    {
      project: world.project,
      movie,
    },
  );
  expect(thumbnail).toEqual({ isThere: true, decoded: 1 });
});

full.test('the proxy replaces a source that the browser cannot play', async () => {
  const xml = film('<scene duration="10"><video src="old.avi"/></scene>', '25');
  const { ssim } = comparePictures(await world.previewed(xml, 4), await world.rendered(xml, 4));
  expect(ssim).toBeGreaterThan(0.95);
});

full.test('a missing source is reported', async () => {
  const xml = film('<scene duration="10"><video src="nowhere.mp4"/></scene>');
  await expect(world.previewed(xml, 0)).rejects.toThrow('missing');
});

full.test('a thumbnail is a tile of the strip with its effects', async () => {
  const thumbnail = (intensity: number) =>
    world.page.evaluate(
      (effects) => window.harness.thumbnail(90, '#0050c0', effects),
      movieOf(
        film(
          `<scene duration="1"><video src="x.mp4"><filter type="saturation" intensity="${intensity}"/></video></scene>`,
        ),
      ).scenes[0]?.layers[0]?.effects ?? [],
    );
  const near = (actual: readonly number[], expected: readonly number[]) =>
    expect(actual.map((value, index) => Math.abs(value - (expected[index] ?? 0)) <= 3)).toEqual(
      expected.map(() => true),
    );
  near(await thumbnail(1), [160, 90, 0, 80, 192]);
  near(await thumbnail(0), [160, 90, 71, 71, 71]);
});
