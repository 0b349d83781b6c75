import { expect, test } from 'vitest';
import { createTally } from './heartbeat.ts';

test('counters add up and give the speed of the last ten seconds', () => {
  let now = 0;
  const tally = createTally(() => now);
  for (now = 0; now < 20_000; now += 100) tally.count({ frames: 5, parts: now % 1000 === 0 ? 1 : 0 });
  expect(tally.totals).toMatchObject({ frames: 1000, parts: 20, films: 0 });
  const { framesPerSecond, partsPerSecond } = tally.speed();
  expect(framesPerSecond).toBeCloseTo(50, -1);
  expect(partsPerSecond).toBeCloseTo(1, 0);
  now += 10_000;
  expect(tally.speed()).toEqual({ framesPerSecond: 0, partsPerSecond: 0 });
  expect(tally.totals.frames).toBe(1000);
});

test('the speed in the first second is not extrapolated', () => {
  const tally = createTally(() => 1);
  tally.count({ frames: 30 });
  expect(tally.speed().framesPerSecond).toBe(30);
});
