import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makeClip } from '#service/testing/make-media.ts';
import { comparePictures } from './testing/compare-pictures.ts';
import { movieOf } from './testing/movie-of.ts';
import { openPreviewWorld, type PreviewWorld } from './testing/preview-world.ts';

let world: PreviewWorld;
const SIZE = { width: 320, height: 180 };

beforeAll(async () => {
  world = await openPreviewWorld();
  const looks = { seconds: 2, sound: null, ...SIZE, rate: '25' } as const;
  await world.addAsset(await makeClip(join(world.folder, 'clip.mp4'), looks));
  await world.addAsset(await makeClip(join(world.folder, 'old.avi'), looks));
});
afterAll(() => world[Symbol.asyncDispose]());
afterEach(() => expect(world.faults).toEqual([]));

const film = (layers: string) =>
  `<movie width="320" height="180" framerate="25"><scene duration="40">${layers}</scene></movie>`;

async function thumbnail(xml: string, frame: number) {
  const rgba = await world.page.evaluate(
    (given) => window.harness.sceneThumbnail(given.project, given.movie, given.frame, given.height),
    { project: world.project, movie: movieOf(xml), frame, height: SIZE.height },
  );
  if (rgba === null) return null;
  return { ...SIZE, pixels: Buffer.from(rgba, 'base64').filter((_, index) => index % 4 !== 3) };
}

const scenes = {
  'a video': '<video src="clip.mp4" in="5"/>',
  'a video with effects':
    '<video src="clip.mp4"><filter type="saturation" intensity="0.4"/><transform type="flip" axis="x"/></video>',
  'a text over a video': '<video src="clip.mp4"/><text content="Words" size="40"/>',
  'a video that the browser cannot play': '<video src="old.avi"/>',
} as const;

test.each(Object.entries(scenes))('a thumbnail shows the frame of the engine: %s', async (_, layers) => {
  const xml = film(layers);
  const drawn = await thumbnail(xml, 20);
  if (drawn === null) throw new Error('the thumbnail has a picture');
  const { luma, ssim } = comparePictures(drawn, await world.rendered(xml, 20));
  expect(luma).toBeLessThanOrEqual(3);
  expect(ssim).toBeGreaterThan(0.95);
});

test('a missing source gives an empty thumbnail', async () => {
  expect(await thumbnail(film('<video src="nowhere.mp4"/>'), 0)).toBeNull();
});
