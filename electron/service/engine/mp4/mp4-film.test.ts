import { describe, expect, test } from 'vitest';
import { bodyAt, boxesIn, rowsIn } from '#service/sources/containers/iso-boxes.ts';
import { required } from '#shared/lib/assert.ts';
import { layOut } from './mp4-film.ts';
import { soundTrack, type Track } from './mp4-tracks.ts';

/** A picture track of 70 frames of 100 bytes at 30 fps. */
const picture: Track = {
  kind: 'picture',
  description: Uint8Array.of(0, 0, 0, 8, 1, 2, 3, 4),
  ticksPerSecond: 15_360,
  sizes: Array.from({ length: 70 }, () => 100),
  sampleTicks: 512,
  ticks: 70 * 512,
  skippedTicks: 1024,
  displayedTicks: 70 * 512,
  compositionOffsets: Array.from({ length: 70 }, (_, frame) => (frame % 2 === 0 ? 1024 : 512)),
  syncFrames: [0, 40],
  size: { width: 1280, height: 720 },
};
const sound = soundTrack([...Array.from({ length: 109 }, () => 300), 200], {
  skippedSamples: 1024,
  samples: 112_000 + 512,
});

/** Returns the head without the start of the `mdat` box. The body of that box is still unwritten. */
function complete(head: Uint8Array): Buffer {
  const bytes = Buffer.from(head);
  return bytes.subarray(0, bytes.lastIndexOf('mdat') - 4);
}

/** Returns a box of this type from the sample table of a track. */
function tableOf(head: Uint8Array, track: number, type: string): Buffer {
  const tracks = boxesIn(required(bodyAt(complete(head), 'moov'), 'moov'))?.filter((box) => box.type === 'trak');
  return required(bodyAt(required(tracks?.[track], 'a track').body, 'mdia', 'minf', 'stbl', type), type);
}
const rows = (head: Uint8Array, track: number, type: string, width = 1) => rowsIn(tableOf(head, track, type), width);

describe('a film of picture and sound', () => {
  const { head, chunks } = layOut([picture, sound]);

  test('has its tables before its samples', () => {
    expect(boxesIn(complete(head))?.map(({ type }) => type)).toEqual(['ftyp', 'moov']);
    const media = Buffer.from(head).subarray(-8);
    expect(media.toString('latin1', 4)).toBe('mdat');
    expect(media.readUInt32BE(0)).toBe(8 + 70 * 100 + 109 * 300 + 200);
  });

  test('interleaves half a second of each track in order of time', () => {
    expect(chunks.slice(0, 4)).toMatchObject([
      { track: 0, bytes: 15 * 100 },
      { track: 1, bytes: 23 * 300 },
      { track: 1, bytes: 23 * 300 },
      { track: 0, bytes: 15 * 100 },
    ]);
    expect(chunks.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(7000 + 109 * 300 + 200);
  });

  test('has the offset of each chunk', () => {
    const offsets = [0, 1].map((track) => (rows(head, track, 'stco') ?? []).flat());
    let offset = head.length;
    for (const { track, bytes } of chunks) {
      expect(offsets[track]?.shift()).toBe(offset);
      offset += bytes;
    }
    expect(offsets).toEqual([[], []]);
  });

  test('has the number of samples for each differing chunk', () => {
    expect(rows(head, 0, 'stsc', 3)).toEqual([
      [1, 15, 1],
      [5, 10, 1],
    ]);
  });

  test('has the durations of frames and packets, with a shorter last packet', () => {
    expect(rows(head, 0, 'stts', 2)).toEqual([[70, 512]]);
    expect(rows(head, 1, 'stts', 2)).toEqual([
      [109, 1024],
      [1, 112_512 - 109 * 1024],
    ]);
  });

  test('counts its sync frames from one', () => {
    expect(rows(head, 0, 'stss')).toEqual([[1], [41]]);
  });

  test('starts its sound after the priming and has exact lengths', () => {
    const tracks = boxesIn(required(bodyAt(complete(head), 'moov'), 'moov'))?.filter(({ type }) => type === 'trak');
    const edits = tracks?.map(({ body }) => required(bodyAt(body, 'edts', 'elst'), 'an edit'));
    const movie = required(bodyAt(complete(head), 'moov', 'mvhd'), 'a header');
    expect(movie.readUInt32BE(12)).toBe(48_000);
    expect(edits?.map((edit) => [edit.readUInt32BE(8), edit.readUInt32BE(12)])).toEqual([
      [(70 * 48_000) / 30, 1024],
      [112_512 - 1024, 1024],
    ]);
    expect(movie.readUInt32BE(16)).toBe((70 * 48_000) / 30);
  });
});

test('a film of more than 4 GiB has 64-bit sizes and offsets', () => {
  const large = { ...picture, sizes: picture.sizes.map(() => 100_000_000) };
  const { head } = layOut([large]);
  const media = Buffer.from(head).subarray(-16);
  expect(media.readUInt32BE(0)).toBe(1);
  expect(media.readBigUInt64BE(8)).toBe(7_000_000_016n);
  const offsets = tableOf(head, 0, 'co64');
  expect(offsets.readBigUInt64BE(8)).toBe(BigInt(head.length));
  expect(offsets.readBigUInt64BE(8 + 4 * 8)).toBe(BigInt(head.length) + 6_000_000_000n);
});

test('a day of sound has its length in 64 bits', () => {
  const ticks = 6_000_000_000;
  const day = {
    ...soundTrack([1, 1], { skippedSamples: 0, samples: 2048 }),
    sampleTicks: ticks / 2,
    ticks,
    displayedTicks: ticks,
  };
  const { head } = layOut([day]);
  const movie = required(bodyAt(complete(head), 'moov', 'mvhd'), 'a header');
  expect(movie[0]).toBe(1);
  expect(movie.readBigUInt64BE(24)).toBe(BigInt(ticks));
});

test('a film can have a single frame', () => {
  const one = {
    ...picture,
    sizes: [100],
    ticks: 512,
    displayedTicks: 512,
    skippedTicks: 0,
    compositionOffsets: [],
    syncFrames: null,
  };
  const { head, chunks } = layOut([one]);
  expect(chunks).toMatchObject([{ track: 0, bytes: 100 }]);
  expect(rows(head, 0, 'stts', 2)).toEqual([[1, 512]]);
});

test('a film at 30000/1001 fps has an exact length', () => {
  const ntsc = { ...picture, ticksPerSecond: 30_000, sampleTicks: 1001, ticks: 71 * 1001, displayedTicks: 71 * 1001 };
  const movie = required(bodyAt(complete(layOut([ntsc, sound]).head), 'moov', 'mvhd'), 'a header');
  expect([movie.readUInt32BE(12), movie.readUInt32BE(16)]).toEqual([240_000, 71 * 1001 * 8]);
});

test('tracks without a common time base are counted in sound samples', () => {
  const odd = { ...picture, ticksPerSecond: 999_983 };
  const { head } = layOut([odd, sound]);
  expect(bodyAt(complete(head), 'moov', 'mvhd')?.readUInt32BE(12)).toBe(48_000);
});
