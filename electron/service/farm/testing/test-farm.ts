import { randomUUID } from 'node:crypto';
import { Job, Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { expect } from 'vitest';
import type { FilmEvent, FilmRun, FilmWork } from '#service/renders/records/render-worker.ts';
import type { BlobDigest, ProjectUid } from '#service/storage/ports.ts';
import { cuttingProxy } from '#service/testing/cutting-proxy.ts';
import { type RedisOptions, type RedisProcess, redisProcess } from '#service/testing/redis-process.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import type { FilmContext, PartsContext } from '../making/job-processor.ts';
import { openFarmQueue } from '../open-farm.ts';
import type { FarmJob, FilmAnswer, FilmJob, PartsAnswer, PartsJob, Toolchain } from '../protocol/job.ts';
import { cancelChannel, cancelledKey, PRIORITY, queueName } from '../protocol/queue-names.ts';
import type { Reachability } from '../protocol/worker-report.ts';
import { createFarmRenderWorker, type FarmRenderWorkerOptions, jobId } from '../queue/farm-renderer.ts';
import type { LeaseTimes } from '../worker/leases.ts';
import { type OpenWorker, type OpenWorkerOptions, openWorker } from '../worker/open-worker.ts';
import { createCapacity } from '../worker/take-jobs.ts';
import { type PretendedOptions, type PretendedWorker, pretendedWorker } from './pretended-worker.ts';

export const TOOLCHAIN: Toolchain = { engine: 3, ffmpeg: '7.1', canvasKit: '0.42.0', svg: 'resvg 0.48.1' };
export const FILM = 'a'.repeat(64) as BlobDigest;
export const MADE: FilmAnswer = {
  ...{ state: 'made', sha256: 'd'.repeat(64) as BlobDigest, bytes: 1, frames: 100, durationSeconds: 4 },
  ...{ warnings: [], scenes: { total: 1, cached: 0 }, by: 'somebody' },
};
/** Leases long enough for a busy machine. */
const LONG_LEASE: LeaseTimes = { duration: 30_000, renewal: 15_000, check: 250 };
/** Short leases, for tests with lost workers. */
export const SHORT_LEASE: LeaseTimes = { duration: 1000, renewal: 500, check: 250 };

/**
 * A farm in this process: a real Redis, a service, and workers. It has no store; instead, all blobs count as stored.
 */
export interface TestFarm extends AsyncDisposable {
  readonly redis: RedisProcess;
  readonly prefix: string;
  /** The queue of {@link TOOLCHAIN}, opened as another process would open it. */
  readonly queue: Queue;
  /** The films that the service accepted from the store, with repetitions. */
  readonly accepted: readonly BlobDigest[];
  /** Returns the current run of the service. */
  service(): FarmService;
  /** Stops the service and starts it again. */
  restart(): Promise<FarmService>;
  /** Opens a worker whose job processor is fake. */
  worker(processor?: Partial<FakeProcessor>, options?: Partial<OpenWorkerOptions>): Promise<TestWorker>;
  /** Disconnects a worker permanently. Its leases and its report stay until they expire, as after a SIGKILL. */
  kill(worker: TestWorker): void;
  /** Opens a fake worker that can send any message of the protocol, including answers that no real worker gives. */
  pretend(options?: Partial<PretendedOptions>): Promise<PretendedWorker>;
  /** Submits a film to the service. */
  submit(film?: Partial<FilmWork>): Promise<SubmittedFilm>;
  /** Adds a job to the queue without the service. */
  add(job: FarmJob): Promise<Job>;
  /** Waits for the end of a film, or of a job by its id, and checks its answer or its failure. */
  expectAnswer(of: string | SubmittedFilm, answer: object | string): Promise<void>;
  /** Cancels a job as the service does. */
  cancel(id: string): Promise<void>;
  /** Returns a worker that takes jobs with the given token and never answers. */
  holder(token: string, lease: number): Promise<AsyncDisposable & { take(): Promise<Job | undefined> }>;
}

export type FarmService = Awaited<ReturnType<typeof openFarmService>>;

export interface SubmittedFilm extends FilmRun {
  readonly work: FilmWork;
  readonly events: readonly FilmEvent[];
}

/** The behavior of a fake job processor. */
export interface FakeProcessor {
  film: (job: FilmJob, context: FilmContext) => Promise<FilmAnswer>;
  parts: (job: PartsJob, context: PartsContext) => Promise<PartsAnswer>;
  check: (signal: AbortSignal) => Promise<void>;
}

export interface TestWorker extends AsyncDisposable, OpenWorker {
  /** The log lines, as JSON. */
  readonly lines: readonly string[];
  /** The ids of the started jobs, in order. */
  readonly startedIds: readonly string[];
  /** Stops all traffic between the worker and the queue until {@link wake} is called. Connections stay open. */
  sleep(): void;
  wake(): void;
  /** See {@link TestFarm.kill}. */
  kill(): void;
}

export interface TestFarmOptions
  extends Partial<Pick<FarmRenderWorkerOptions, 'write' | 'storeIsReached' | 'blobs' | 'keepFaults'>> {
  readonly redis?: RedisOptions | RedisProcess;
  readonly prefix?: string;
}

export async function testFarm(options: TestFarmOptions = {}): Promise<TestFarm> {
  await using stack = new AsyncDisposableStack();
  const given = options.redis ?? {};
  const redis = 'port' in given ? given : stack.use(await redisProcess(given));
  const prefix = options.prefix ?? `farm-${randomUUID()}`;
  const connection = new Redis(redis.port, '127.0.0.1', { maxRetriesPerRequest: null });
  connection.on('error', ignore);
  stack.defer(() => connection.disconnect());
  const queue = new Queue(queueName(TOOLCHAIN), { connection, prefix });
  queue.on('error', ignore);
  stack.defer(() => queue.close());
  const accepted: BlobDigest[] = [];
  const blobs = options.blobs ?? {
    acceptStored: async (sha256, bytes) => {
      accepted.push(sha256);
      return { sha256, bytes };
    },
  };
  const open = () => openFarmService({ redis, prefix }, { ...options, blobs });
  let service = await open();
  stack.defer(() => service.queue[Symbol.asyncDispose]());
  const resources = stack.move();
  const workers = new AsyncDisposableStack();
  return {
    ...{ redis, prefix, queue, accepted },
    service: () => service,
    restart: async () => {
      await service.queue[Symbol.asyncDispose]();
      service = await open();
      return service;
    },
    worker: async (processor = {}, more = {}) => workers.use(await openTestWorker({ redis, prefix }, processor, more)),
    kill: (worker) => worker.kill(),
    pretend: async (worker = {}) =>
      workers.use(await pretendedWorker({ redis, prefix, toolchain: TOOLCHAIN, ...worker })),
    submit: async (film = {}) => {
      const events: FilmEvent[] = [];
      const work = { ...filmWork(), ...film };
      const run = service.worker.submit(work, (event) => void events.push(event));
      // Prevent an unhandled rejection in tests that do not wait for the film.
      run.film.catch(ignore);
      return { ...run, work, events };
    },
    add: (job) =>
      queue.add(job.kind, job, { jobId: job.id, priority: PRIORITY[job.kind], removeOnComplete: { age: 600 } }),
    expectAnswer: async (of, answer) => {
      const given = typeof of === 'string' ? await answerOf(queue, of) : await of.film.catch((error: unknown) => error);
      if (typeof answer === 'string') expect(given).toBe(answer);
      else expect(given).toMatchObject(answer);
    },
    cancel: async (id) => {
      await connection.set(cancelledKey(prefix, id), '1', 'EX', 86_400);
      await connection.publish(cancelChannel(prefix), id);
    },
    holder: async (token, lease) => {
      const worker = new Worker(queue.name, null, { connection, prefix, lockDuration: lease, autorun: false });
      worker.on('error', ignore);
      await worker.waitUntilReady();
      return { take: () => worker.getNextJob(token), [Symbol.asyncDispose]: () => worker.close(true) };
    },
    [Symbol.asyncDispose]: async () => {
      await workers.disposeAsync();
      await resources.disposeAsync();
    },
  };
}

interface FarmAddress {
  readonly redis: RedisProcess;
  readonly prefix: string;
}

async function openFarmService(
  { redis, prefix }: FarmAddress,
  options: TestFarmOptions & Pick<FarmRenderWorkerOptions, 'blobs'>,
) {
  const coreCounts: number[] = [];
  const reached: Reachability[] = [];
  const faults: string[] = [];
  const queue = await openFarmQueue(
    { url: redis.url, username: null, password: redis.password, authority: redis.authority, prefix },
    {
      requested: { engine: TOOLCHAIN.engine, canvasKit: TOOLCHAIN.canvasKit, svg: TOOLCHAIN.svg },
      clock: Date.now,
      onWorkers: () => coreCounts.push(queue.registry.cores()),
      onReachability: (now) => reached.push(now),
      onFault: ({ code }) => faults.push(code),
      observationMilliseconds: 300,
      readMilliseconds: 100,
    },
  );
  const worker = createFarmRenderWorker({
    blobs: options.blobs,
    write: options.write ?? (async (work) => jobOf(work)),
    dispatcher: queue.dispatcher,
    storeIsReached: options.storeIsReached ?? (() => true),
    keepFaults: options.keepFaults ?? (() => Promise.resolve()),
    pauseMilliseconds: 50,
  });
  return { queue, worker, coreCounts, reached, faults };
}

async function openTestWorker(
  { redis, prefix }: FarmAddress,
  processor: Partial<FakeProcessor>,
  options: Partial<OpenWorkerOptions>,
): Promise<TestWorker> {
  const lines: string[] = [];
  const startedIds: string[] = [];
  const { film = async () => MADE, parts = async () => ({ state: 'made' }), check = async () => undefined } = processor;
  const folder = await temporaryFolder();
  const proxy = await cuttingProxy(redis.port);
  const worker = await openWorker({
    queue: { url: `redis://127.0.0.1:${proxy.port}`, username: null, password: null, authority: null, prefix },
    identity: { name: 'test', version: '0', maker: TOOLCHAIN, cores: 2, memoryBytes: 2 ** 32 },
    capacity: createCapacity({ cores: 2, memoryBytes: 2 ** 32 }),
    createProcessor: () => ({
      film: (job, context) => {
        startedIds.push(job.id);
        return film(job, context);
      },
      parts: (job, context) => {
        startedIds.push(job.id);
        return parts(job, context);
      },
    }),
    check,
    logger: pino({ level: 'debug' }, { write: (line: string) => lines.push(line) }),
    leaseFolder: folder.path,
    clock: Date.now,
    lease: LONG_LEASE,
    beatMilliseconds: 100,
    firstPause: 50,
    ...options,
  });
  let drained: ReturnType<OpenWorker['drain']> | null = null;
  const drain: OpenWorker['drain'] = (milliseconds) => {
    drained ??= worker.drain(milliseconds);
    return drained;
  };
  const end = async (): Promise<void> => {
    proxy.restore();
    await drain(0);
    await proxy[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  };
  return {
    ...{ ...worker, drain, lines, startedIds },
    sleep: () => proxy.silence(),
    wake: () => proxy.restore(),
    kill: () => {
      proxy.cut();
      // End the jobs of the killed worker, from which the queue receives nothing.
      void drain(0);
    },
    [Symbol.asyncDispose]: end,
  };
}

async function answerOf(queue: Queue, id: string): Promise<unknown> {
  let job: Job | undefined;
  await waitUntil(async () => {
    job = await Job.fromId(queue, id);
    return job?.finishedOn !== undefined;
  });
  return job?.failedReason ?? job?.returnvalue;
}

/** Returns the work of a new film. */
export function filmWork(): FilmWork {
  return {
    render: randomUUID() as FilmWork['render'],
    attempt: 1,
    project: 'p1' as ProjectUid,
    template: '<movie/>',
    variables: new Map(),
    range: null,
    format: 'mp4',
    quality: 'standard',
    hardware: null,
    inputs: new Map(),
  };
}

/** Returns the job that the test service writes for a film. */
export function jobOf(work: FilmWork): FilmJob {
  const { render, attempt, project, range, format, quality, hardware } = work;
  return {
    ...{ kind: 'film', id: jobId(work), render, attempt, project, template: 'b'.repeat(64) },
    ...{ variables: [...work.variables], range, format, quality, hardware, inputs: [], ownAddresses: [], fonts: [] },
    encodingCores: 2,
  };
}

/** Rejects with the signal's reason when it is aborted. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function ignore(): void {
  // Ignore these errors, which tests cause on purpose.
}
