import { expect, test } from 'vitest';
import { noMedia } from '#shared/contract/shapes/no-media.ts';
import { assetNamed, assetsByKey, readAllAssets } from './asset-list.ts';

const assets = [{ name: 'Clip.mp4' }, { name: 'música.wav' }];

test('an asset is found by its name in any case and normalization', () => {
  expect(assetNamed(assets, 'CLIP.MP4')).toBe(assets[0]);
  expect(assetNamed(assets, 'música.wav'.normalize('NFD'))).toBe(assets[1]);
  expect(assetNamed(assets, 'other.mp4')).toBeUndefined();
  expect(assetNamed(undefined, 'Clip.mp4')).toBeUndefined();
});

test('the index of an asset list is built once', () => {
  expect(assetsByKey(assets)).toBe(assetsByKey(assets));
  expect(assetsByKey([...assets])).not.toBe(assetsByKey(assets));
});

test('a LUT file in the list is not reported as text', async () => {
  const media = { ...noMedia, reason: 'is a text file, not a video', why: { reason: 'media/text', values: {} } };
  const page = {
    assets: [
      { name: 'warm.cube', media },
      { name: 'notes.txt', media },
    ],
    cursor: null,
  };
  const assets = await readAllAssets({ call: () => Promise.resolve(page) } as never, 'project');
  expect(assets.map(({ name, media: facts }) => [name, facts?.reason])).toEqual([
    ['warm.cube', null],
    ['notes.txt', 'is a text file, not a video'],
  ]);
});
