import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeClip } from '#service/testing/make-media.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { full } from '#shared/testing/full.ts';
import { openViewWorld, type ViewWorld } from './testing/view-world.ts';

let world: ViewWorld;
beforeAll(async () => {
  world = await openViewWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const SMALL = { width: 64, height: 36, seconds: 1 };

test('an asset that browsers cannot play gets a proxy', async () => {
  await makeClip(world.at('old.avi'), { ...SMALL, codecs: ['-c:v', 'mpeg4', '-c:a', 'libmp3lame'] });
  await world.add('old.avi');
  await waitUntil(async () => (await world.view('proxy', { src: 'old.avi' })).status === 200, 60);
});

full.test('an asset that browsers can play gets no proxy', async () => {
  const codecs = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
  await makeClip(world.at('new.mp4'), { ...SMALL, codecs });
  await makeClip(world.at('late.avi'), { ...SMALL, codecs: ['-c:v', 'mpeg4', '-c:a', 'libmp3lame'], seconds: 2 });
  await world.add('new.mp4');
  // Assets are processed in order. If the later asset has its proxy, the earlier one was skipped.
  await world.add('late.avi');
  await waitUntil(async () => (await world.view('proxy', { src: 'late.avi' })).status === 200, 60);
  expect((await world.view('proxy', { src: 'new.mp4' })).status).toBe(404);
});

full.test('a requested proxy is made before automatic ones', async () => {
  const codecs = ['-c:v', 'mpeg4', '-c:a', 'libmp3lame'];
  const names = Array.from({ length: 5 }, (_, index) => `import-${index}.avi`);
  for (const [index, name] of names.entries())
    await makeClip(world.at(name), { ...SMALL, codecs, seconds: 10 + index });
  await makeClip(world.at('wanted.avi'), { ...SMALL, codecs, seconds: 2.5 });
  await Promise.all(names.map((name) => world.add(name)));
  await world.add('wanted.avi');
  const ready = async () => {
    const answers = await Promise.all(names.map((name) => world.view('proxy', { src: name })));
    return answers.filter(({ status }) => status === 200).length;
  };
  // All assets have arrived, so all of them could come first in the queue.
  await waitUntil(async () => (await ready()) > 0, 60);
  const before = await ready();
  await world.view('proxy', { src: 'wanted.avi' }, { method: 'POST' });
  await waitUntil(async () => (await world.view('proxy', { src: 'wanted.avi' })).status === 200, 60);
  // At most two proxies can come first: the proxy in progress, and a second proxy that started during the request.
  expect(await ready()).toBeLessThanOrEqual(before + 2);
});
