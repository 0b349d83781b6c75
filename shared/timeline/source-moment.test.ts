import { describe, expect, test } from 'vitest';
import { type FrameRate, type Frames, frameRate, frames } from '#shared/template/values/frame-rate.ts';
import { fc } from '#shared/testing/properties.ts';
import { lastStart, sourceSeconds, type Ticks } from './layer-state.ts';

/**
 * Returns the index of the last frame that begins at or before `last`. If there is none, returns the first index.
 * `starts` must be increasing.
 */
function chosen(starts: readonly Ticks[], last: Ticks): number {
  return Math.max(
    0,
    starts.findLastIndex((start) => start <= last),
  );
}

/** Returns the index of the source frame that a layer displays in its frame `frame`. */
function visibleFrame(
  starts: readonly Ticks[],
  frame: number,
  { skip, rate, resolution, speed = 1 }: LayerTime,
): number {
  return chosen(starts, lastStart({ inPoint: skip, frame: frames(frame), speed }, rate, resolution));
}

interface LayerTime {
  readonly skip: Frames;
  readonly rate: FrameRate;
  /** The number of ticks per second of the source’s clock. */
  readonly resolution: number;
  readonly speed?: number;
}

/** Simulates `fps=round=near:start_time=0` of FFmpeg, frame by frame. */
function shownByFfmpeg(starts: readonly number[], resolution: number, rate: number, length: number): number[] {
  const places = starts.map((start) => Math.round((start * rate) / resolution));
  return Array.from({ length }, (_, frame) =>
    Math.max(
      0,
      places.findLastIndex((place) => place <= frame),
    ),
  );
}

describe('the source frame of a state', () => {
  test("equals the frame of the engine's filter for any rates and times", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 0, max: 200 }),
        fc.constantFrom(10, 24, 25, 30, 50, 60),
        (gaps, first, rate) => {
          let last = first;
          const starts = [
            first,
            ...gaps.map((gap) => {
              last += gap;
              return last;
            }),
          ];
          const time = { skip: frames(0), rate: frameRate(rate), resolution: 1000 };
          const all = Array.from({ length: 60 }, (_, frame) => visibleFrame(starts, frame, time));
          expect(all).toEqual(shownByFfmpeg(starts, 1000, rate, 60));
        },
      ),
    );
  });

  test('is the later frame at a half, for 25 fps in 30 fps', () => {
    const starts = Array.from({ length: 10 }, (_, index) => index * 512);
    const time = { skip: frames(0), rate: frameRate(30), resolution: 12_800 };
    const all = Array.from({ length: 9 }, (_, frame) => visibleFrame(starts, frame, time));
    expect(all).toEqual([0, 1, 2, 2, 3, 4, 5, 6, 7]);
  });

  test('is the later of two frames, for 30 fps in 25 fps', () => {
    const starts = Array.from({ length: 12 }, (_, index) => index * 512);
    const time = { skip: frames(0), rate: frameRate(25), resolution: 15_360 };
    const all = Array.from({ length: 8 }, (_, frame) => visibleFrame(starts, frame, time));
    expect(all).toEqual([0, 1, 2, 4, 5, 6, 7, 8]);
  });

  test('counts from the in-point', () => {
    const starts = Array.from({ length: 50 }, (_, index) => index * 512);
    const time = { skip: frames(10), rate: frameRate(25), resolution: 12_800 };
    expect(visibleFrame(starts, 0, time)).toBe(10);
    expect(visibleFrame(starts, 7, time)).toBe(17);
  });

  test('holds the first frame before the start and the last afterward', () => {
    const time = { skip: frames(0), rate: frameRate(25), resolution: 1000 };
    expect(visibleFrame([400, 440, 480], 0, time)).toBe(0);
    expect(visibleFrame([400, 440, 480], 500, time)).toBe(2);
  });

  test('advances at the speed of the video', () => {
    const starts = Array.from({ length: 100 }, (_, index) => index * 512);
    const time = { skip: frames(4), rate: frameRate(25), resolution: 12_800 };
    const visibleFrames = (speed: number) =>
      [0, 1, 2, 3, 4].map((frame) => visibleFrame(starts, frame, { ...time, speed }));
    expect(visibleFrames(2)).toEqual([4, 6, 8, 10, 12]);
    expect(visibleFrames(0.5)).toEqual([4, 4, 5, 5, 6]);
  });

  test('is exact late in a long movie', () => {
    const time = { skip: frames(2_589_408), rate: frameRate(30_000, 1001), resolution: 30_000 };
    const start = (frame: number) => frame * 1001;
    const near = Array.from({ length: 7 }, (_, index) => start(2_589_408 + index));
    for (let frame = 0; frame < 6; frame++) expect(visibleFrame(near, frame, time)).toBe(frame);
  });
});

test('the source time follows from the in-point, the frame, and the speed', () => {
  expect(sourceSeconds({ inPoint: frames(30), frame: frames(15), speed: 1 }, frameRate(30))).toBe(1.5);
  expect(sourceSeconds({ inPoint: frames(30), frame: frames(15), speed: 2 }, frameRate(30))).toBe(2);
});
