import { expect, test } from 'vitest';
import { retryAfter } from '#service/text/http-headers.ts';
import { fc } from '#shared/testing/properties.ts';
import { MAX_RETRIES, nextDelivery } from './outbox.ts';

const HOUR = 3_600_000;
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

/** Simulates failing deliveries that each take this long. Returns their times after the start. */
function deliveries(randoms: readonly number[], tookMilliseconds: number, asked: readonly number[]): readonly number[] {
  const times = [0];
  for (let at: number | null = 0; at !== null; ) {
    const failures = times.length;
    const retryAfterMilliseconds = asked[failures - 1] ?? 0;
    const state = { failures, now: at + tookMilliseconds, createdAt: 0, retryAfterMilliseconds };
    at = nextDelivery({ ...state, random: randoms[failures - 1] ?? 0 });
    if (at !== null) times.push(at);
  }
  return times;
}

test('ten retries are scheduled within 24 h for any jitter', { tags: ['promise:P9'] }, () => {
  fc.assert(
    fc.property(
      fc.array(random, { minLength: 10, maxLength: 10 }),
      fc.integer({ min: 0, max: 15_000 }),
      (jitter, took) => {
        const times = deliveries(jitter, took, []);
        expect(times).toHaveLength(1 + MAX_RETRIES);
        expect(MAX_RETRIES).toBe(10);
        expect((times.at(-1) ?? Number.POSITIVE_INFINITY) + took).toBeLessThan(24 * HOUR);
        expect(times.at(-1)).toBeGreaterThan(19 * HOUR);
      },
    ),
  );
});

test('pauses never shrink', () => {
  fc.assert(
    fc.property(fc.array(random, { minLength: 10, maxLength: 10 }), (jitter) => {
      const times = deliveries(jitter, 0, []);
      const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
      expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
    }),
  );
});

test('a receiver can lengthen a pause by up to a day', () => {
  const state = { failures: 1, now: 1000, createdAt: 1000, random: 0.5 };
  expect(nextDelivery({ ...state, retryAfterMilliseconds: 60_000 })).toBe(61_000);
  expect(nextDelivery({ ...state, retryAfterMilliseconds: 1 })).toBe(6000);
  expect(nextDelivery({ ...state, retryAfterMilliseconds: 999 * HOUR })).toBe(1000 + 24 * HOUR);
});

test.each([
  [undefined, 0],
  ['120', 120_000],
  ['Thu, 01 Jan 1970 00:01:00 GMT', 59_000],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ['soon', 0],
  ['-5', 0],
])('Retry-After is parsed: %s is %i ms', (header, milliseconds) => {
  expect(retryAfter(header, 1000)).toBe(milliseconds);
});
