import { expect, test } from 'vitest';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { frameRate } from '#shared/template/values/frame-rate.ts';
import { sourceFilm } from './source-film.ts';

/** Of a video; what the viewer asks about it. */
function video(name: string, media: { width: number; height: number; pictureSeconds: number | null }): AssetEntry {
  return { name, media: { kind: 'video', durationSeconds: media.pictureSeconds, ...media } } as AssetEntry;
}

test('a video is a film of one scene in its own size, as long as its picture, at the rate of the open film', () => {
  const film = sourceFilm(video('a & "b".mp4', { width: 1920, height: 1080, pictureSeconds: 4 }), frameRate(25));
  expect(film).toMatchObject({ width: 1920, height: 1080, frameRate: frameRate(25) });
  expect(film?.scenes).toHaveLength(1);
  expect(film?.scenes[0]).toMatchObject({
    duration: 100,
    layers: [{ source: { kind: 'asset', name: 'a & "b".mp4' } }],
  });
});

test('a sound is a film in which it is heard, as long as it is', () => {
  const media = { kind: 'audio', durationSeconds: 2.5, pictureSeconds: null, width: null, height: null };
  const film = sourceFilm({ name: 'song.mp3', media } as AssetEntry, frameRate(30));
  expect(film?.scenes[0]?.duration).toBe(75);
  expect(film?.sounds).toMatchObject([{ source: { kind: 'asset', name: 'song.mp3' } }]);
});

test('sizes that no film can have are brought near', () => {
  const film = sourceFilm(video('a.mp4', { width: 7681, height: 4321, pictureSeconds: null }), frameRate(30));
  expect(film).toMatchObject({ width: 4096, height: 2304 });
  expect(film?.scenes[0]?.duration).toBe(150);
});
