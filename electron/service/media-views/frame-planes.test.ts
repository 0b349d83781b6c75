import { describe, expect, test } from 'vitest';
import { frameRate, frames } from '#shared/template/values/frame-rate.ts';
import type { FrameOfSegment } from '../engine/plan/plan.ts';
import { framesBack } from './frame-planes.ts';

const RATE = frameRate(25);

/** Returns frames of the segment that starts at frame `start`. */
function placesOf(start: number, ...numbers: readonly number[]): readonly FrameOfSegment[] {
  return numbers.map(
    (number) =>
      ({ segment: { start }, frame: frames(number), canvas: { frameRate: RATE } }) as unknown as FrameOfSegment,
  );
}

describe('near frames', () => {
  test('share a decoder with the first frame of their run', () => {
    expect(framesBack(placesOf(0, 10, 30, 61, 93), 1)).toEqual([0, 20, 51, 0]);
  });

  test('are divided among the processors', () => {
    expect(framesBack(placesOf(0, 0, 20, 40, 60, 80), 2)).toEqual([0, 20, 40, 0, 20]);
  });

  test('can be requested in any order', () => {
    expect(framesBack(placesOf(0, 40, 10, 20), 1)).toEqual([30, 0, 10]);
  });

  test('frames of two segments have different decoders', () => {
    expect(framesBack([...placesOf(0, 70), ...placesOf(75, 1, 20)], 1)).toEqual([0, 0, 19]);
  });
});
