import { describe, expect, test } from 'vitest';
import { frameRate, frames } from '../../../shared/template/frame-rate.ts';
import { seekLater, seekPoint } from './scene-source.ts';

const RATE = frameRate(30);
const mov = { endSeconds: 60, demuxer: 'mov' } as const;

describe('reading for a frame further on', () => {
  test('begins whole seconds later, so that time stamps are rounded as before', () => {
    const first = seekPoint(frames(31), RATE, 60, 'mov');
    const { seek, laterSeconds } = seekLater(first, 10.4, mov);
    expect(laterSeconds).toBe(9);
    expect(seek.seekSeconds).toBeCloseTo(first.seekSeconds + 9, 9);
    expect(seek.seekSeconds + seek.aheadSeconds).toBeCloseTo(31 / 30, 9);
  });

  test('is the same near the beginning, and leaves the last frame to be met near the end', () => {
    const first = seekPoint(frames(0), RATE, 60, 'mov');
    expect(seekLater(first, 1.9, mov)).toEqual({ seek: first, laterSeconds: 0 });
    expect(seekLater(first, 500, mov).laterSeconds).toBe(50);
  });

  test('leaves streams without an index their lead', () => {
    const first = seekPoint(frames(0), RATE, 60, 'mpegts');
    expect(seekLater(first, 15, { endSeconds: 60, demuxer: 'mpegts' }).laterSeconds).toBe(4);
    const inside = seekPoint(frames(600), RATE, 60, 'mpegts');
    expect(inside.seekSeconds).toBe(10);
    expect(seekLater(inside, 5, { endSeconds: 60, demuxer: 'mpegts' }).laterSeconds).toBe(4);
  });
});
