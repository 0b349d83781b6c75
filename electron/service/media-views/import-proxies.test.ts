import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeClip } from '../testing/make-media.ts';
import { waitUntil } from '../testing/wait-until.ts';
import { openViewWorld, type ViewWorld } from './testing/view-world.ts';

let world: ViewWorld;
beforeAll(async () => {
  world = await openViewWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const SMALL = { width: 64, height: 36, seconds: 1 };

test('the stand-in of an asset that no browser plays is begun when it comes, and nobody has to ask for it', async () => {
  await makeClip(world.at('old.avi'), { ...SMALL, codecs: ['-c:v', 'mpeg4', '-c:a', 'libmp3lame'] });
  await world.add('old.avi');
  await waitUntil(async () => (await world.view('proxy', { src: 'old.avi' })).status === 200, 60);
});

test('none is begun of an asset that a browser plays as it is', async () => {
  const codecs = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
  await makeClip(world.at('new.mp4'), { ...SMALL, codecs });
  await makeClip(world.at('late.avi'), { ...SMALL, codecs: ['-c:v', 'mpeg4', '-c:a', 'libmp3lame'], seconds: 2 });
  await world.add('new.mp4');
  // Assets are looked at in their order: when the later one has its stand-in, the earlier one was passed over.
  await world.add('late.avi');
  await waitUntil(async () => (await world.view('proxy', { src: 'late.avi' })).status === 200, 60);
  expect((await world.view('proxy', { src: 'new.mp4' })).status).toBe(404);
});
