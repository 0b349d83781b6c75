import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ServiceError } from '#service/errors/service-error.ts';
import { filmJob } from '../testing/jobs.ts';
import { MADE, type TestFarm, testFarm } from '../testing/test-farm.ts';

let farm: TestFarm;
beforeAll(async () => {
  farm = await testFarm();
});
afterAll(() => farm[Symbol.asyncDispose]());
beforeEach(() => farm.redis.flush());

test('a delayed job is due by the clock of the queue', async () => {
  const start = performance.timeOrigin + performance.now();
  using _ahead = vi.spyOn(Date, 'now').mockImplementation(() => start + performance.now() + 3_600_000);
  let tries = 0;
  await using _worker = await farm.worker({
    film: async () => {
      tries += 1;
      if (tries === 1) throw new ServiceError('farm/lacking');
      return MADE;
    },
  });
  const film = filmJob('punctual');
  await farm.add(film);
  await farm.expectAnswer(film.id, MADE);
  const events = await farm.redis.command('XRANGE', `${farm.queue.qualifiedName}:events`, '-', '+');
  const [, due = '0'] = /"delayed".*?"delay","?(\d+)/s.exec(JSON.stringify(JSON.parse(events))) ?? [];
  expect(Number(due)).toBeGreaterThan(start);
  expect(Number(due)).toBeLessThan(start + 1_800_000);
});

test('a job that was often returned is not refused as too large', async () => {
  const film = filmJob('wandering');
  await farm.add(film);
  await using holder = await farm.holder('of one that stops', 60_000);
  for (let times = 0; times < 2; times++) await (await holder.take())?.moveToWait('of one that stops');
  let tries = 0;
  await using _worker = await farm.worker({
    film: async () => {
      tries += 1;
      if (tries === 1) throw new ServiceError('render/memory');
      return MADE;
    },
  });
  await farm.expectAnswer(film.id, MADE);
});
