import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ServiceError } from '#service/errors/service-error.ts';
import { filmJob } from './testing/jobs.ts';
import { MADE, type WorkerBench, workerBench } from './testing/worker-bench.ts';

let bench: WorkerBench;
beforeAll(async () => {
  bench = await workerBench();
});
afterAll(() => bench[Symbol.asyncDispose]());
beforeEach(() => bench.redis.flush());

test('a delayed job is due by the clock of the queue', async () => {
  const start = performance.timeOrigin + performance.now();
  using _ahead = vi.spyOn(Date, 'now').mockImplementation(() => start + performance.now() + 3_600_000);
  let tries = 0;
  await using _worker = await bench.worker({
    film: async () => {
      tries += 1;
      if (tries === 1) throw new ServiceError('farm/lacking');
      return MADE;
    },
  });
  const film = filmJob('punctual');
  await bench.order(film);
  expect(await bench.answer(film.id)).toEqual(MADE);
  const events = await bench.redis.command('XRANGE', `${bench.queue.qualifiedName}:events`, '-', '+');
  const [, due = '0'] = /"delayed".*?"delay","?(\d+)/s.exec(JSON.stringify(JSON.parse(events))) ?? [];
  expect(Number(due)).toBeGreaterThan(start);
  expect(Number(due)).toBeLessThan(start + 1_800_000);
});

test('a job that was often returned is not refused as too large', async () => {
  const film = filmJob('wandering');
  await bench.order(film);
  await using holder = await bench.holder('of one that stops', 60_000);
  for (let times = 0; times < 2; times++) await (await holder.take())?.moveToWait('of one that stops');
  let tries = 0;
  await using _worker = await bench.worker({
    film: async () => {
      tries += 1;
      if (tries === 1) throw new ServiceError('render/memory');
      return MADE;
    },
  });
  expect(await bench.answer(film.id)).toEqual(MADE);
});
