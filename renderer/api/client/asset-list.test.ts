import { expect, test } from 'vitest';
import { assetNamed, assetsByKey } from './asset-list.ts';

const assets = [{ name: 'Clip.mp4' }, { name: 'música.wav' }];

test('an asset is found by its name, in whatever letters and composition it is written', () => {
  expect(assetNamed(assets, 'CLIP.MP4')).toBe(assets[0]);
  expect(assetNamed(assets, 'música.wav'.normalize('NFD'))).toBe(assets[1]);
  expect(assetNamed(assets, 'other.mp4')).toBeUndefined();
  expect(assetNamed(undefined, 'Clip.mp4')).toBeUndefined();
});

test('a list is looked through once, however many names are asked for', () => {
  expect(assetsByKey(assets)).toBe(assetsByKey(assets));
  expect(assetsByKey([...assets])).not.toBe(assetsByKey(assets));
});
