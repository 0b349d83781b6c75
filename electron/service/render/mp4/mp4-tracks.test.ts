import { describe, expect, test } from 'vitest';
import { required } from '#shared/lib/assert.ts';
import type { PictureSegment } from './mp4-segment.ts';
import { pictureTrack, soundTrack } from './mp4-tracks.ts';

const SIZE = { width: 64, height: 36 };
/** Two frames of which the second is decoded before the first that is shown after it. */
const segment: PictureSegment = {
  description: Uint8Array.of(1, 2, 3),
  ticksPerSecond: 12_800,
  frameTicks: 512,
  sizes: [30, 20, 10],
  waits: [512, 1024, 0],
  keyFrames: [0],
  delay: 512,
  start: 48,
};
const trackOf = (...segments: readonly PictureSegment[]) => required(pictureTrack(segments, SIZE), 'a track');

describe('scenes one after another', () => {
  test('are one track: each frame as it was, key frames where scenes begin', () => {
    const { sizes, waits, keyFrames, ticks, shownTicks, early } = trackOf(segment, segment);
    expect(sizes).toEqual([30, 20, 10, 30, 20, 10]);
    expect(waits).toEqual([512, 1024, 0, 512, 1024, 0]);
    expect(keyFrames).toEqual([0, 3]);
    expect([ticks, shownTicks, early]).toEqual([6 * 512, 6 * 512, 512]);
  });

  test('that reorder fewer frames wait as long as the others, so that no frame is shown twice', () => {
    const short = { ...segment, sizes: [5], waits: [0], delay: 0 };
    const { waits, early } = trackOf(segment, short, segment);
    expect(waits).toEqual([512, 1024, 0, 512, 512, 1024, 0]);
    expect(early).toBe(512);
    const shown = waits.map((wait, frame) => frame + (wait - early) / 512).toSorted((left, right) => left - right);
    expect(shown).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  test('without reordering need no times of showing, and of nothing but key frames no list of them', () => {
    const plain = { ...segment, waits: [0, 0, 0], delay: 0, keyFrames: [0, 1, 2] };
    expect(trackOf(plain, plain)).toMatchObject({ waits: [], keyFrames: null, early: 0 });
  });

  test.each([
    ['what a decoder has to be told', { description: Uint8Array.of(1, 2, 4) }],
    ['their ticks', { ticksPerSecond: 25_600 }],
    ['the length of a frame', { frameTicks: 500 }],
  ])('that differ in %s are no track', (_, change) => {
    expect(pictureTrack([segment, { ...segment, ...change }], SIZE)).toBeNull();
  });

  test('of which there are none are no track', () => {
    expect(pictureTrack([], SIZE)).toBeNull();
  });
});

test('sound is heard from the end of its priming on', () => {
  const { ticks, early, shownTicks, sampleTicks } = soundTrack([300, 301, 302], { early: 1024, samples: 2500 });
  expect([ticks, early, shownTicks, sampleTicks]).toEqual([2500, 1024, 1476, 1024]);
});
