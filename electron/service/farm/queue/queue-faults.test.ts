import { expect, test } from 'vitest';
import { redisProcess } from '#service/testing/redis-process.ts';
import { connectToQueue, watchFaults } from './connection.ts';

test('an evicting queue is reported once, until it is configured correctly', async () => {
  await using redis = await redisProcess();
  const config = { url: redis.url, username: null, password: null, authority: null, prefix: 'test' };
  const connection = await connectToQueue(config, 'asking');
  try {
    await connection.config('SET', 'maxmemory-policy', 'allkeys-lru');
    const reported: string[] = [];
    let now = 0;
    const faults = watchFaults({
      ...{ connection, isShared: () => false, clock: () => now },
      onFault: ({ code }) => reported.push(code),
    });
    const found = () => faults.current().map(({ code }) => code);
    faults.check();
    await expect.poll(found).toEqual(['farm/evicts']);
    await connection.config('SET', 'maxmemory-policy', 'noeviction');
    // The policy is read again only after 30 s.
    faults.check();
    now = 30_000;
    faults.check();
    await expect.poll(found).toEqual([]);
    expect(reported).toEqual(['farm/evicts']);
  } finally {
    connection.disconnect();
  }
});

test('each appearance of a second service with the prefix is reported', async () => {
  await using redis = await redisProcess();
  const config = { url: redis.url, username: null, password: null, authority: null, prefix: 'test' };
  const connection = await connectToQueue(config, 'asking');
  try {
    let isShared = true;
    const reported: string[] = [];
    const faults = watchFaults({
      ...{ connection, isShared: () => isShared, clock: () => 0 },
      onFault: ({ code }) => reported.push(code),
    });
    faults.check();
    faults.check();
    expect(faults.current().map(({ code }) => code)).toEqual(['farm/second-service']);
    isShared = false;
    faults.check();
    isShared = true;
    faults.check();
    expect(reported).toEqual(['farm/second-service', 'farm/second-service']);
  } finally {
    connection.disconnect();
  }
});
