import { setTimeout as pause } from 'node:timers/promises';
import type { ConnectionOptions } from 'bullmq';
import type { Redis } from 'ioredis';
import { withTimeout } from '../../waiting/with-timeout.ts';
import type { FilmJob, Toolchain } from '../protocol/job.ts';
import { PRIORITY, queueName } from '../protocol/queue-names.ts';
import type { QueueConfig } from '../settings/farm-config.ts';
import { connectionOptions } from './connection.ts';

/** What there is of an order in the queue. */
export type ObservedJob =
  | { readonly state: 'open' }
  | { readonly state: 'gone' }
  /** What its worker answered; not read yet. */
  | { readonly state: 'completed'; readonly answer: string }
  | { readonly state: 'failed'; readonly reason: string };

/** The queue of one maker. All of it rejects where the database of queues is away. */
export interface FarmJobQueue {
  readonly toolchain: Toolchain;
  /** Puts orders in; one that is there already stays as it is. */
  give(jobs: readonly FilmJob[]): Promise<void>;
  /** What there is of each. */
  look(ids: readonly string[]): Promise<readonly ObservedJob[]>;
  /** Takes an order out, with all that it was divided into; false while somebody works on it. */
  remove(id: string): Promise<boolean>;
  close(): Promise<void>;
}

export interface OrderQueueListener {
  /** An order ended, or came back from a worker that was lost. It may be told late, or not at all. */
  readonly onChange: (id: string) => void;
  readonly onProgress: (id: string, data: unknown) => void;
  readonly onError: (error: unknown) => void;
}

const DAY_SECONDS = 86_400;
/** A safety net: an answer is taken within seconds, and the order is removed then. */
const KEPT = { age: DAY_SECONDS, count: 10_000 };
/** A worker that fails at something says so by an answer. This is for the rest: ten minutes of trying. */
const ATTEMPTS = { attempts: 8, backoff: { type: 'exponential', delay: 4000, jitter: 0.5 } };
const BLOCKED_MILLISECONDS = 5000;
const LISTEN_AGAIN_MILLISECONDS = 1000;
/**
 * BullMQ waits for the end of a connection for ever that is closed while it waits to be made again: ioredis tells of no
 * end then, and has neither a socket nor a timer left.
 */
const CLOSING_MILLISECONDS = 1000;
const NEVER = new AbortController().signal;

/** @param connection Of the use `asking`, shared and left open. Rejects where it leads nowhere now. */
export async function openOrderQueue(
  toolchain: Toolchain,
  { connection, config }: { readonly connection: Redis; readonly config: QueueConfig },
  listener: OrderQueueListener,
): Promise<FarmJobQueue> {
  const { Queue } = await import('bullmq');
  // A queue that is made while nobody answers would never come right.
  await connection.ping();
  const { prefix } = config;
  const name = queueName(toolchain);
  const queue = new Queue<FilmJob>(name, { connection, prefix });
  queue.on('error', listener.onError);
  await queue.waitUntilReady();
  const closing = new AbortController();
  const listening = listen(name, config, listener, closing.signal);
  return {
    toolchain: toolchain,
    give: async (jobs) => {
      const kept = { removeOnComplete: KEPT, removeOnFail: KEPT };
      const opts = { ...ATTEMPTS, ...kept, priority: PRIORITY.film };
      await queue.addBulk(jobs.map((job) => ({ name: 'film', data: job, opts: { ...opts, jobId: job.id } })));
    },
    look: async (ids) => {
      const backend = queue.getBackend();
      return (await Promise.all(ids.map((id) => backend.isFinished(id, true)))).map(foundOf);
    },
    remove: async (id) => (await queue.remove(id)) === 1,
    close: async () => {
      closing.abort();
      await withTimeout(listening, CLOSING_MILLISECONDS, NEVER);
      await queue.close().catch(listener.onError);
    },
  };
}

function foundOf(answer: number | readonly [number, string]): ObservedJob {
  const [state, text = ''] = typeof answer === 'number' ? [answer] : answer;
  if (state === 1) return { state: 'completed', answer: text };
  if (state === 2) return { state: 'failed', reason: text };
  return state < 0 ? { state: 'gone' } : { state: 'open' };
}

/** Hears what happens in the queue; again from now on where that broke off. */
async function listen(
  name: string,
  config: QueueConfig,
  { onChange, onProgress, onError }: OrderQueueListener,
  signal: AbortSignal,
): Promise<void> {
  const { QueueEvents } = await import('bullmq');
  while (!signal.aborted) {
    const events = new QueueEvents(name, {
      // ioredis's own options, which BullMQ describes a little otherwise.
      connection: connectionOptions(config, 'waiting') as ConnectionOptions,
      prefix: config.prefix,
      autorun: false,
      blockingTimeout: BLOCKED_MILLISECONDS,
    });
    events.on('error', onError);
    for (const event of ['completed', 'failed', 'stalled', 'removed'] as const)
      events.on(event, ({ jobId }: { readonly jobId: string }) => onChange(jobId));
    events.on('progress', ({ jobId, data }) => onProgress(jobId, data));
    const close = () => withTimeout(events.close().catch(onError), CLOSING_MILLISECONDS, NEVER);
    const onAbort = () => void close();
    signal.addEventListener('abort', onAbort, { once: true });
    await events.run().catch((error: unknown) => {
      if (!signal.aborted) onError(error);
    });
    signal.removeEventListener('abort', onAbort);
    await close();
    await pause(LISTEN_AGAIN_MILLISECONDS, undefined, { signal }).catch(() => undefined);
  }
}
