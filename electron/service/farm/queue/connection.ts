import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import type { Redis, RedisOptions } from 'ioredis';
import { type Message, message } from '#shared/messages/message.ts';
import type { Clock } from '../../storage/ports.ts';
import { abortable } from '../../waiting/abortable.ts';
import type { QueueConfig } from '../settings/farm-config.ts';

/**
 * How a connection is used. `asking`: a command fails within seconds where nobody answers, so that whoever asked can say
 * so. `waiting`: its commands wait until the queue is there again, as BullMQ wants it of what blocks.
 */
export type ConnectionUse = 'asking' | 'waiting';

/** How long a command of the use `asking` is waited for. */
const ANSWER_MILLISECONDS = 5000;
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
async function evictionPolicy(connection: Redis): Promise<string | null> {
  const told = await connection.info('memory').catch(() => '');
  return /^maxmemory_policy:(\S+)/m.exec(told)?.[1] ?? null;
}

/** Where the queue is, without a secret. */
export function queueAddress({ url }: Pick<QueueConfig, 'url'>): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
}

/** What is set up in a queue as it should not be, though films are made. */
export interface QueueFaults {
  /** Called now and then; the queue itself is asked twice a minute at most. */
  look(): void;
  /** As it was found last. */
  found(): readonly Message[];
}

export interface QueueFaultsOptions {
  /** Of the use `asking`; stays open. */
  readonly connection: Redis;
  /** Whether another service uses the same prefix. */
  readonly isShared: () => boolean;
  readonly clock: Clock;
  /** Told of each once, and again when it was right meanwhile. */
  readonly onFault: (fault: Message) => void;
}

const ASKED_EVERY_MILLISECONDS = 30_000;

/** Looks whenever the queue is reached anew, and when it is told to. */
export function watchFaults({ connection, isShared, clock, onFault }: QueueFaultsOptions): QueueFaults {
  let askedAt = Number.NEGATIVE_INFINITY;
  let policy: string | null = null;
  let told: ReadonlySet<string> = new Set();

  const found = (): readonly Message[] => [
    ...(isShared() ? [message('farm/second-service')] : []),
    // What it throws away is given again, but films become late by that, and some are made twice.
    ...(policy !== null && policy !== 'noeviction' ? [message('farm/evicts', { policy })] : []),
  ];
  const tell = (): void => {
    const now = found();
    for (const fault of now) if (!told.has(fault.code)) onFault(fault);
    told = new Set(now.map(({ code }) => code));
  };
  const ask = async (): Promise<void> => {
    askedAt = clock();
    policy = (await evictionPolicy(connection)) ?? policy;
    tell();
  };
  connection.on('ready', () => void ask());
  return {
    look: () => {
      tell();
      if (connection.status === 'ready' && clock() - askedAt >= ASKED_EVERY_MILLISECONDS) void ask();
    },
    found,
  };
}

/**
 * Whether a queue is there, lets us in and lets us write: null, or why not, without a secret. Throws the signal's reason.
 */
export async function tryQueue(config: QueueConfig, signal: AbortSignal): Promise<Message | null> {
  // A refusal by name and password comes beside the command that waits for them, and says more than its end.
  let told: unknown = null;
  const connection = await connectToQueue(config, 'asking', (error) => {
    told ??= error;
  });
  try {
    const key = `${config.prefix}:tried:${randomUUID()}`;
    await abortable(connection.set(key, '1', 'EX', 10), signal);
    await abortable(connection.del(key), signal);
    return null;
  } catch (error) {
    signal.throwIfAborted();
    return whyQueueFails(told ?? error, config);
  } finally {
    connection.disconnect();
  }
}

const MOST_CHARACTERS = 200;

/**
 * What went wrong with the queue, without a secret: of an error of the system, of ioredis, or of what Redis answered
 * (https://redis.io/docs/latest/develop/reference/protocol-spec/#simple-errors).
 */
export function whyQueueFails(error: unknown, { password }: Pick<QueueConfig, 'password'>): Message {
  const said = error instanceof Error ? wordsOf(error) : '';
  const code = codeOf(error);
  if (said === '' || /^Command timed out|^Socket timeout|max retries per request/.test(said) || code === 'ETIMEDOUT')
    return message('farm/no-answer', { seconds: ANSWER_MILLISECONDS / 1000 });
  if (code === 'ECONNREFUSED') return message('farm/refused-connection');
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return message('farm/unknown-host');
  if (code === 'ECONNRESET' || code === 'EPIPE' || /^Connection is closed/.test(said)) return message('farm/broke-off');
  if (/^(WRONGPASS|NOAUTH|ERR invalid password|ERR Client sent AUTH)/.test(said)) return message('farm/wrong-password');
  if (/^OOM /.test(said)) return message('farm/queue-full');
  if (/^READONLY /.test(said)) return message('farm/queue-read-only');
  const hidden = password === null || password === '' ? said : said.replaceAll(password, '…');
  return message('farm/not-reached', { reason: hidden.replaceAll(/\s+/g, ' ').slice(0, MOST_CHARACTERS) });
}

function wordsOf(error: Error): string {
  // Several addresses of one name that all failed: each says why, the whole says nothing.
  if (error instanceof AggregateError && error.message === '')
    return error.errors.map((each) => (each instanceof Error ? each.message : '')).join(', ');
  return error.message;
}

function codeOf(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (typeof code === 'string') return code;
  return error instanceof AggregateError ? codeOf(error.errors[0]) : null;
}
