import { afterEach, expect, test } from 'vitest';
import { redisProcess } from '#service/testing/redis-process.ts';
import { connectToQueue, queueFailureMessage } from './connection.ts';

const open: { disconnect(): void }[] = [];
afterEach(() => {
  for (const connection of open.splice(0)) connection.disconnect();
});

async function connect(url: string) {
  const config = { url, username: null, password: null, authority: null, prefix: 'test' };
  const connection = await connectToQueue(config, 'asking');
  open.push(connection);
  return connection;
}
async function whyOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return queueFailureMessage(error, { password: null }).code;
}

test('a full queue and a read-only replica have their own codes', async () => {
  await using redis = await redisProcess();
  const connection = await connect(redis.url);
  await connection.config('SET', 'maxmemory', '1');
  expect(await whyOf(connection.set('name', 'value'))).toBe('farm/queue-full');
  await connection.config('SET', 'maxmemory', '0');
  await connection.replicaof('127.0.0.1', 9);
  expect(await whyOf(connection.set('name', 'value'))).toBe('farm/queue-read-only');
});

test('an unknown host and a refused connection have different codes', async () => {
  const errorOf = async (url: string) =>
    await new Promise<unknown>((resolve) => {
      void connect(url).then((connection) => connection.on('error', resolve));
    });
  const refused = await errorOf('redis://127.0.0.1:9');
  expect(queueFailureMessage(refused, { password: null }).code).toBe('farm/refused-connection');
  const unknown = await errorOf('redis://no-such-machine.invalid:6379');
  expect(queueFailureMessage(unknown, { password: null }).code).toBe('farm/unknown-host');
});

/** Returns an error like Node's for a host with several addresses. */
function errorOfHost(errors: readonly Error[]): AggregateError {
  return Object.assign(new AggregateError(errors, 'none'), { message: '' });
}

test('a host with several failing addresses has the code of the first', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED ::1:6379'), { code: 'ECONNREFUSED' });
  expect(queueFailureMessage(errorOfHost([refused, refused]), { password: null }).code).toBe('farm/refused-connection');
});
