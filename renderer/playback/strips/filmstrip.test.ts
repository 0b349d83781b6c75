import { describe, expect, test } from 'vitest';
import { chunkAt, filmstripTiles, hasSyncFrames, levelOf, tileAt } from './filmstrip-plan.ts';
import { waveBars } from './wave-bars.ts';

describe('filmstrips of a source', () => {
  test('have levels that are powers of two', () => {
    expect([levelOf(1), levelOf(1.99), levelOf(2), levelOf(0.3), levelOf(0.0001), levelOf(9999)]).toEqual([
      0, 0, 1, -2, -5, 10,
    ]);
  });

  test('have 16 tiles per chunk', () => {
    expect(chunkAt(3, 0, 60)).toEqual({ level: 0, index: 0, from: 0, to: 16, count: 16 });
    expect(chunkAt(40, 0, 41.5)).toEqual({ level: 0, index: 2, from: 32, to: 41.5, count: 10 });
    expect(chunkAt(3, 2, 5)).toEqual({ level: 2, index: 0, from: 0, to: 5, count: 2 });
  });

  test('have a chunk for each requested time', () => {
    for (const duration of [0.04, 1, 5, 33.3, 3600])
      for (let level = -5; level <= 10; level++)
        for (const share of [0, 0.3, 0.9999, 1, 1.2]) {
          const seconds = share * duration;
          const chunk = chunkAt(seconds, level, duration);
          expect(chunk.to).toBeGreaterThan(chunk.from);
          expect(chunk.from).toBeLessThanOrEqual(seconds);
          const tile = tileAt(chunk, seconds);
          expect(tile).toBeGreaterThanOrEqual(0);
          expect(tile).toBeLessThan(chunk.count);
        }
  });

  test('start with sync frames if the source is longer than 30 s', () => {
    expect([hasSyncFrames(chunkAt(0, 0, 60)), hasSyncFrames(chunkAt(0, 1, 60))]).toEqual([false, true]);
  });
});

describe('the filmstrip of a clip', () => {
  test('has tiles only in the visible part', () => {
    const clip = { width: 1000, duration: 500, pixelsPerFrame: 2 };
    expect(filmstripTiles(clip, 120, { from: 250, to: 500 })).toEqual([
      { left: 240, frame: 120 },
      { left: 360, frame: 180 },
      { left: 480, frame: 240 },
    ]);
  });

  test('ends with the clip', () => {
    const clip = { width: 100, duration: 10, pixelsPerFrame: 10 };
    expect(filmstripTiles(clip, 64, { from: 0, to: 400 }).map(({ left }) => left)).toEqual([0, 64]);
  });
});

test('a bar of a waveform has the height of the loudest layer', () => {
  const peaks = { perSecond: 10, peaks: [0, 255, 0, 0, 64], levels: [0, 64, 0, 0, 64] };
  const place = { from: 0, to: 6, secondsPerPixel: 0.1 };
  const bars = (...skips: readonly number[]) =>
    waveBars(
      skips.map((skipSeconds) => ({ peaks, skipSeconds })),
      place,
    ).map(({ left, peak, level }) => [left, Number(peak.toFixed(2)), Number(level.toFixed(2))]);
  expect(bars(0)).toEqual([
    [0, 1, 0.72],
    [2, 0, 0],
    [4, 0.78, 0.78],
  ]);
  expect(bars(0, 0.2)).toEqual([
    [0, 1, 0.72],
    [2, 0.78, 0.78],
    [4, 0.78, 0.78],
  ]);
});
