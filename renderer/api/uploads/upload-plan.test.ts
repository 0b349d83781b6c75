import { describe, expect, it } from 'vitest';
import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import { fc } from '#shared/testing/properties.ts';
import { retryDelay } from './retry.ts';
import { bytesPerSecond, secondsLeft, unmeasuredSpeed, withSample } from './speed.ts';
import { chunkRange, planFile, planStep } from './upload-plan.ts';

const MEBIBYTE = 2 ** 20;

describe('the plan of a file', () => {
  it.each([
    [0, { type: 'plain' }],
    [8 * MEBIBYTE, { type: 'plain' }],
    [8 * MEBIBYTE + 1, { type: 'chunked', chunkSize: 4 * MEBIBYTE, chunkCount: 3 }],
    [10_000 * MEBIBYTE, { type: 'chunked', chunkSize: 16 * MEBIBYTE, chunkCount: 625 }],
  ])('divides %i bytes into the expected chunks', (size, plan) => {
    expect(planFile(size)).toEqual(plan);
  });

  it('covers every byte once within the limits of the service', () => {
    fc.assert(
      fc.property(fc.integer({ min: 8 * MEBIBYTE + 1, max: 2 ** 46 }), (size) => {
        const plan = planFile(size);
        if (plan.type === 'plain') return false;
        const { chunkCount, chunkSize } = plan;
        const [from, to] = chunkRange(chunkCount - 1, chunkSize, size);
        const fits = chunkCount <= serviceLimits.chunkCount && chunkSize <= serviceLimits.chunkBytes;
        return fits && to === size && from < to && chunkRange(0, chunkSize, size)[0] === 0;
      }),
    );
  });
});

describe('the next step of an upload', () => {
  const step = (received: readonly number[], inFlight: readonly number[]) =>
    planStep({ chunkCount: 5, received: new Set(received), inFlight: new Set(inFlight), parallel: 3 });
  it.each([
    [[], [], { type: 'send', chunks: [0, 1, 2] }],
    [[0, 3], [1], { type: 'send', chunks: [2, 4] }],
    [[0, 1], [2, 3, 4], { type: 'wait' }],
    [[0, 1, 2, 3], [4], { type: 'wait' }],
    [[0, 1, 2, 3, 4], [], { type: 'finish' }],
  ])('follows from the chunks received %j and in flight %j', (received, inFlight, expected) => {
    expect(step(received, inFlight)).toEqual(expected);
  });
});

describe('the estimate of speed and time left', () => {
  it('is null without samples', () => {
    expect([bytesPerSecond(unmeasuredSpeed), secondsLeft(unmeasuredSpeed, 10)]).toEqual([null, null]);
  });

  it('is based on the speed of the last seconds', () => {
    let speed = unmeasuredSpeed;
    for (let second = 0; second <= 30; second++) speed = withSample(speed, { at: second * 1000, bytes: second * 500 });
    expect([bytesPerSecond(speed), secondsLeft(speed, 1200)]).toEqual([500, 3]);
    for (let second = 31; second <= 60; second++) {
      speed = withSample(speed, { at: second * 1000, bytes: 15_000 + (second - 30) * 100 });
    }
    expect([bytesPerSecond(speed), speed.samples.length]).toEqual([100, 11]);
  });

  it('uses older samples for a slow upload', () => {
    let speed = unmeasuredSpeed;
    for (let minute = 0; minute < 5; minute++) speed = withSample(speed, { at: minute * 60_000, bytes: minute * 600 });
    expect(bytesPerSecond(speed)).toBe(10);
  });
});

describe('the retry delay', () => {
  it('doubles up to a limit with jitter', () => {
    expect([1, 2, 3, 10].map((failures) => [retryDelay(failures, 0), retryDelay(failures, 1)])).toEqual([
      [250, 500],
      [500, 1000],
      [1000, 2000],
      [7500, 15_000],
    ]);
  });
});
