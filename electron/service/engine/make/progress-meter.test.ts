import { expect, test } from 'vitest';
import { createProgressMeter } from './progress-meter.ts';

/** Creates a meter with a clock in seconds. */
function meterAt(total: number, ready = 0) {
  let seconds = 0;
  const meter = createProgressMeter(total, ready, () => seconds * 1000);
  return (at: number, done: number, stage: 'rendering' | 'joining' = 'rendering') => {
    seconds = at;
    return meter.report(stage, done);
  };
}

test('the speed is unknown at first and with few frames', () => {
  const report = meterAt(1000);
  expect(report(0.2, 50)).toMatchObject({ done: 50, total: 1000, framesPerSecond: null, etaSeconds: null });
  expect(meterAt(1000)(3, 2)).toMatchObject({ framesPerSecond: null, etaSeconds: null });
  expect(report(1, 100)).toMatchObject({ framesPerSecond: 100, etaSeconds: 9 });
});

test('cached frames count as done but do not affect the speed', () => {
  expect(meterAt(1000, 900)(2, 920)).toMatchObject({ done: 920, framesPerSecond: 10, etaSeconds: 8 });
});

test('the speed is measured over the last seconds', () => {
  const report = meterAt(10_000);
  for (let second = 1; second <= 10; second++) report(second, second * 100);
  for (let second = 11; second <= 20; second++) report(second, 1000 + (second - 10) * 20);
  expect(report(21, 1220).framesPerSecond).toBeCloseTo(20, 5);
});

test('slow frames extend the time span over which the speed is averaged', () => {
  const report = meterAt(100);
  for (let frame = 1; frame <= 20; frame++) report(frame * 5, frame);
  expect(report(105, 21).framesPerSecond).toBeCloseTo(0.2, 5);
});

test('the speed stays finite if no frame arrives', () => {
  const report = meterAt(100);
  report(1, 50);
  expect(report(1, 50).framesPerSecond).toBe(50);
  expect(report(100, 50).framesPerSecond).toBe(0.5);
});

test('only stages with frames have a speed', () => {
  const report = meterAt(100);
  report(1, 50);
  expect(report(2, 100, 'joining')).toEqual({
    stage: 'joining',
    done: 100,
    total: 100,
    framesPerSecond: null,
    etaSeconds: null,
  });
});
