import { expect, test } from 'vitest';
import { redisProcess } from '#service/testing/redis-process.ts';
import { message } from '#shared/messages/message.ts';
import { tryQueue } from './connection.ts';

const { signal } = new AbortController();

test('tryQueue uses the password and omits it from failures', async () => {
  await using redis = await redisProcess({ password: 'right' });
  const config = { url: redis.url, username: null, authority: null, prefix: 'test' };
  expect(await tryQueue({ ...config, password: 'right' }, signal)).toBeNull();
  const refused = await tryQueue({ ...config, password: 'wrong-and-secret' }, signal);
  expect(JSON.stringify(refused)).toMatch(/wrong-password/);
  expect(JSON.stringify(refused)).not.toContain('wrong-and-secret');
  await redis.kill();
  expect(await tryQueue({ ...config, password: 'right' }, signal)).toEqual(message('farm/refused-connection'));
});
