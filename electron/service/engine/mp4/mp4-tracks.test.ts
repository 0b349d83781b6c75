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
    const { sizes, compositionOffsets, syncFrames, ticks, displayedTicks, skippedTicks } = trackOf(segment, segment);
    expect(sizes).toEqual([30, 20, 10, 30, 20, 10]);
    expect(compositionOffsets).toEqual([512, 1024, 0, 512, 1024, 0]);
    expect(syncFrames).toEqual([0, 3]);
    expect([ticks, displayedTicks, skippedTicks]).toEqual([6 * 512, 6 * 512, 512]);
  });

  test('have the largest display delay of all scenes', () => {
    const short = { ...segment, sizes: [5], compositionOffsets: [0], delay: 0 };
    const { compositionOffsets, skippedTicks } = trackOf(segment, short, segment);
    expect(compositionOffsets).toEqual([512, 1024, 0, 512, 512, 1024, 0]);
    expect(skippedTicks).toBe(512);
    const displayOrder = compositionOffsets
      .map((wait, frame) => frame + (wait - skippedTicks) / 512)
      .toSorted((left, right) => left - right);
    expect(displayOrder).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  test('need no display times or sync table if all frames are independent', () => {
    const plain = { ...segment, compositionOffsets: [0, 0, 0], delay: 0, syncFrames: [0, 1, 2] };
    expect(trackOf(plain, plain)).toMatchObject({ compositionOffsets: [], syncFrames: null, skippedTicks: 0 });
  });

  test.each([
    ['their descriptions', { description: Uint8Array.of(1, 2, 4) }],
    ['their time base', { ticksPerSecond: 25_600 }],
    ['their frame duration', { frameTicks: 500 }],
  ])('form no track if they differ in %s', (_, change) => {
    expect(pictureTrack([segment, { ...segment, ...change }], SIZE)).toBeNull();
  });

  test('form a track only if there is at least one', () => {
    expect(pictureTrack([], SIZE)).toBeNull();
  });
});

test('sound starts after the priming of its encoder', () => {
  const { ticks, skippedTicks, displayedTicks, sampleTicks } = soundTrack([300, 301, 302], {
    skippedSamples: 1024,
    samples: 2500,
  });
  expect([ticks, skippedTicks, displayedTicks, sampleTicks]).toEqual([2500, 1024, 1476, 1024]);
});
