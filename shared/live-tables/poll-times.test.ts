import { describe, expect, test } from 'vitest';
import { maxAgeOf, nextPoll } from './poll-times.ts';

const middle = { every: 60, failures: 0, random: 0.5 };

describe('the next request to an address', () => {
  test('follows after the interval, up to a tenth earlier or later', () => {
    const answered = { kind: 'answered', maxAge: null } as const;
    expect(nextPoll(answered, middle)).toEqual({ seconds: 60, failures: 0 });
    expect(nextPoll(answered, { ...middle, random: 0 }).seconds).toBeCloseTo(54);
    expect(nextPoll(answered, { ...middle, random: 1 }).seconds).toBeCloseTo(66);
    expect(nextPoll(answered, { ...middle, every: 1 }).seconds).toBe(15);
    expect(nextPoll(answered, { ...middle, every: 1e9 }).seconds).toBe(86_400);
  });

  test('waits for a longer max-age, for at most a day', () => {
    expect(nextPoll({ kind: 'answered', maxAge: 300 }, middle).seconds).toBe(300);
    expect(nextPoll({ kind: 'answered', maxAge: 30 }, middle).seconds).toBe(60);
    expect(nextPoll({ kind: 'answered', maxAge: 1e9 }, middle).seconds).toBe(86_400);
  });

  test('waits twice as long after each error, up to 15 minutes', () => {
    let failures = 0;
    const pauses = Array.from({ length: 12 }, () => {
      const next = nextPoll({ kind: 'failed' }, { ...middle, failures });
      failures = next.failures;
      return next.seconds;
    });
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
    expect(nextPoll({ kind: 'answered', maxAge: null }, { ...middle, failures }).failures).toBe(0);
  });

  test('waits for Retry-After', () => {
    expect(nextPoll({ kind: 'busy', retryAfter: 120 }, middle)).toEqual({ seconds: 120, failures: 1 });
    expect(nextPoll({ kind: 'busy', retryAfter: null }, middle)).toEqual({ seconds: 1, failures: 1 });
  });
});

describe('headers', () => {
  test('state the maximum age of an answer that may be cached', () => {
    expect(maxAgeOf('public, max-age=300')).toBe(300);
    expect(maxAgeOf('Max-Age="5"')).toBe(5);
    expect(maxAgeOf('no-cache, max-age=300')).toBeNull();
    expect(maxAgeOf(undefined)).toBeNull();
  });
});
