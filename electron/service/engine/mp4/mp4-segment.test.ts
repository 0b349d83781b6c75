import { describe, expect, test } from 'vitest';
import { box, u32, zeros } from '#service/sources/containers/iso-boxes.ts';
import { required } from '#shared/lib/assert.ts';
import { fc } from '#shared/testing/properties.ts';
import { layOut } from './mp4-film.ts';
import { findBoxes, readPictureSegment } from './mp4-segment.ts';
import type { Track } from './mp4-tracks.ts';

const PROGRAM = Buffer.alloc(32, 'Encoder 1.0 ');
const descriptionWith = (program: Uint8Array, ...boxes: readonly Uint8Array[]): Uint8Array =>
  box('avc1', zeros(42), program, zeros(4), box('avcC', 'what decoders need'), ...boxes);

/** Four frames. The third is displayed before the second. */
const track: Track = {
  kind: 'picture',
  description: descriptionWith(PROGRAM, box('btrt', u32(1), u32(2), u32(3))),
  ticksPerSecond: 12_800,
  sizes: [300, 200, 100, 50],
  sampleTicks: 512,
  ticks: 4 * 512,
  skippedTicks: 512,
  displayedTicks: 4 * 512,
  compositionOffsets: [512, 1024, 0, 512],
  syncFrames: [0, 3],
  size: { width: 64, height: 36 },
};

/** Returns a file of one track whose frames are zeros. */
function fileOf(each: Track): Buffer {
  const { head, chunks } = layOut([each]);
  return Buffer.concat([head, zeros(chunks.reduce((sum, { bytes }) => sum + bytes, 0))]);
}

async function segmentOf(file: Buffer) {
  const bodies = await findBoxes(file.length, (start, bytes) => Promise.resolve(file.subarray(start, start + bytes)));
  if (bodies === null) return null;
  const { start, bytes } = bodies.movie;
  return readPictureSegment(file.subarray(start, start + bytes), bodies);
}

describe('a scene in a separate file', () => {
  test('is read with its tables', async () => {
    const file = fileOf(track);
    expect(await segmentOf(file)).toMatchObject({
      ticksPerSecond: 12_800,
      frameTicks: 512,
      sizes: [300, 200, 100, 50],
      compositionOffsets: [512, 1024, 0, 512],
      syncFrames: [0, 3],
      delay: 512,
      start: file.length - 650,
    });
  });

  test("is described without its bit rate and the program's name", async () => {
    const segment = required(await segmentOf(fileOf(track)), 'a segment');
    expect(Buffer.from(segment.description)).toEqual(Buffer.from(descriptionWith(zeros(32))));
  });

  test('is read if all frames are equally large sync frames', async () => {
    const alike = { ...track, sizes: [100, 100, 100, 100], compositionOffsets: [], syncFrames: null };
    expect(await segmentOf(fileOf(alike))).toMatchObject({ sizes: alike.sizes, syncFrames: [0, 1, 2, 3], delay: 0 });
  });

  test.each([
    ['it is empty', Buffer.alloc(0)],
    ['it has no tables', Buffer.from(box('mdat', 'frames'))],
    ['its frames take no time', fileOf({ ...track, sampleTicks: 0, ticks: 0 })],
    ['it has no sync frame', fileOf({ ...track, syncFrames: [] })],
    ['it has too many boxes', Buffer.concat([fileOf(track), ...Array.from({ length: 70 }, () => box('free'))])],
    ['its frames are cut off', fileOf(track).subarray(0, -1)],
    ['its codec is another one', fileOf({ ...track, description: box('hvc1', zeros(78)) })],
  ])('is rejected if %s', async (_, file) => {
    expect(await segmentOf(file)).toBeNull();
  });

  test('gives consistent tables or null after random changes', async () => {
    const file = fileOf(track);
    const bodies = fc.array(fc.tuple(fc.nat(file.length - 651), fc.constantFrom(0, 1, 2, 127, 128, 255)), {
      minLength: 1,
    });
    await fc.assert(
      fc.asyncProperty(bodies, async (changes) => {
        const changed = Buffer.from(file);
        for (const [at, byte] of changes) changed[at] = byte;
        const segment = await segmentOf(changed);
        if (segment === null) return;
        expect(segment.sizes.reduce((sum, size) => sum + size, 0)).toBe(changed.length - segment.start);
        expect(segment.compositionOffsets).toHaveLength(segment.sizes.length);
        expect(segment.syncFrames.every((frame) => frame < segment.sizes.length)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
