import { afterEach, expect, test } from 'vitest';
import { redisProcess } from '#service/testing/redis-process.ts';
import { message } from '#shared/messages/message.ts';
import type { QueueConfig } from '../settings/farm-config.ts';
import {
  type ConnectionUse,
  connectionOptions,
  connectToQueue,
  queueAddress,
  queueFailureMessage,
} from './connection.ts';

const open: { disconnect(): void }[] = [];
afterEach(() => {
  for (const connection of open.splice(0)) connection.disconnect();
});

function configOf(parts: Partial<QueueConfig>): QueueConfig {
  return { url: 'redis://127.0.0.1:6379', username: null, password: null, authority: null, prefix: 'test', ...parts };
}

async function connect(config: QueueConfig, use: ConnectionUse, onError?: (error: unknown) => void) {
  const connection = await connectToQueue(config, use, onError);
  open.push(connection);
  return connection;
}

test('a connection uses TLS, the password, and the trusted authority', async () => {
  await using redis = await redisProcess({ tls: true, password: 'of the farm' });
  const config = configOf({ url: redis.url, password: redis.password, authority: redis.authority });
  expect(await (await connect(config, 'asking')).ping()).toBe('PONG');

  const untrusting = await connect({ ...config, authority: null }, 'asking');
  await expect(untrusting.ping()).rejects.toThrow();
});

test('the message about a wrong password does not contain it', async () => {
  await using redis = await redisProcess({ password: 'right' });
  const config = configOf({ url: redis.url, password: 'wrong-and-secret' });
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const connection = await connect(config, 'asking', resolve);
  const answer = await connection.ping().catch((error: unknown) => error);
  expect(answer).toBeInstanceOf(Error);
  expect(queueFailureMessage(await promise, config)).toEqual(message('farm/wrong-password'));
  expect(queueFailureMessage(new Error('AUTH wrong-and-secret\nfailed'), config)).toEqual(
    message('farm/not-reached', { reason: 'AUTH … failed' }),
  );
});

test('commands without a queue fail with `asking` and wait with `waiting`', { tags: ['promise:F28'] }, async () => {
  await using redis = await redisProcess({ keeps: true });
  const config = configOf({ url: redis.url });
  const [asking, waiting] = [await connect(config, 'asking'), await connect(config, 'waiting')];
  await Promise.all([asking.set('name', 'value'), waiting.ping()]);
  await redis.kill();
  const failure = await asking.get('name').catch((error: unknown) => error);
  expect(['farm/refused-connection', 'farm/broke-off', 'farm/no-answer']).toContain(
    queueFailureMessage(failure, config).code,
  );
  const pendingRead = waiting.get('name');
  await redis.restart();
  expect(await pendingRead).toBe('value');
  expect(await asking.get('name')).toBe('value');
});

test('a silent queue fails commands after five seconds', { tags: ['promise:F28'] }, async () => {
  await using redis = await redisProcess();
  const asking = await connect(configOf({ url: redis.url }), 'asking');
  await asking.ping();
  const resume = redis.pause();
  const failure = await asking.get('name').catch((error: unknown) => error);
  expect(queueFailureMessage(failure, { password: null })).toEqual(message('farm/no-answer', { seconds: 5 }));
  resume();
  await expect.poll(() => asking.set('name', 'value').catch(() => null)).toBe('OK');
});

test('connection options are read from the address and shown without secrets', () => {
  const options = connectionOptions(configOf({ url: 'rediss://[::1]:7000/3', username: 'farm' }), 'waiting');
  expect(options).toMatchObject({ host: '::1', port: 7000, db: 3, username: 'farm', maxRetriesPerRequest: null });
  expect(options.tls).toEqual({});
  const named = connectionOptions(configOf({ url: 'rediss://queue.example', authority: 'PEM' }), 'asking');
  expect(named).toMatchObject({ port: 6379, db: 0, tls: { servername: 'queue.example', ca: 'PEM' } });
  expect(queueAddress({ url: 'rediss://someone:secret@queue.example:7000/3' })).toBe('rediss://queue.example:7000/3');
});
