import { describe, expect, it } from 'vitest';
import { box, u32, zeros } from '#service/sources/containers/iso-boxes.ts';
import { required } from '#shared/lib/assert.ts';
import { frameRate } from '#shared/template/values/frame-rate.ts';
import { fc } from '#shared/testing/properties.ts';
import { createFragmentReader, FragmentError, readFragmentedSegment } from './fragments.ts';
import {
  initSegment,
  pieceFrames,
  piecesPerSegment,
  type SegmentSamples,
  type StreamTrack,
  segmentHead,
  segmentSeconds,
  soundCuts,
} from './stream-segments.ts';

const track: StreamTrack = {
  kind: 'picture',
  description: box('avc1', zeros(78), box('avcC', 'facts')),
  ...{ ticksPerSecond: 25, sampleTicks: 1, skippedTicks: 0 },
  size: { width: 64, height: 36 },
};
const segments: readonly SegmentSamples[] = [
  { number: 0, first: 0, sizes: [30, 20, 10], compositionOffsets: [2, 4, 1], lastTicks: 1 },
  { number: 1, first: 3, sizes: [5], compositionOffsets: [2], lastTicks: 1 },
];

const bytesOf = (samples: SegmentSamples): Buffer =>
  Buffer.concat([segmentHead(track, samples), zeros(samples.sizes.reduce((sum, size) => sum + size, 0))]);
const file = Buffer.concat([initSegment(track), ...segments.map(bytesOf)]);
const readOf = (bytes: Buffer) => (start: number, count: number) =>
  Promise.resolve(bytes.subarray(start, start + count));

describe('a reader of fragments', () => {
  it('returns each fragment as soon as its last byte is written', async () => {
    const reader = createFragmentReader();
    const ends: number[] = [];
    const found: unknown[] = [];
    for (let size = 0; size <= file.length; size++) {
      const fragment = await reader.next(size, readOf(file.subarray(0, size)));
      if (fragment === null) continue;
      ends.push(size);
      found.push([fragment.sizes, fragment.compositionOffsets, fragment.syncFrames]);
    }
    expect(ends).toEqual([file.length - bytesOf(required(segments[1], 'a segment')).length, file.length]);
    expect(found).toEqual([
      [[30, 20, 10], [2, 4, 1], [0]],
      [[5], [2], [0]],
    ]);
    expect(reader.head()).toMatchObject({ ticksPerSecond: 25, frameTicks: 1 });
  });

  it('joins the fragments of a finished file', async () => {
    const segment = required(await readFragmentedSegment(file.length, readOf(file)), 'a segment');
    expect(segment).toMatchObject({ sizes: [30, 20, 10, 5], syncFrames: [0, 3], delay: 2 });
    expect(segment.ranges?.map(({ bytes }) => bytes)).toEqual([60, 5]);
    expect(Buffer.from(segment.description).includes('facts')).toBe(true);
  });

  it('rejects a fragment whose sizes differ from its bytes', async () => {
    const wrong = Buffer.concat([
      initSegment(track),
      segmentHead(track, required(segments[0], 'a segment')),
      zeros(60),
    ]);
    const moof = wrong.indexOf('trun');
    wrong.writeUInt32BE(31, moof + 20);
    await expect(createFragmentReader().next(wrong.length, readOf(wrong))).rejects.toThrow(FragmentError);
    expect(await readFragmentedSegment(wrong.length, readOf(wrong))).toBeNull();
    expect(await readFragmentedSegment(0, readOf(Buffer.alloc(0)))).toBeNull();
    const noPictures = Buffer.concat([initSegment({ ...track, description: box('hvc1', zeros(78)) }), file]);
    expect(await readFragmentedSegment(noPictures.length, readOf(noPictures))).not.toBeUndefined();
  });

  it('gives consistent tables, null, or an error after random changes', async () => {
    const changes = fc.array(fc.tuple(fc.nat(file.length - 1), fc.constantFrom(0, 1, 127, 128, 255)), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(changes, async (changed) => {
        const bytes = Buffer.from(file);
        for (const [at, value] of changed) bytes[at] = value;
        const segment = await readFragmentedSegment(bytes.length, readOf(bytes));
        if (segment === null) return;
        expect(segment.compositionOffsets).toHaveLength(segment.sizes.length);
        expect(segment.ranges?.reduce((sum, range) => sum + range.bytes, 0)).toBe(
          segment.sizes.reduce((sum, size) => sum + size, 0),
        );
      }),
    );
  });
});

describe('a segment', () => {
  it('has signed composition offsets and the time of its first sample', () => {
    const head = Buffer.from(
      segmentHead(track, { ...required(segments[0], 'a segment'), first: 50, compositionOffsets: [0, 2, -1] }),
    );
    const times = head.subarray(head.indexOf('tfdt'));
    expect([times.readUInt32BE(4), Number(times.readBigUInt64BE(8))]).toEqual([0x01000000, 50]);
    const run = head.subarray(head.indexOf('trun'));
    expect([run.readInt32BE(24), run.readInt32BE(32), run.readInt32BE(40)]).toEqual([0, 2, -1]);
    // The samples begin after the head of `mdat`.
    expect(run.readUInt32BE(12)).toBe(head.length);
  });

  it('has a shorter last sample at the end of the film', () => {
    const samples = { ...required(segments[1], 'a segment'), sizes: [5, 6], lastTicks: 4 };
    const sound: StreamTrack = { ...track, kind: 'sound', ticksPerSecond: 100, sampleTicks: 10 };
    expect(segmentSeconds(sound, samples)).toBeCloseTo(0.14);
    expect(Buffer.from(segmentHead(sound, samples)).includes(Buffer.from([...u32(4), ...u32(6)]))).toBe(true);
  });
});

describe('the pieces of a film', () => {
  const rate = frameRate(25);

  it.each([
    [1, 60],
    [51, 60],
    [60, 60],
    [61, 31],
    [1000, 59],
  ])('%i frames have pieces of %i frames', (frames, expected) => {
    expect(pieceFrames(frames, rate)).toBe(expected);
  });

  it('have at least one frame at a low rate', () => {
    expect(pieceFrames(3, frameRate(1, 5))).toBe(1);
    expect(pieceFrames(50, frameRate(3))).toBe(7);
  });

  it('form segments of at most 2.4 seconds', () => {
    expect(piecesPerSegment([50, 50, 1], 25)).toEqual([1, 2]);
    expect(piecesPerSegment([5, 5, 5, 50, 5], 25)).toEqual([3, 2]);
    expect(piecesPerSegment([60, 1], 25)).toEqual([1, 1]);
    expect(piecesPerSegment([], 25)).toEqual([]);
  });

  it('leave no short segment of sound at the end', () => {
    expect(soundCuts(94)).toEqual([0]);
    expect(soundCuts(1126)).toHaveLength(12);
    expect(soundCuts(94 + 19).at(-1)).toBe(94);
    expect(soundCuts(94 + 18).at(-1)).toBe(0);
  });
});
