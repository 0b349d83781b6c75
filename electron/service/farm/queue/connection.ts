import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import type { Redis, RedisOptions } from 'ioredis';
import { type Message, message } from '#shared/messages/message.ts';
import type { Clock } from '../../storage/ports.ts';
import { abortable } from '../../waiting/abortable.ts';
import type { QueueConfig } from '../settings/farm-config.ts';

/**
 * The use of a connection. With `asking`, commands fail within seconds if the queue does not answer, so that the caller
 * can report it. With `waiting`, commands wait until the queue returns, as BullMQ requires for blocking commands.
 */
export type ConnectionUse = 'asking' | 'waiting';

/** The timeout of a command with the use `asking`. */
const ANSWER_MILLISECONDS = 5000;
/**
 * The socket timeout in milliseconds. It exceeds the time of any blocking command, and detects a dead connection, which
 * is then replaced.
 */
const SILENCE_MILLISECONDS = 30_000;
const MAX_PAUSE_MILLISECONDS = 2000;

/**
 * Connects to the queue's database and reconnects until `disconnect`. Passes errors to `onError` and never throws them.
 * Report them only through {@link queueFailureMessage}, because an error can contain the command that sent the password.
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

/** Returns the options for ioredis. They contain the password. */
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
    // BullMQ expects the reply types of older versions of ioredis.
    replyMapping: 'legacy',
    // ioredis 6.0.0 does not handle the rejection of its own resubscription (`readyHandler`). A connection that ends
    // before the reply would end the process.
    autoResubscribe: false,
    connectTimeout: ANSWER_MILLISECONDS,
    retryStrategy: (times) => Math.min(MAX_PAUSE_MILLISECONDS, 50 * 2 ** Math.min(times, 10)) + Math.random() * 200,
    ...(use === 'asking'
      ? { maxRetriesPerRequest: 1, commandTimeout: ANSWER_MILLISECONDS, socketTimeout: 2 * ANSWER_MILLISECONDS }
      : { maxRetriesPerRequest: null, socketTimeout: SILENCE_MILLISECONDS }),
  };
}

/** Returns the eviction policy of the database; null if it does not report one. */
async function evictionPolicy(connection: Redis): Promise<string | null> {
  const info = await connection.info('memory').catch(() => '');
  return /^maxmemory_policy:(\S+)/m.exec(info)?.[1] ?? null;
}

/** Returns the address of the queue without secrets. */
export function queueAddress({ url }: Pick<QueueConfig, 'url'>): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
}

/** Detects configuration faults of a queue that do not prevent films from being rendered. */
export interface QueueFaults {
  /** Checks for faults. Reads the policy of the queue at most twice a minute. */
  check(): void;
  /** Returns the faults of the latest check. */
  current(): readonly Message[];
}

export interface QueueFaultsOptions {
  /** A connection with the use `asking`. The caller closes it. */
  readonly connection: Redis;
  /** Returns whether another service uses the same prefix. */
  readonly isShared: () => boolean;
  readonly clock: Clock;
  /** Called once for each fault, and again if the fault returns after a recovery. */
  readonly onFault: (fault: Message) => void;
}

const CHECK_MILLISECONDS = 30_000;

/** Starts the checks: at every reconnection, and on `check`. */
export function watchFaults({ connection, isShared, clock, onFault }: QueueFaultsOptions): QueueFaults {
  let readAt = Number.NEGATIVE_INFINITY;
  let policy: string | null = null;
  let reported: ReadonlySet<string> = new Set();

  const current = (): readonly Message[] => [
    ...(isShared() ? [message('farm/second-service')] : []),
    // Evicted jobs are dispatched again, but their films are late, and some films are made twice.
    ...(policy !== null && policy !== 'noeviction' ? [message('farm/evicts', { policy })] : []),
  ];
  const reportFaults = (): void => {
    const now = current();
    for (const fault of now) if (!reported.has(fault.code)) onFault(fault);
    reported = new Set(now.map(({ code }) => code));
  };
  const readPolicy = async (): Promise<void> => {
    readAt = clock();
    policy = (await evictionPolicy(connection)) ?? policy;
    reportFaults();
  };
  connection.on('ready', () => void readPolicy());
  return {
    check: () => {
      reportFaults();
      if (connection.status === 'ready' && clock() - readAt >= CHECK_MILLISECONDS) void readPolicy();
    },
    current,
  };
}

/**
 * Checks that a queue is reachable and writable. Returns null, or the reason without secrets. Throws the signal's
 * reason.
 */
export async function tryQueue(config: QueueConfig, signal: AbortSignal): Promise<Message | null> {
  // A rejected login arrives as a separate error that explains more than the failed command.
  let firstError: unknown = null;
  const connection = await connectToQueue(config, 'asking', (error) => {
    firstError ??= error;
  });
  try {
    const key = `${config.prefix}:tried:${randomUUID()}`;
    await abortable(connection.set(key, '1', 'EX', 10), signal);
    await abortable(connection.del(key), signal);
    return null;
  } catch (error) {
    signal.throwIfAborted();
    return queueFailureMessage(firstError ?? error, config);
  } finally {
    connection.disconnect();
  }
}

const MAX_REASON_CHARACTERS = 200;

/**
 * Returns the message for an error of the queue, without a secret. Reads errors of the system, of ioredis, and of Redis
 * (https://redis.io/docs/latest/develop/reference/protocol-spec/#simple-errors).
 */
export function queueFailureMessage(error: unknown, { password }: Pick<QueueConfig, 'password'>): Message {
  const text = error instanceof Error ? wordsOf(error) : '';
  const code = codeOf(error);
  if (text === '' || /^Command timed out|^Socket timeout|max retries per request/.test(text) || code === 'ETIMEDOUT')
    return message('farm/no-answer', { seconds: ANSWER_MILLISECONDS / 1000 });
  if (code === 'ECONNREFUSED') return message('farm/refused-connection');
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return message('farm/unknown-host');
  if (code === 'ECONNRESET' || code === 'EPIPE' || /^Connection is closed/.test(text)) return message('farm/broke-off');
  if (/^(WRONGPASS|NOAUTH|ERR invalid password|ERR Client sent AUTH)/.test(text)) return message('farm/wrong-password');
  if (/^OOM /.test(text)) return message('farm/queue-full');
  if (/^READONLY /.test(text)) return message('farm/queue-read-only');
  const hidden = password === null || password === '' ? text : text.replaceAll(password, '…');
  return message('farm/not-reached', { reason: hidden.replaceAll(/\s+/g, ' ').slice(0, MAX_REASON_CHARACTERS) });
}

function wordsOf(error: Error): string {
  // If all addresses of a host fail, each error has a message but the aggregate error has none.
  if (error instanceof AggregateError && error.message === '')
    return error.errors.map((cause) => (cause instanceof Error ? cause.message : '')).join(', ');
  return error.message;
}

function codeOf(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (typeof code === 'string') return code;
  return error instanceof AggregateError ? codeOf(error.errors[0]) : null;
}
