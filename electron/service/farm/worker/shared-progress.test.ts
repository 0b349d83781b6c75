import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { redisProcess } from '#service/testing/redis-process.ts';
import { filmJob, partsJob } from '../testing/jobs.ts';
import { createSharedProgress } from './shared-progress.ts';

const PREFIX = 'farm';

test('parts that restart after a lost worker are counted once', async () => {
  await using redis = await redisProcess();
  const connection = new Redis(redis.port);
  const film = filmJob('counted');
  const sharedProgress = createSharedProgress(connection, PREFIX);
  const [one, other] = [partsJob(film, 1), partsJob(film, 2)];
  expect(await sharedProgress.report(one, 10)).toBeNull();
  await sharedProgress.begin(film.id, { ready: 50, total: 250 });
  expect(await sharedProgress.report(one, 40)).toEqual({ done: 90, total: 250 });
  expect(await sharedProgress.report(other, 70)).toEqual({ done: 160, total: 250 });
  expect(await sharedProgress.report(one, 10)).toEqual({ done: 160, total: 250 });
  expect(await sharedProgress.report(one, 60)).toEqual({ done: 180, total: 250 });
  // An invalid report has more frames than the film.
  expect(await sharedProgress.report(other, 9000)).toEqual({ done: 250, total: 250 });
  connection.disconnect();
});
