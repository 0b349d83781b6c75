import { describe, expect, test } from 'vitest';
import { required } from '#shared/lib/assert.ts';
import type { PictureSegment } from './mp4-segment.ts';
import { pictureTrack, soundTrack } from './mp4-tracks.ts';

const SIZE = { width: 64, height: 36 };
/** Three frames. The second frame is decoded before the third and displayed after it. */
const segment: PictureSegment = {
  description: Uint8Array.of(1, 2, 3),
  ticksPerSecond: 12_800,
  frameTicks: 512,
  sizes: [30, 20, 10],
  compositionOffsets: [512, 1024, 0],
  syncFrames: [0],
  delay: 512,
  start: 48,
};
const trackOf = (...segments: readonly PictureSegment[]) => required(pictureTrack(segments, SIZE), 'a track');

describe('pictures of consecutive scenes', () => {
  test('form one track with a sync frame at each scene start', () => {
    const {
      sizes,
      compositionOffsets: waits,
      syncFrames: keyFrames,
      ticks,
      displayedTicks: shownTicks,
      skippedTicks: early,
    } = trackOf(segment, segment);
    expect(sizes).toEqual([30, 20, 10, 30, 20, 10]);
    expect(waits).toEqual([512, 1024, 0, 512, 1024, 0]);
    expect(keyFrames).toEqual([0, 3]);
    expect([ticks, shownTicks, early]).toEqual([6 * 512, 6 * 512, 512]);
  });

  test('have the largest display delay of all scenes', () => {
    const short = { ...segment, sizes: [5], waits: [0], delay: 0 };
    const { compositionOffsets: waits, skippedTicks: early } = trackOf(segment, short, segment);
    expect(waits).toEqual([512, 1024, 0, 512, 512, 1024, 0]);
    expect(early).toBe(512);
    const shown = waits.map((wait, frame) => frame + (wait - early) / 512).toSorted((left, right) => left - right);
    expect(shown).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  test('need no display times or sync table if all frames are independent', () => {
    const plain = { ...segment, waits: [0, 0, 0], delay: 0, keyFrames: [0, 1, 2] };
    expect(trackOf(plain, plain)).toMatchObject({ waits: [], keyFrames: null, early: 0 });
  });

  test.each([
    ['their descriptions', { description: Uint8Array.of(1, 2, 4) }],
    ['their time base', { ticksPerSecond: 25_600 }],
    ['their frame duration', { frameTicks: 500 }],
  ])('form no track if they differ in %s', (_, change) => {
    expect(pictureTrack([segment, { ...segment, ...change }], SIZE)).toBeNull();
  });

  test('form no track without a scene', () => {
    expect(pictureTrack([], SIZE)).toBeNull();
  });
});

test('sound starts after the priming of its encoder', () => {
  const {
    ticks,
    skippedTicks: early,
    displayedTicks: shownTicks,
    sampleTicks,
  } = soundTrack([300, 301, 302], { skippedSamples: 1024, samples: 2500 });
  expect([ticks, early, shownTicks, sampleTicks]).toEqual([2500, 1024, 1476, 1024]);
});
