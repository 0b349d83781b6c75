import { describe, expect, test } from 'vitest';
import { frameRate } from '#shared/template/values/frame-rate.ts';
import { type PlaySpan, positionAt, segmentsBetween, shuttled } from './play-span.ts';

const span = (change: Partial<PlaySpan> = {}): PlaySpan => ({
  start: 0,
  speed: 1,
  rate: frameRate(30),
  range: { from: 0, to: 90 },
  loops: false,
  ...change,
});

describe('the frame during playback', () => {
  test('follows the clock and stops at the last frame', () => {
    expect(positionAt(span(), 0)).toEqual({ frame: 0, ended: false });
    expect(positionAt(span(), 1 / 30)).toEqual({ frame: 1, ended: false });
    expect(positionAt(span(), 1.0333)).toEqual({ frame: 30, ended: false });
    expect(positionAt(span(), 2.99)).toEqual({ frame: 89, ended: false });
    expect(positionAt(span(), 3)).toEqual({ frame: 89, ended: true });
  });

  test('moves backward and stops at the first frame', () => {
    expect(positionAt(span({ start: 60, speed: -2 }), 0.5)).toEqual({ frame: 30, ended: false });
    expect(positionAt(span({ start: 60, speed: -2 }), 5)).toEqual({ frame: 0, ended: true });
  });

  test('repeats the loop range', () => {
    const round = span({ start: 40, range: { from: 30, to: 60 }, loops: true });
    expect(positionAt(round, 19 / 30)).toEqual({ frame: 59, ended: false });
    expect(positionAt(round, 20 / 30)).toEqual({ frame: 30, ended: false });
    expect(positionAt(round, 51 / 30)).toEqual({ frame: 31, ended: false });
    expect(positionAt({ ...round, speed: -1 }, 11 / 30)).toEqual({ frame: 59, ended: false });
    expect(positionAt({ ...round, speed: -1 }, 41 / 30)).toEqual({ frame: 59, ended: false });
  });
});

describe('the sound segments of playback', () => {
  test('start at the playhead and stop at the end', () => {
    expect(segmentsBetween(span({ start: 30 }), 0, 0.5)).toEqual([{ from: 48_000, length: 24_000, atSeconds: 0 }]);
    expect(segmentsBetween(span({ start: 75 }), 0.25, 2)).toEqual([{ from: 132_000, length: 12_000, atSeconds: 0.25 }]);
  });

  test('continue without a gap in the next loop', () => {
    const round = span({ start: 75, range: { from: 60, to: 90 }, loops: true });
    expect(segmentsBetween(round, 0, 2)).toEqual([
      { from: 120_000, length: 24_000, atSeconds: 0 },
      { from: 96_000, length: 48_000, atSeconds: 0.5 },
      { from: 96_000, length: 24_000, atSeconds: 1.5 },
    ]);
  });

  test('are shorter at a higher speed', () => {
    expect(segmentsBetween(span({ speed: 2 }), 0, 0.5)).toEqual([{ from: 0, length: 48_000, atSeconds: 0 }]);
    expect(segmentsBetween(span({ speed: -1, start: 50 }), 0, 1)).toEqual([]);
  });
});

test('a second press of J or L doubles the playback speed', () => {
  expect([0, 1, 2, 4, 8, -4].map((speed) => shuttled(speed, 1))).toEqual([1, 2, 4, 8, 8, 1]);
  expect([0, -1, 8].map((speed) => shuttled(speed, -1))).toEqual([-1, -2, -1]);
});
