import { setTimeout as pause } from 'node:timers/promises';
import type { ConnectionOptions } from 'bullmq';
import type { Redis } from 'ioredis';
import { withTimeout } from '../../waiting/with-timeout.ts';
import type { FilmJob, Toolchain } from '../protocol/job.ts';
import { PRIORITY, queueName } from '../protocol/queue-names.ts';
import type { QueueConfig } from '../settings/farm-config.ts';
import { connectionOptions } from './connection.ts';
import type { ObservedJob } from './reconcile.ts';

/** The queue for one toolchain. All methods reject if the database is unreachable. */
export interface FarmJobQueue {
  readonly toolchain: Toolchain;
  /** Adds jobs; a job that exists stays unchanged. */
  submit(jobs: readonly FilmJob[]): Promise<void>;
  /** Returns the state of each job. */
  observe(ids: readonly string[]): Promise<readonly ObservedJob[]>;
  /** Removes a job and its parts; returns false while a worker makes it. */
  remove(id: string): Promise<boolean>;
  close(): Promise<void>;
}

export interface JobQueueListener {
  /** Called when a job ended or returned from a lost worker. The event can be late or missing. */
  readonly onChange: (id: string) => void;
  readonly onProgress: (id: string, data: unknown) => void;
  readonly onError: (error: unknown) => void;
}

const DAY_SECONDS = 86_400;
/** The retention of ended jobs, as a safety net. Usually, answers are read and removed within seconds. */
const RETENTION = { age: DAY_SECONDS, count: 10_000 };
/**
 * The retries of BullMQ, within nine minutes. They are needed only for crashes, because a worker reports its failures
 * as answers.
 */
const ATTEMPTS = { attempts: 8, backoff: { type: 'exponential', delay: 4000, jitter: 0.5 } };
const BLOCKED_MILLISECONDS = 5000;
const LISTEN_AGAIN_MILLISECONDS = 1000;
/**
 * The maximum wait for a closing connection. BullMQ waits forever for a connection that is closed during a pause before
 * a reconnection: ioredis then emits no `end` and has neither a socket nor a timer.
 */
const CLOSING_MILLISECONDS = 1000;
const NEVER = new AbortController().signal;

/**
 * Opens the queue for a toolchain. Rejects if the connection is down.
 * @param connection A shared connection with the use `asking`. The caller closes it.
 */
export async function openJobQueue(
  toolchain: Toolchain,
  { connection, config }: { readonly connection: Redis; readonly config: QueueConfig },
  listener: JobQueueListener,
): Promise<FarmJobQueue> {
  const { Queue } = await import('bullmq');
  // Check the connection first: BullMQ cannot recover a queue that starts while disconnected.
  await connection.ping();
  const { prefix } = config;
  const name = queueName(toolchain);
  const queue = new Queue<FilmJob>(name, { connection, prefix });
  queue.on('error', listener.onError);
  await queue.waitUntilReady();
  const closing = new AbortController();
  const listening = listen(name, config, listener, closing.signal);
  return {
    toolchain,
    submit: async (jobs) => {
      const retention = { removeOnComplete: RETENTION, removeOnFail: RETENTION };
      const opts = { ...ATTEMPTS, ...retention, priority: PRIORITY.film };
      await queue.addBulk(jobs.map((job) => ({ name: 'film', data: job, opts: { ...opts, jobId: job.id } })));
    },
    observe: async (ids) => {
      const backend = queue.getBackend();
      return (await Promise.all(ids.map((id) => backend.isFinished(id, true)))).map(observedOf);
    },
    remove: async (id) => (await queue.remove(id)) === 1,
    close: async () => {
      closing.abort();
      await withTimeout(listening, CLOSING_MILLISECONDS, NEVER);
      await queue.close().catch(listener.onError);
    },
  };
}

function observedOf(answer: number | readonly [number, string]): ObservedJob {
  const [state, text = ''] = typeof answer === 'number' ? [answer] : answer;
  if (state === 1) return { state: 'completed', answer: text };
  if (state === 2) return { state: 'failed', reason: text };
  return { state: state < 0 ? 'missing' : 'waiting' };
}

/** Listens to the events of the queue, and starts again after a failure. */
async function listen(
  name: string,
  config: QueueConfig,
  { onChange, onProgress, onError }: JobQueueListener,
  signal: AbortSignal,
): Promise<void> {
  const { QueueEvents } = await import('bullmq');
  while (!signal.aborted) {
    const events = new QueueEvents(name, {
      // These are the options of ioredis; the type of BullMQ differs slightly.
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
