import { isIP } from 'node:net';
import type { Redis, RedisOptions } from 'ioredis';
import type { QueueConfig } from '../settings/farm-config.ts';

/**
 * How a connection is used. `asking`: a command fails within seconds where nobody answers, so that whoever asked can say
 * so. `waiting`: its commands wait until the queue is there again, as BullMQ wants it of what blocks.
 */
export type ConnectionUse = 'asking' | 'waiting';

/** How long a command of the use `asking` is waited for. */
export const ANSWER_MILLISECONDS = 5000;
/** Longer than any command blocks. A connection that is dead without saying so is noticed then, and made anew. */
const SILENCE_MILLISECONDS = 30_000;
const LONGEST_PAUSE_MILLISECONDS = 2000;

/**
 * A connection to the queue's database, begun now and begun again for as long as it is not closed (`disconnect`). What
 * goes wrong with it is told to `onError`, and never thrown at nobody; say it by {@link whyQueueFails}, for
 * such an error may hold the command with which the password was sent.
 */
export async function connectToQueue(
  config: QueueConfig,
  use: ConnectionUse,
  onError: (error: unknown) => void = () => undefined,
): Promise<Redis> {
  const { Redis } = await import('ioredis');
  const connection = new Redis(connectionOptions(config, use));
  connection.on('error', onError);
  return connection;
}

/** As ioredis takes it. Holds the password. */
export function connectionOptions(config: QueueConfig, use: ConnectionUse): RedisOptions & { replyMapping: 'legacy' } {
  const { protocol, hostname, port, pathname } = new URL(config.url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const { username, password, authority } = config;
  return {
    host,
    port: port === '' ? 6379 : Number(port),
    db: Number(/^\/(\d+)$/.exec(pathname)?.[1] ?? 0),
    ...(username === null ? {} : { username }),
    ...(password === null ? {} : { password }),
    ...(protocol === 'rediss:'
      ? { tls: { ...(isIP(host) === 0 && { servername: host }), ...(authority !== null && { ca: authority }) } }
      : {}),
    // What BullMQ reads.
    replyMapping: 'legacy',
    connectTimeout: ANSWER_MILLISECONDS,
    retryStrategy: (times) => Math.min(LONGEST_PAUSE_MILLISECONDS, 50 * 2 ** Math.min(times, 10)) + Math.random() * 200,
    ...(use === 'asking'
      ? { maxRetriesPerRequest: 1, commandTimeout: ANSWER_MILLISECONDS, socketTimeout: 2 * ANSWER_MILLISECONDS }
      : { maxRetriesPerRequest: null, socketTimeout: SILENCE_MILLISECONDS }),
  };
}

/** What the queue's database does when its memory is full, as it calls that; null where it does not say. */
export async function evictionPolicy(connection: Redis): Promise<string | null> {
  const told = await connection.info('memory').catch(() => '');
  return /^maxmemory_policy:(\S+)/m.exec(told)?.[1] ?? null;
}

/** Where the queue is, without a secret. */
export function queueAddress({ url }: Pick<QueueConfig, 'url'>): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
}
