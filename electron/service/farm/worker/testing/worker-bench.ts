import { Job, Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { type RedisProcess, redisProcess } from '#service/testing/redis-process.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import type { FilmContext, PartsContext } from '../../making/job-processor.ts';
import type { FarmJob, FilmAnswer, FilmJob, PartsAnswer, PartsJob } from '../../protocol/job.ts';
import { cancelChannel, cancelledKey, PRIORITY, queueName } from '../../protocol/queue-names.ts';
import { type OpenWorker, type OpenWorkerOptions, openWorker } from '../open-worker.ts';
import { createCapacity } from '../take-jobs.ts';

const MAKER = { engine: 3, ffmpeg: '7.0', canvasKit: '0.42.0', svg: 'resvg 0.48.1' };
export const PREFIX = 'farm';
/** Leases long enough for a busy machine. */
const LEASE = { duration: 30_000, renewal: 15_000, check: 250 };
/** Short leases, for tests with lost workers. */
export const SHORT_LEASE = { duration: 1000, renewal: 500, check: 250 };

export const MADE: FilmAnswer = {
  state: 'made',
  sha256: 'd'.repeat(64) as Extract<FilmAnswer, { state: 'made' }>['sha256'],
  bytes: 1,
  frames: 100,
  durationSeconds: 4,
  warnings: [],
  scenes: { total: 1, cached: 0 },
  by: 'somebody',
};

/** The behavior of a fake job processor. */
export interface Pretended {
  film: (job: FilmJob, context: FilmContext) => Promise<FilmAnswer>;
  parts: (job: PartsJob, context: PartsContext) => Promise<PartsAnswer>;
  check: (signal: AbortSignal) => Promise<void>;
}

export interface BenchWorker extends AsyncDisposable, OpenWorker {
  /** The log lines, as JSON. */
  readonly lines: readonly string[];
  /** The ids of the started jobs, in order. */
  readonly begun: readonly string[];
}

/** A queue with workers in this process whose job processors are fake. */
export interface WorkerBench extends AsyncDisposable {
  readonly redis: RedisProcess;
  readonly queue: Queue;
  worker(pretended?: Partial<Pretended>, options?: Partial<OpenWorkerOptions>): Promise<BenchWorker>;
  order(job: FarmJob): Promise<Job>;
  /** Waits for the answer to a job. */
  answer(id: string): Promise<unknown>;
  cancel(id: string): Promise<void>;
  /** Returns a worker that takes jobs under the given token and never answers. */
  holder(token: string, lease: number): Promise<AsyncDisposable & { take(): Promise<Job | undefined> }>;
}

export async function workerBench(): Promise<WorkerBench> {
  await using stack = new AsyncDisposableStack();
  const redis = stack.use(await redisProcess());
  const connection = new Redis(redis.port, '127.0.0.1', { maxRetriesPerRequest: null });
  connection.on('error', () => undefined);
  stack.defer(() => connection.disconnect());
  const queue = new Queue(queueName(MAKER), { connection, prefix: PREFIX });
  queue.on('error', () => undefined);
  stack.defer(() => queue.close());
  const held = stack.move();
  const workers = new AsyncDisposableStack();
  return {
    redis,
    queue,
    worker: async (pretended = {}, options = {}) => workers.use(await benchWorker(redis, pretended, options)),
    order: (order) => {
      const opts = { jobId: order.id, priority: PRIORITY[order.kind], removeOnComplete: { age: 600 } };
      return queue.add(order.kind, order, opts);
    },
    answer: async (id) => {
      let job: Job | undefined;
      await waitUntil(async () => {
        job = await Job.fromId(queue, id);
        return job?.finishedOn !== undefined;
      });
      return job?.failedReason ?? job?.returnvalue;
    },
    cancel: async (id) => {
      await connection.set(cancelledKey(PREFIX, id), '1', 'EX', 86_400);
      await connection.publish(cancelChannel(PREFIX), id);
    },
    holder: async (token, lease) => {
      const worker = new Worker(queue.name, null, { connection, prefix: PREFIX, lockDuration: lease, autorun: false });
      worker.on('error', () => undefined);
      await worker.waitUntilReady();
      return { take: () => worker.getNextJob(token), [Symbol.asyncDispose]: () => worker.close(true) };
    },
    [Symbol.asyncDispose]: async () => {
      await workers.disposeAsync();
      await held.disposeAsync();
    },
  };
}

async function benchWorker(
  redis: RedisProcess,
  pretended: Partial<Pretended>,
  options: Partial<OpenWorkerOptions>,
): Promise<BenchWorker> {
  const lines: string[] = [];
  const begun: string[] = [];
  const { film = async () => MADE, parts = async () => ({ state: 'made' }), check = async () => undefined } = pretended;
  const folder = await temporaryFolder();
  const worker = await openWorker({
    queue: { url: redis.url, username: null, password: null, authority: null, prefix: PREFIX },
    identity: { name: 'bench', version: '0', maker: MAKER, cores: 2, memoryBytes: 2 ** 32 },
    capacity: createCapacity(2, 2 ** 32),
    toolchain: () => ({
      film: (job, context) => {
        begun.push(job.id);
        return film(job, context);
      },
      parts: (job, context) => {
        begun.push(job.id);
        return parts(job, context);
      },
    }),
    check,
    logger: pino({ level: 'debug' }, { write: (line: string) => lines.push(line) }),
    leaseFolder: folder.path,
    clock: Date.now,
    lease: LEASE,
    beat: 100,
    firstPause: 50,
    ...options,
  });
  let drained: ReturnType<OpenWorker['drain']> | null = null;
  const drain: OpenWorker['drain'] = (milliseconds) => {
    drained ??= worker.drain(milliseconds);
    return drained;
  };
  return {
    ...worker,
    drain,
    lines,
    begun,
    [Symbol.asyncDispose]: async () => {
      await drain(0);
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** Rejects with the signal's reason when it is aborted. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
