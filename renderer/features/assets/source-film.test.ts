import { expect, test } from 'vitest';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { frameRate } from '#shared/template/values/frame-rate.ts';
import { sourceMovie } from './asset-viewer.tsx';

/** Returns the facts about a video that the viewer needs. */
function video(name: string, media: { width: number; height: number; pictureSeconds: number | null }): AssetEntry {
  return { name, media: { kind: 'video', durationSeconds: media.pictureSeconds, ...media } } as AssetEntry;
}

test('a video becomes a one-scene movie of the video’s size', () => {
  const film = sourceMovie(video('a & "b".mp4', { width: 1920, height: 1080, pictureSeconds: 4 }), frameRate(25));
  expect(film).toMatchObject({ width: 1920, height: 1080, frameRate: frameRate(25) });
  expect(film?.scenes).toHaveLength(1);
  expect(film?.scenes[0]).toMatchObject({
    duration: 100,
    layers: [{ source: { kind: 'asset', name: 'a & "b".mp4' } }],
  });
});

test('a sound becomes a movie of the sound’s length', () => {
  const media = { kind: 'audio', durationSeconds: 2.5, pictureSeconds: null, width: null, height: null };
  const film = sourceMovie({ name: 'song.mp3', media } as AssetEntry, frameRate(30));
  expect(film?.scenes[0]?.duration).toBe(75);
  expect(film?.sounds).toMatchObject([{ source: { kind: 'asset', name: 'song.mp3' } }]);
});

test('a size beyond the limits of a movie is clamped', () => {
  const film = sourceMovie(video('a.mp4', { width: 7681, height: 4321, pictureSeconds: null }), frameRate(30));
  expect(film).toMatchObject({ width: 4096, height: 2304 });
  expect(film?.scenes[0]?.duration).toBe(150);
});
