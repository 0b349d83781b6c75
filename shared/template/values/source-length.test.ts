import { expect, test } from 'vitest';
import { frameRate, frames } from './frame-rate.ts';
import { fittingDuration, naturalFrames, naturalSeconds, shortfall } from './source-length.ts';

const ntsc = frameRate(30000, 1001);

test('a source lasts as long as its picture, or as a clearly longer sound', () => {
  const seconds = naturalSeconds({ pictureSeconds: 5.005, durationSeconds: 5.055 });
  expect(naturalFrames(seconds ?? 0, ntsc)).toBe(150);
  expect(naturalSeconds({ pictureSeconds: 2.04, durationSeconds: 6 })).toBe(6);
  expect(naturalSeconds({ pictureSeconds: 6, durationSeconds: 6 })).toBe(6);
  expect(naturalSeconds({ pictureSeconds: null, durationSeconds: 5.055 })).toBe(5.055);
  expect(naturalSeconds({ pictureSeconds: null, durationSeconds: null })).toBe(null);
});

test.each([24, 25, 29.97, 30, 50, 59.94, 60])('a scene of natural length never holds a frame: %d fps', (rate) => {
  const fraction = frameRate(Math.round(rate * 1001), 1001);
  for (const endSeconds of [0.02, 1 / 3, 1, 5.005, 5.055, 61.0277])
    for (const each of [fraction, ntsc, frameRate(Math.round(rate))]) {
      const duration = naturalFrames(endSeconds, each);
      const use = { skip: frames(0), rate: each, endSeconds, speed: 1 };
      expect(fittingDuration(use)).toBe(duration);
      if (duration > 1) expect(shortfall({ ...use, duration })).toBe(0);
    }
});

test('a source can be half a frame shorter than its scene', () => {
  expect(shortfall({ skip: frames(0), duration: frames(150), rate: ntsc, endSeconds: 5.005, speed: 1 })).toBe(0);
  expect(shortfall({ skip: frames(0), duration: frames(150), rate: ntsc, endSeconds: 4.99, speed: 1 })).toBe(0);
});

test('skipped frames shorten the source', () => {
  const use = { skip: frames(8), duration: frames(150), rate: ntsc, endSeconds: 5.005, speed: 1 };
  expect(shortfall(use)).toBe(8);
  expect(fittingDuration(use)).toBe(142);
});

test('a source that is skipped completely lasts one frame', () => {
  const use = { skip: frames(900), duration: frames(10), rate: frameRate(25), endSeconds: 2, speed: 1 };
  expect(shortfall(use)).toBe(10);
  expect(fittingDuration(use)).toBe(1);
});

test('a higher speed uses more of the source', () => {
  const use = { skip: frames(10), duration: frames(30), rate: frameRate(25), endSeconds: 2, speed: 2 };
  expect(shortfall(use)).toBe(10);
  expect(fittingDuration(use)).toBe(20);
  expect(shortfall({ ...use, speed: 0.5 })).toBe(0);
});
