import { describe, expect, test } from 'vitest';
import { fc } from '#shared/testing/properties.ts';
import { box, fullBox, tableBox, u32, u32s } from './iso-boxes.ts';
import { editDelaysIn, syncFramesIn } from './sync-frames.ts';

interface Track {
  readonly id?: number;
  /** The numbers of the sync samples, counted from one. */
  readonly sync?: readonly number[] | null;
  /** Pairs of a count of samples and their duration. */
  readonly lengths?: readonly number[];
  /** Pairs of a count of samples and their composition offset. */
  readonly compositionOffsets?: readonly number[] | null;
  /** Triples for each edit: the duration in ticks of the movie, the time in ticks of the track, and the rate. */
  readonly edits?: readonly number[] | null;
}

/**
 * Returns the body of a `moov` box. Its movie has 1,000 ticks per second, its track has 15,360 ticks per second, and a
 * frame lasts 512 ticks.
 */
function movie({
  id = 1,
  sync = [1, 251, 501],
  lengths = [600, 512],
  compositionOffsets: waits = null,
  edits = null,
}: Track): Buffer {
  const header = (ticks: number) => fullBox('mdhd', u32s([0, 0, ticks, 0]));
  const table = box(
    'stbl',
    tableBox('stts', lengths, 2),
    ...(waits === null ? [] : [tableBox('ctts', waits, 2)]),
    ...(sync === null ? [] : [tableBox('stss', sync)]),
  );
  const track = box(
    'trak',
    fullBox('tkhd', u32s([0, 0, id, 0])),
    ...(edits === null ? [] : [box('edts', tableBox('elst', edits, 3))]),
    box('mdia', header(15_360), fullBox('hdlr', u32(0), 'vide'), box('minf', table)),
  );
  return Buffer.concat([fullBox('mvhd', u32s([0, 0, 1000, 0])), track]);
}

const times = (track: Track): readonly number[] | undefined =>
  syncFramesIn(movie(track))
    .get(track.id ?? 1)
    ?.map((seconds) => Math.round(seconds * 1e6) / 1e6);

const NO_TIME = 0xff_ff_ff_ff;

describe('sync frames of an MP4', () => {
  test('are in seconds and listed by the number of their track', () => {
    expect(times({ id: 7 })).toEqual([0, 8.333333, 16.666667]);
    expect(syncFramesIn(movie({ id: 7 })).has(1)).toBe(false);
  });

  test('include composition offsets and edits', () => {
    const waits = [1, 1024, 250, 512, 349, 1536];
    expect(times({ compositionOffsets: waits })).toEqual([0.066667, 8.366667, 16.766667]);
    expect(times({ compositionOffsets: waits, edits: [20_000, 1024, 65_536] })).toEqual([0, 8.3, 16.7]);
    expect(times({ edits: [500, NO_TIME, 65_536, 20_000, 0, 65_536] })).toEqual([0.5, 8.833333, 17.166667]);
    // The edit starts 256 ticks before a picture, which FFmpeg moves to the start.
    expect(times({ sync: [2, 252, 502], edits: [20_000, 256, 65_536] })).toEqual([0, 8.333333, 16.666667]);
  });

  test('can be after the start of an edit', () => {
    const delay = (track: Track) => editDelaysIn(movie(track)).get(1);
    expect(delay({ edits: [20_000, 1024, 65_536] })).toBeUndefined();
    expect(delay({ edits: [20_000, 1000, 65_536] })).toBeCloseTo(24 / 15_360, 9);
    expect(delay({ edits: [500, NO_TIME, 65_536, 20_000, 1000, 65_536] })).toBeCloseTo(24 / 15_360, 9);
    const reordered = [1, 1024, 1, 2560, 1, 1024, 1, 0, 1, 512, 595, 1024];
    expect(delay({ compositionOffsets: reordered, edits: [20_000, 1500, 65_536] })).toBeCloseTo(36 / 15_360, 9);
    expect(delay({})).toBeUndefined();
  });

  test('consider frames of unequal length', () => {
    expect(times({ lengths: [250, 512, 250, 1024, 100, 512] })).toEqual([0, 8.333333, 25]);
  });

  test('are omitted if they are dense', () => {
    expect(times({ sync: [1, 16, 31] })).toBeUndefined();
    expect(times({ sync: null })).toBeUndefined();
    expect(times({ sync: [1] })).toEqual([0]);
  });

  test('are omitted for complex edits and damaged tables', () => {
    expect(times({ edits: [2000, 0, 65_536, 2000, 100_000, 65_536] })).toBeUndefined();
    expect(times({ edits: [500, NO_TIME, 65_536] })).toBeUndefined();
    expect(times({ sync: [1, 251, 900] })).toBeUndefined();
    expect(times({ sync: [1, 501, 251] })).toBeUndefined();
    expect(times({ compositionOffsets: [3, 512] })).toBeUndefined();
  });

  test('are in order for any damage to the bytes', () => {
    const whole = movie({ compositionOffsets: [600, 512], edits: [20_000, 1024, 65_536] });
    const changes = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 8 });
    fc.assert(
      fc.property(changes, (list) => {
        const bytes = Buffer.from(whole);
        for (const [at, value] of list) bytes[at] = value;
        for (const found of syncFramesIn(bytes).values()) {
          expect(found.every(Number.isFinite)).toBe(true);
          expect(found).toEqual(found.toSorted((left, right) => left - right));
        }
      }),
    );
  });

  test('are empty for bytes without a movie', () => {
    expect(syncFramesIn(Buffer.alloc(0)).size).toBe(0);
    expect(syncFramesIn(Buffer.from(box('trak', u32(1)))).size).toBe(0);
  });
});
