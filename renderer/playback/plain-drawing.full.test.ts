// @module-tag full-scale
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeClip } from '#service/testing/make-media.ts';
import { comparePictures } from './testing/compare-pictures.ts';
import { openPreviewWorld, type PreviewWorld } from './testing/preview-world.ts';

/** Without WebGL 2, the engine's code composites every frame in the browser. */
let world: PreviewWorld;
beforeAll(async () => {
  world = await openPreviewWorld('no-webgl');
  await makeClip(path.join(world.folder, 'clip.mp4'), {
    ...{ seconds: 2, sound: null, width: 320, height: 180, rate: '24' },
    extra: ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'],
  });
  await world.addAsset(path.join(world.folder, 'clip.mp4'));
});
afterAll(() => world[Symbol.asyncDispose]());

const video = '<video src="clip.mp4"/>';
const scenes = {
  'a video alone': video,
  'a video that is cut to the frame': '<video src="clip.mp4" fit="cover" in="7"/>',
  'a video with effects':
    '<video src="clip.mp4"><filter type="saturation" intensity="0.4"/><transform type="flip" axis="x"/></video>',
  'a text over a video': `${video}<text content="Words" size="40"/>`,
} as const;

test.each(Object.entries(scenes))('the browser without WebGL draws like the engine: %s', async (_, layers) => {
  expect(await world.page.evaluate(() => document.createElement('canvas').getContext('webgl2'))).toBeNull();
  const xml = `<movie width="320" height="180" framerate="24"><scene duration="24">${layers}</scene></movie>`;
  const likeness = comparePictures(await world.previewed(xml, 9), await world.rendered(xml, 9));
  expect(likeness.luma).toBeLessThanOrEqual(1);
  expect(likeness.chroma).toBeLessThanOrEqual(4);
  expect(world.faults).toEqual([]);
});
