import { expect, test } from 'vitest';
import { ServiceError } from '#service/errors/service-error.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { createAvailability } from './availability.ts';

function testAvailability(check: () => Promise<void>) {
  const ended = new AbortController();
  const changes: boolean[] = [];
  const messages: string[] = [];
  const log = (...words: readonly unknown[]) => void messages.push(String(words.at(-1)));
  const availability = createAvailability({
    check,
    onChange: (isAvailable) => changes.push(isAvailable),
    logger: { info: log, warn: log },
    signal: ended.signal,
    firstPause: 1,
  });
  return { availability, changes, said: messages, end: () => ended.abort(), [Symbol.dispose]: () => ended.abort() };
}

test('a worker is unavailable until a check succeeds and logs it once', async () => {
  let checks = 0;
  using one = testAvailability(async () => {
    checks += 1;
    if (checks < 4) throw new ServiceError('destination/failed');
  });
  expect(one.availability.isAvailable).toBe(false);
  await waitUntil(() => one.availability.isAvailable);
  expect(checks).toBe(4);
  expect([one.changes, one.said]).toEqual([
    [true],
    ['paused: the worker takes no jobs until a check succeeds', 'resumed: the worker takes jobs again'],
  ]);
});

test('nothing is logged if the first check succeeds', async () => {
  using one = testAvailability(async () => undefined);
  await waitUntil(() => one.availability.isAvailable);
  expect(one.said).toEqual([]);
});

test('concurrent faults are counted once', async () => {
  using one = testAvailability(async () => undefined);
  await waitUntil(() => one.availability.isAvailable);
  one.availability.suspend(new ServiceError('storage/full'));
  one.availability.suspend(new ServiceError('storage/full'));
  await waitUntil(() => one.availability.isAvailable);
  expect(one.changes).toEqual([true, false, true]);
  expect(one.said).toHaveLength(2);
});

test('a stopped worker makes no more checks', async () => {
  let checks = 0;
  using one = testAvailability(async () => {
    checks += 1;
    throw new ServiceError('destination/failed');
  });
  await waitUntil(() => checks > 0);
  one.end();
  one.availability.suspend(new ServiceError('storage/full'));
  expect([one.availability.isAvailable, one.changes]).toEqual([false, []]);
});
