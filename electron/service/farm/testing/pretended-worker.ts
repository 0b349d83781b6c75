import { type Job, type Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import type { RedisProcess } from '#service/testing/redis-process.ts';
import type { FilmAnswer, FilmJob, Toolchain } from '../protocol/job.ts';
import { queueName, reportKey, workersKey } from '../protocol/queue-names.ts';
import type { WorkerReport } from '../protocol/worker-report.ts';

/** A worker whose processing of jobs a test defines. */
export interface PretendedWorker extends AsyncDisposable {
  /** All received jobs in order, with repetitions. */
  readonly jobs: readonly FilmJob[];
  /** Writes the report now and repeatedly until the worker is killed. */
  writeReport(report?: Partial<WorkerReport>): Promise<void>;
  /** Ends the worker immediately; its jobs stay leased. */
  kill(): Promise<void>;
}

export interface PretendedOptions {
  readonly redis: RedisProcess;
  readonly prefix: string;
  readonly toolchain: Toolchain;
  readonly id?: string;
  readonly cores?: number;
  readonly make?: (job: Job<FilmJob>, token: string) => Promise<unknown>;
  /** The duration of a lease in milliseconds. */
  readonly lease?: number;
  /** Whether the worker takes jobs; false for a worker that only reports. */
  readonly takes?: boolean;
}

export function reportOf({
  id = 'w1',
  toolchain,
  cores = 1,
}: Pick<PretendedOptions, 'id' | 'toolchain' | 'cores'>): WorkerReport {
  return {
    ...{ id, name: id, version: '1.0.0', maker: toolchain, cores, memoryBytes: 2 ** 30, startedAt: 0, seenAt: 0 },
    ...{ isDraining: false, doing: [], framesPerSecond: 0, partsPerSecond: 0 },
    made: {
      ...{ films: 0, parts: 0, frames: 0, failures: 0, lookedFor: 0, found: 0, bytesFetched: 0, bytesPut: 0 },
    },
  };
}

export function madeAnswer(sha256: string, bytes = 4): FilmAnswer {
  const facts = { frames: 5, durationSeconds: 0.5, warnings: [], scenes: { total: 1, cached: 0 }, by: 'w1' };
  return { state: 'made', sha256: sha256 as never, bytes, ...facts };
}

export async function pretendedWorker(options: PretendedOptions): Promise<PretendedWorker> {
  const { redis, prefix, toolchain, id = 'w1', lease = 30_000, takes = true } = options;
  const connection = new Redis({ port: redis.port, maxRetriesPerRequest: null });
  connection.on('error', () => undefined);
  const jobs: FilmJob[] = [];
  const worker = takes
    ? new Worker<FilmJob>(
        queueName(toolchain),
        async (job, token = '') => {
          jobs.push(job.data);
          return await options.make?.(job, token);
        },
        {
          ...{ connection, prefix, concurrency: 200, lockDuration: lease, stalledInterval: Math.min(lease, 1000) },
          ...{ maxStalledCount: 2, drainDelay: 1, runRetryDelay: 100 },
        },
      )
    : null;
  worker?.on('error', () => undefined);
  let report = reportOf({ ...options, id });
  let isAlive = true;
  const say = async (): Promise<void> => {
    if (!isAlive) return;
    await connection
      .multi()
      .zadd(workersKey(prefix), Date.now(), id)
      .set(reportKey(prefix, id), JSON.stringify(report), 'EX', 10)
      .exec();
  };
  await say();
  const beat = setInterval(() => void say().catch(() => undefined), 500);
  const kill = async (): Promise<void> => {
    if (!isAlive) return;
    isAlive = false;
    clearInterval(beat);
    await worker?.close(true).catch(() => undefined);
    if (connection.status === 'ready') await connection.del(reportKey(prefix, id)).catch(() => undefined);
    connection.disconnect();
  };
  return {
    jobs,
    writeReport: async (parts = {}) => {
      report = { ...report, ...parts };
      await say();
    },
    kill,
    [Symbol.asyncDispose]: kill,
  };
}

/** Returns the number of jobs in a queue by state. */
export async function jobsIn(queue: Queue): Promise<Readonly<Record<string, number>>> {
  return await queue.getJobCounts();
}
