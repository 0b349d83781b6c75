import { expect, test } from 'vitest';
import { createWorkerCounters } from './worker-statistics.ts';

test('counters add up and show the speed in the last ten seconds', () => {
  let now = 0;
  const counters = createWorkerCounters(() => now);
  for (now = 0; now < 20_000; now += 100) counters.count({ frames: 5, parts: now % 1000 === 0 ? 1 : 0 });
  expect(counters.totals).toMatchObject({ frames: 1000, parts: 20, films: 0 });
  const { framesPerSecond, partsPerSecond } = counters.speed();
  expect(framesPerSecond).toBeCloseTo(50, -1);
  expect(partsPerSecond).toBeCloseTo(1, 0);
  now += 10_000;
  expect(counters.speed()).toEqual({ framesPerSecond: 0, partsPerSecond: 0 });
  expect(counters.totals.frames).toBe(1000);
});

test('the speed in the first second is not extrapolated', () => {
  const counters = createWorkerCounters(() => 1);
  counters.count({ frames: 30 });
  expect(counters.speed().framesPerSecond).toBe(30);
});
