import { expect, test } from 'vitest';
import { frameRate, frames } from '#shared/template/values/frame-rate.ts';
import { frameInLoop, sourceFrames, speedRatio } from './time.ts';

test('a source lasts from its in-point to its end at its speed', () => {
  const rate = frameRate(25);
  expect(sourceFrames({ skip: frames(10), speed: 1 }, 2, rate)).toBe(40);
  expect(sourceFrames({ skip: frames(10), speed: 2 }, 2, rate)).toBe(20);
  expect(sourceFrames({ skip: frames(10), speed: 0.3 }, 2, rate)).toBe(133);
  expect(sourceFrames({ skip: frames(60), speed: 1 }, 2, rate)).toBe(0);
});

test('a video holds, loops, or hides after its end', () => {
  const shown = (end: 'hold' | 'loop' | 'hide', freeze: number | null = null) =>
    [3, 4, 9].map((frame) => frameInLoop({ end, freeze: freeze === null ? null : frames(freeze) }, frame, 4));
  expect(shown('hold')).toEqual([3, 4, 9]);
  expect(shown('loop')).toEqual([3, 0, 1]);
  expect(shown('hide')).toEqual([3, null, null]);
  expect(shown('hide', 7)).toEqual([3, 4, 9]);
  expect(frameInLoop({ end: 'loop', freeze: null }, 5, 0)).toBe(5);
});

test('a speed is a reduced fraction of whole numbers', () => {
  expect(speedRatio(1)).toEqual({ times: 1, per: 1 });
  expect(speedRatio(1.5)).toEqual({ times: 3, per: 2 });
  expect(speedRatio(0.33)).toEqual({ times: 33, per: 100 });
  expect(speedRatio(10)).toEqual({ times: 10, per: 1 });
});
