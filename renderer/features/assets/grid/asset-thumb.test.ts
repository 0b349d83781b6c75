import { expect, test } from 'vitest';
import { sizeInTile, tileFace } from './asset-thumb.tsx';

const NOTHING = {
  ...{ durationSeconds: null, pictureSeconds: null, width: null, height: null, frameRate: null, videoCodec: null },
  ...{ audioCodec: null, hasAudio: false, damage: null, fontFamily: null, reason: null },
};
const faceOf = (kind: 'video' | 'audio' | 'image' | 'font' | 'captions' | 'other', size = 1000) =>
  tileFace({ size, media: { ...NOTHING, kind } });

test('a picture tile shows the original unless the file is too large', () => {
  expect(faceOf('image')).toBe('still');
  expect(faceOf('image', 16 * 2 ** 20)).toBe('still');
  expect(faceOf('image', 16 * 2 ** 20 + 1)).toBe('image-icon');
});

test('an SVG tile shows the drawing of the service, never the file', () => {
  const media = { ...NOTHING, kind: 'image', videoCodec: 'svg' } as const;
  expect(tileFace({ size: 1000, media })).toBe('poster');
});

test('videos show a frame, sounds a waveform, and other files an icon', () => {
  expect([faceOf('video'), faceOf('audio'), faceOf('font'), faceOf('captions'), faceOf('other')]).toEqual([
    'poster',
    'wave',
    'font',
    'captions-icon',
    'file-icon',
  ]);
  expect(tileFace({ size: 5, media: null })).toBe('unknown');
});

test('a video of any aspect ratio fits completely into its tile', () => {
  const box = (width: number | null, height: number | null) =>
    sizeInTile({ ...NOTHING, kind: 'video' as const, width, height });
  expect(box(1920, 1080)).toEqual({ width: '100%', height: '100%' });
  expect(box(900, 1600)).toEqual({ width: '31.640625%', height: '100%' });
  expect(box(3200, 900)).toEqual({ width: '100%', height: '50%' });
  expect(box(null, null)).toEqual({ width: '100%', height: '100%' });
});
