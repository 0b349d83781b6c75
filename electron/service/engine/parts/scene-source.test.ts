import { describe, expect, test } from 'vitest';
import { frameRate, frames } from '#shared/template/values/frame-rate.ts';
import { marginOfOne, seekLater, seekPoint } from './scene-source.ts';

const RATE = frameRate(30);
const mov = { endSeconds: 60, demuxer: 'mov' } as const;
const mpegts = { endSeconds: 60, demuxer: 'mpegts' } as const;

describe('scenes after one sync frame', () => {
  const take = { ...mov, keyFrames: [0, 8.333333, 16.666667] };
  const seekAt = (skip: number) => seekPoint(frames(skip), RATE, take);

  test('are read from the same whole second', () => {
    expect([0, 7, 60, 249].map((skip) => seekAt(skip).seekSeconds)).toEqual([0, 0, 0, 0]);
    expect([270, 271, 420, 499].map((skip) => seekAt(skip).seekSeconds)).toEqual([9, 9, 9, 9]);
    expect(seekAt(271)).toEqual({ seekSeconds: 9, aheadSeconds: 271 / 30 - 9, isCommon: true });
  });

  test('are read from their in-points if no whole second lies between them', () => {
    expect([250, 269].map(seekAt)).toEqual(
      [250, 269].map((skip) => ({ seekSeconds: skip / 30, aheadSeconds: 0, isCommon: false })),
    );
  });

  test('are read from a whole second that rounds to the sync frame', () => {
    expect(seekPoint(frames(151), RATE, { ...mov, keyFrames: [0, 5.0000004] }).seekSeconds).toBe(5);
    expect(seekPoint(frames(150), RATE, { ...mov, keyFrames: [0, 5.0000004] }).seekSeconds).toBe(5);
  });

  test('are read from their in-points if their sync frame is unknown', () => {
    expect(seekPoint(frames(271), RATE, mov)).toEqual({ seekSeconds: 271 / 30, aheadSeconds: 0, isCommon: false });
  });
});

describe('a source whose clock has one tick per frame', () => {
  const avi = (numerator: number, denominator = 1) =>
    ({ endSeconds: 60, demuxer: 'avi', frameRate: { numerator, denominator } }) as const;

  test('is read from the tick before an in-point', () => {
    const { seekSeconds, aheadSeconds, isBetweenTicks } = seekPoint(frames(17), RATE, avi(25));
    expect(seekSeconds).toBeCloseTo(14 / 25, 9);
    expect(seekSeconds + aheadSeconds).toBeCloseTo(17 / 30, 9);
    expect(isBetweenTicks).toBe(true);
  });

  test('is read from an in-point on a tick', () => {
    for (const skip of [6, 60, 126, 378])
      expect(seekPoint(frames(skip), RATE, avi(25))).toEqual({
        seekSeconds: skip / 30,
        aheadSeconds: 0,
        isCommon: false,
      });
  });

  test('is read from whole ticks for a later frame', () => {
    const first = seekPoint(frames(17), RATE, avi(24_000, 1001));
    const { seek, laterSeconds } = seekLater(first, 10.4, avi(24_000, 1001));
    expect(laterSeconds).toBeLessThan(9.0000001);
    for (const seconds of [first.seekSeconds, seek.seekSeconds, laterSeconds])
      expect((seconds * 24_000) / 1001 - Math.round((seconds * 24_000) / 1001)).toBeCloseTo(0, 6);
    expect(seek).toMatchObject({ isBetweenTicks: true });
    expect(seekLater(seekPoint(frames(0), RATE, avi(25)), 10.4, avi(25)).laterSeconds).toBe(9);
  });
});

describe('the position of a later frame', () => {
  test('moves by whole seconds, so that time stamps round equally', () => {
    const first = seekPoint(frames(31), RATE, mov);
    const { seek, laterSeconds } = seekLater(first, 10.4, mov);
    expect(laterSeconds).toBe(9);
    expect(seek.seekSeconds).toBeCloseTo(first.seekSeconds + 9, 9);
    expect(seek.seekSeconds + seek.aheadSeconds).toBeCloseTo(31 / 30, 9);
  });

  test('stays near the start and finds the last frame', () => {
    const first = seekPoint(frames(0), RATE, mov);
    expect(seekLater(first, 1.9, mov)).toEqual({ seek: first, laterSeconds: 0 });
    expect(seekLater(first, 500, mov).laterSeconds).toBe(50);
  });

  test('is nearer to a single frame of a progressive picture', () => {
    const video = { ...mov, fields: null, frameRate: RATE };
    const first = seekPoint(frames(0), RATE, mov);
    const laterOf = (seconds: number) =>
      seekLater(first, seconds, mov, { marginSeconds: marginOfOne(video) }).laterSeconds;
    expect([2, 2.1, 2.2, 2.9].map(laterOf)).toEqual([1, 1, 2, 2]);
    expect(marginOfOne({ ...video, frameRate: frameRate(4) })).toBe(1);
    expect(marginOfOne({ ...video, demuxer: 'matroska' })).toBe(1);
    expect(marginOfOne({ ...video, fields: { first: 'top', marked: true } })).toBe(1);
  });

  test('is shared by single frames after the same sync frame', () => {
    const video = { ...mov, keyFrames: [0, 8.4, 16.8] };
    const first = seekPoint(frames(31), RATE, mov);
    const laterOf = (seconds: number) =>
      seekLater(first, seconds, video, { marginSeconds: 0.2, isShared: true }).laterSeconds;
    expect([1, 4, 7, 8.5, 9, 12, 15, 16, 17, 18].map(laterOf)).toEqual([0, 0, 0, 8, 8, 8, 8, 8, 16, 16]);
    expect(seekLater(first, 7, video, { marginSeconds: 0.2 }).laterSeconds).toBe(6);
  });

  test('is later than the second that the scenes of a take share', () => {
    const take = { ...mov, keyFrames: [0, 8.333333] };
    const first = seekPoint(frames(510), RATE, take);
    const { seek, laterSeconds } = seekLater(first, 3.5, take);
    expect([first.seekSeconds, seek.seekSeconds, laterSeconds]).toEqual([9, 19, 10]);
    expect(seek.seekSeconds + seek.aheadSeconds).toBeCloseTo(17, 9);
  });

  test('keeps the lead of streams without an index', () => {
    const first = seekPoint(frames(0), RATE, mpegts);
    expect(seekLater(first, 15, mpegts).laterSeconds).toBe(4);
    const inside = seekPoint(frames(600), RATE, mpegts);
    expect(inside.seekSeconds).toBe(10);
    expect(seekLater(inside, 5, mpegts).laterSeconds).toBe(4);
  });
});
