import { expect, test } from 'vitest';
import type { AssetEntry } from './asset-list.ts';
import { assetPicture } from './asset-picture.ts';

const pictureOf = (media: object | null) => assetPicture('p', { name: 'a b', etag: '"1"', media } as AssetEntry, 64);

test('the service draws pictures of videos and SVG drawings', () => {
  expect(pictureOf({ kind: 'image', videoCodec: 'mjpeg' })).toBe('/v1/data/p/a%20b');
  expect(pictureOf({ kind: 'image', videoCodec: 'svg' })).toBe('/v1/media/p/poster?src=a%20b&v=1&width=64');
  expect(pictureOf({ kind: 'video', videoCodec: 'h264' })).toBe('/v1/media/p/poster?src=a%20b&v=1&width=64');
});

test('audio, fonts, and unknown files have no picture', () => {
  expect([pictureOf({ kind: 'audio' }), pictureOf({ kind: 'font' }), pictureOf(null)]).toEqual([null, null, null]);
});
