import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openViewWorld, type ViewWorld } from '#service/media-views/testing/view-world.ts';
import { ffmpeg } from '#service/testing/make-media.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { imageFacts } from '#shared/drawings/images/image-facts.ts';
import { photoSample, property, quarterColors, withProperties } from '#shared/drawings/testing/photo-samples.ts';
import { sampleImage } from '#shared/drawings/testing/sample-images.ts';

/** A portrait photo like those of phones: the stored picture is rotated by 90 degrees. */
const upright = withProperties(photoSample('heic'), property('irot', 3));

let world: ViewWorld;
beforeAll(async () => {
  world = await openViewWorld();
  const files = {
    'beach.heic': upright,
    // Web pages and phones also use other extensions for these files.
    'renamed.jpg': photoSample('avif'),
    'cut.heic': upright.subarray(0, 60),
    'logo.png': sampleImage('png'),
  };
  for (const [name, bytes] of Object.entries(files)) {
    await writeFile(world.at(name), bytes);
    await world.add(name);
  }
});
afterAll(() => world[Symbol.asyncDispose]());

async function mediaOf(name: string) {
  const parameters = { project: world.project };
  let media: object | null = null;
  await waitUntil(async () => {
    const { assets } = await world.service.client.call('listAssets', { parameters });
    media = assets.find((asset) => asset.name === name)?.media ?? null;
    return media !== null;
  });
  return media;
}

test('the facts of a photo apply its rotation', async () => {
  expect(await mediaOf('beach.heic')).toMatchObject({ kind: 'image', width: 64, height: 96, videoCodec: 'heic' });
  expect(await mediaOf('renamed.jpg')).toMatchObject({ kind: 'image', width: 96, height: 64, videoCodec: 'avif' });
  expect(await mediaOf('cut.heic')).toMatchObject({ kind: 'other', why: { reason: 'media/photo-damaged' } });
});

test('the image view of a photo is its JPEG copy', async () => {
  const copy = await world.view('image', { src: 'beach.heic' });
  expect([copy.status, copy.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect(imageFacts(new Uint8Array(await copy.arrayBuffer()))).toEqual({ format: 'jpeg', width: 64, height: 96 });
  const again = await world.view(
    'image',
    { src: 'beach.heic' },
    { headers: { 'if-none-match': copy.headers.get('etag') ?? '' } },
  );
  expect(again.status).toBe(304);
  const png = await world.view('image', { src: 'logo.png' });
  expect(Buffer.from(await png.arrayBuffer())).toEqual(Buffer.from(sampleImage('png')));
  const refused = await world.view('image', { src: 'cut.heic' });
  expect(await refused.json()).toMatchObject({
    code: 'media/invalid',
    detail: expect.stringContaining('is a damaged or incomplete HEIC image'),
  });
});

test('the asset of a photo stays the uploaded file', async () => {
  const answer = await world.service.fetch(`/v1/data/${world.project}/beach.heic`);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(upright);
});

test('a poster has the aspect ratio of its photo', async () => {
  const poster = await world.view('poster', { src: 'beach.heic', width: '32' });
  expect([poster.status, imageFacts(new Uint8Array(await poster.arrayBuffer()))]).toEqual([
    200,
    { format: 'jpeg', width: 32, height: 48 },
  ]);
});

test('a film shows a photo upright', async () => {
  const template =
    '<movie width="64" height="96" framerate="25"><scene duration="1"><image src="beach.heic"/></scene></movie>';
  const answer = await world.service.fetch(`/v1/frame/local/${world.project}`, {
    method: 'POST',
    body: new URLSearchParams({ template }),
  });
  await writeFile(world.at('frame.png'), Buffer.from(await answer.arrayBuffer()));
  const pixels = await ffmpeg('-i', world.at('frame.png'), '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-');
  const at = (x: number, y: number) => Array.from(pixels.subarray(3 * (64 * y + x), 3 * (64 * y + x) + 3));
  const [red, green, blue, yellow] = quarterColors;
  const colors = [blue, red, yellow, green].map((color) => color.map((value) => expect.closeTo(value, -1.2)));
  expect([at(16, 24), at(48, 24), at(16, 72), at(48, 72)]).toEqual(colors);
});
