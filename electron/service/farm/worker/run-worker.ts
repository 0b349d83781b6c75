import { mkdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import { openPartStore } from '../../engine/cache/part-store.ts';
import { createEncoderProbes } from '../../engine/formats/encoder-probes.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { systemCode } from '../../errors/system-code.ts';
import { findMediaTools } from '../../ffmpeg/find-tools.ts';
import { limitMemory, thisMachine } from '../../ffmpeg/machine.ts';
import { recordProcessesIn } from '../../ffmpeg/running-tools.ts';
import type { MediaTools } from '../../ffmpeg/tools.ts';
import { fileStamp } from '../../files/digest-file.ts';
import { isDiskFull } from '../../files/free-bytes.ts';
import { PRIVATE_FOLDER } from '../../files/rights.ts';
import { cacheFolder } from '../../files/user-folders.ts';
import { serviceVersion } from '../../files/version.ts';
import { createMovieInspector } from '../../inspection/inspector.ts';
import { pruneCache } from '../../sources/prune-cache.ts';
import type { JobProcessor } from '../making/job-processor.ts';
import { createJobProcessor } from '../making/process-job.ts';
import { openStoredFiles } from '../making/stored-files.ts';
import { localToolchain } from '../protocol/job.ts';
import { queueAddress } from '../queue/connection.ts';
import type { FarmConfig, StoreConfig } from '../settings/farm-config.ts';
import { openObjectStorage } from '../storage/open-object-storage.ts';
import { openSharedParts } from '../storage/part-cache.ts';
import { type OpenWorker, openWorker, type ProcessorDependencies } from './open-worker.ts';
import { createCapacity } from './take-jobs.ts';
import { DEFAULT_METRICS_PORT, type WorkerArguments } from './worker-arguments.ts';
import {
  clearUnfinished,
  requireWritable,
  takeCacheFolder,
  type WorkerFolders,
  workerFolders,
} from './worker-folders.ts';
import type { MetricsServer } from './worker-metrics.ts';
import { countedStorage } from './worker-statistics.ts';

export interface WorkerDependencies {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly logger: Logger;
  /** Resolves with the signal's name when the worker must stop. */
  readonly stopped: Promise<string>;
}

/**
 * Runs a worker until it is stopped. Returns the exit code. Throws a `ServiceError` if FFmpeg is missing or the cache
 * folder is unusable.
 */
export async function runWorker(
  args: WorkerArguments,
  farm: FarmConfig,
  { environment, logger, stopped }: WorkerDependencies,
): Promise<number> {
  if (args.memory !== null) limitMemory(args.memory);
  const { memoryBytes, cores: machineCores } = thisMachine();
  const cores = args.cores ?? machineCores;
  using workerFolder = await takeWorkerFolder(args.cache, environment);
  const folders = workerFolders(workerFolder.path, args.cacheBytes);
  // End the processes of an earlier run first, because they could still write.
  await recordProcessesIn(folders.processes);
  await clearUnfinished(folders);
  const tools = await findMediaTools(environment, { cacheFolder: folders.sources });
  await using making = await openJobProcessing({
    ...{ store: farm.store, folders, tools, cores, allowHosts: args.allowHosts, logger },
    clock: Date.now,
  });
  const toolchain = { ...localToolchain(), ffmpeg: tools.version };
  const worker = await openWorker({
    queue: farm.queue,
    identity: { name: args.name ?? hostname(), version: serviceVersion(), maker: toolchain, cores, memoryBytes },
    capacity: createCapacity({ cores, memoryBytes }),
    createProcessor: making.processor,
    check: making.check,
    leaseFolder: folders.leases,
    logger,
    clock: Date.now,
  });
  const metrics = await metricsOf(worker, args.metricsPort);
  const { id, name, version } = worker.identity;
  logger.info(
    {
      ...{ worker: id, name, version, ...toolchain, cores, memoryBytes, cache: workerFolder.path },
      ...{ queue: queueAddress(farm.queue), store: making.storeLabel, metrics: metrics?.port ?? 'off' },
    },
    'the worker is ready',
  );
  const signal = await stopped;
  logger.info({ signal, orders: worker.activeJobs.jobs().length }, 'the worker is stopping and takes no new jobs');
  const outcome = await worker.drain(args.drainMilliseconds);
  metrics?.close();
  logger.info({ made: worker.statistics.counters.totals }, ENDINGS[outcome]);
  return outcome === 'left' ? 1 : 0;
}

const ENDINGS = {
  finished: 'the worker has stopped; all its jobs are finished',
  'given back': 'the worker has stopped; it returned its unfinished jobs to the queue',
  left: 'the worker has stopped; the queue did not take all unfinished jobs back, and reassigns them after their leases expire',
} as const;

async function takeWorkerFolder(
  requestedFolder: string | null,
  environment: WorkerDependencies['environment'],
): Promise<Disposable & { readonly path: string }> {
  const cache =
    requestedFolder === null ? join(cacheFolder(environment, process.platform), 'worker') : resolve(requestedFolder);
  const workerFolder = await takeCacheFolder(cache);
  return { path: workerFolder.path, [Symbol.dispose]: () => workerFolder.release() };
}

/** Opens the metrics server and loads its modules; null if metrics are off. */
async function metricsOf(worker: OpenWorker, requested: WorkerArguments['metricsPort']): Promise<MetricsServer | null> {
  if (requested === 'off') return null;
  const { createWorkerMetrics, openMetricsServer } = await import('./worker-metrics.ts');
  const { statistics, activeJobs, identity, idleReason } = worker;
  const registry = createWorkerMetrics({
    statistics,
    activeJobs,
    identity,
    isTaking: () => idleReason() === null,
  });
  const metrics = async () => ({ text: await registry.metrics(), contentType: registry.contentType });
  const open = (port: number) => openMetricsServer({ port, metrics, idleReason });
  return await open(requested ?? DEFAULT_METRICS_PORT).catch((error: unknown) => {
    if (!isInUse(error)) throw error;
    if (requested === null) return open(0);
    throw new ServiceError('request/invalid', `(--metrics-port ${requested} is in use by another program)`);
  });
}

function isInUse(error: unknown): boolean {
  return ['EADDRINUSE', 'EACCES'].includes(systemCode(error) ?? '');
}

const PRUNING_MILLISECONDS = 10 * 60 * 1000;

export interface JobProcessingOptions {
  readonly store: StoreConfig;
  readonly folders: WorkerFolders;
  readonly tools: MediaTools;
  readonly cores: number;
  readonly allowHosts: readonly string[];
  readonly logger: Logger;
  readonly clock: () => number;
}

/** The part of a worker that processes jobs on this machine. */
export interface JobProcessing extends AsyncDisposable {
  /** The address of the store, without secrets. */
  readonly storeLabel: string;
  /** Throws if the store fails, a folder is read-only, the disk is full, or FFmpeg was replaced. */
  check(signal: AbortSignal): Promise<void>;
  processor(worker: ProcessorDependencies): JobProcessor;
}

/** Opens the store and the cache without contacting the store. */
export async function openJobProcessing(options: JobProcessingOptions): Promise<JobProcessing> {
  const { folders, tools, cores, logger, clock } = options;
  const storage = await openObjectStorage(options.store);
  const inspector = createMovieInspector();
  for (const folder of [folders.files, folders.workshop, folders.sources, folders.unfinished])
    await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  const prune = (): void => {
    pruneCache(folders.sources, { sourceBytes: folders.limits.sources }).catch((error: unknown) =>
      logger.warn({ err: error }, 'failed to reduce the cached sources to their limit'),
    );
  };
  const stamp = await stampOf(tools);
  /** Throws if FFmpeg was replaced, because the cache would mix parts of both versions. */
  const requireSameTools = async (): Promise<void> => {
    if ((await stampOf(tools)) === stamp) return;
    throw new ServiceError(
      'ffmpeg/not-found',
      'It was replaced since this worker was started: start the worker again.',
    );
  };
  prune();
  const pruning = setInterval(prune, PRUNING_MILLISECONDS);
  pruning.unref();
  return {
    storeLabel: storage.label,
    check: async (signal) => {
      await requireWritable([folders.files, folders.workshop, folders.sources, folders.unfinished]);
      if (isDiskFull(folders.unfinished)) throw new ServiceError('storage/full');
      await requireSameTools();
      await storage.check(signal);
    },
    processor: ({ workerId, workers, counters }) => {
      const counted = countedStorage(storage, counters);
      const workshop = { folder: folders.workshop, isCacheOn: true, limitBytes: folders.limits.workshop };
      return createJobProcessor({
        ...{ inspector, workshop, cores, workerId, workers },
        tools: async () => {
          await requireSameTools();
          return tools;
        },
        encoders: createEncoderProbes(),
        cacheFolder: folders.sources,
        temporaryFolder: folders.unfinished,
        policy: { allowHosts: new Set(options.allowHosts.map((host) => host.toLowerCase())), allowLoopback: false },
        storage: counted,
        parts: openSharedParts({
          local: openPartStore(workshop),
          storage: counted,
          clock,
          // Count only the lookups here, because the wrapper of the storage counts the bytes.
          count: ({ lookups = 0, found = 0 }) => counters.count({ lookedFor: lookups, found }),
          onFailure: (error) => logger.warn({ err: error }, 'continuing without the store'),
        }),
        files: openStoredFiles({ storage: counted, folder: folders.files, limitBytes: folders.limits.files }),
        onInternal: (error) => logger.error({ err: error }, 'internal error in the worker'),
      });
    },
    [Symbol.asyncDispose]: async () => {
      clearInterval(pruning);
      await inspector[Symbol.asyncDispose]();
      storage.close();
    },
  };
}

/** Returns a text that changes when FFmpeg or ffprobe is replaced. */
async function stampOf({ ffmpeg, ffprobe }: MediaTools): Promise<string> {
  const stamps = await Promise.all([ffmpeg, ffprobe].map((path) => fileStamp(path).catch(() => 'gone')));
  return stamps.join(' ');
}
