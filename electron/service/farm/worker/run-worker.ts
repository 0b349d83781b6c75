import { availableParallelism, hostname, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import { ServiceError } from '../../errors/service-error.ts';
import { findMediaTools } from '../../ffmpeg/finding/find-tools.ts';
import { limitMemory, memoryShares } from '../../ffmpeg/memory-shares.ts';
import { noteProcessesIn } from '../../ffmpeg/tool-process.ts';
import { cacheFolder } from '../../files/user-folders.ts';
import { serviceVersion } from '../../files/version.ts';
import { queueAddress } from '../connection/connect.ts';
import { ownMaker } from '../orders/own-maker.ts';
import type { FarmConfig } from '../settings/farm-config.ts';
import { takeCacheFolder } from './cache-folder.ts';
import { createCapacity } from './loop/capacity.ts';
import { type OpenWorker, openWorker } from './loop/open-worker.ts';
import type { Lease } from './loop/take-orders.ts';
import { openMaking } from './making-surroundings.ts';
import type { MetricsServer } from './told/metrics-server.ts';
import { DEFAULT_METRICS_PORT, type WorkerArguments } from './worker-arguments.ts';
import { clearUnfinished, workerFolders } from './worker-folders.ts';

export interface WorkerSurroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly logger: Logger;
  /** Settles, with the signal's name, once the worker is to stop. */
  readonly stopped: Promise<string>;
  /** For tests. */
  readonly lease?: Lease;
}

/**
 * Runs a worker until it is stopped; the exit code. Throws a `ServiceError` where it cannot work here: FFmpeg is not
 * there, or the folder of the cache cannot be used.
 */
export async function runWorker(
  args: WorkerArguments,
  farm: FarmConfig,
  { environment, logger, stopped, lease }: WorkerSurroundings,
): Promise<number> {
  if (args.memory !== null) limitMemory(args.memory);
  const cores = args.cores ?? availableParallelism();
  const memoryBytes = Math.min(args.memory ?? Number.POSITIVE_INFINITY, memoryOfMachine());
  using own = await ownFolder(args.cache, environment);
  const folders = workerFolders(own.path, args.cacheBytes);
  // Before anything is removed: what an earlier run left may still write.
  await noteProcessesIn(folders.processes);
  await clearUnfinished(folders);
  const tools = await findMediaTools(environment, { cacheFolder: folders.sources });
  await using making = await openMaking({
    ...{ store: farm.store, folders, tools, cores, allowHosts: args.allowHosts, logger },
    clock: Date.now,
  });
  const maker = { ...ownMaker(), ffmpeg: tools.version };
  const worker = await openWorker({
    queue: farm.queue,
    identity: { name: args.name ?? hostname(), version: serviceVersion(), maker, cores, memoryBytes },
    capacity: createCapacity(cores, memoryShares().together),
    maker: making.maker,
    check: making.check,
    heldFolder: folders.held,
    logger,
    clock: Date.now,
    ...(lease !== undefined && { lease }),
  });
  const metrics = await metricsOf(worker, args.metricsPort);
  const { id, name, version } = worker.identity;
  logger.info(
    {
      ...{ worker: id, name, version, ...maker, cores, memoryBytes, cache: own.path },
      ...{ queue: queueAddress(farm.queue), store: making.storeLabel, metrics: metrics?.port ?? 'off' },
    },
    'the worker is ready',
  );
  const signal = await stopped;
  logger.info({ signal, orders: worker.doing.orders().length }, 'the worker is stopping and takes no new jobs');
  const outcome = await worker.drain(args.drainMilliseconds);
  metrics?.close();
  logger.info({ made: worker.figures.tally.totals }, ENDINGS[outcome]);
  return outcome === 'left' ? 1 : 0;
}

const ENDINGS = {
  finished: 'the worker has stopped; all its jobs are finished',
  'given back': 'the worker has stopped; it returned its unfinished jobs to the queue',
  left: 'the worker has stopped; the queue did not take all unfinished jobs back, and reassigns them after their leases expire',
} as const;

function memoryOfMachine(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(totalmem(), constrained) : totalmem();
}

async function ownFolder(
  named: string | null,
  environment: WorkerSurroundings['environment'],
): Promise<Disposable & { readonly path: string }> {
  const cache = named === null ? join(cacheFolder(environment, process.platform), 'worker') : resolve(named);
  const own = await takeCacheFolder(cache);
  return { path: own.path, [Symbol.dispose]: () => own.release() };
}

/** Null where nobody wants metrics: then nothing of them is loaded. */
async function metricsOf(worker: OpenWorker, wanted: WorkerArguments['metricsPort']): Promise<MetricsServer | null> {
  if (wanted === 'off') return null;
  const { createWorkerMetrics } = await import('./told/worker-metrics.ts');
  const { openMetricsServer } = await import('./told/metrics-server.ts');
  const { figures, doing, identity, idleBecause } = worker;
  const registry = createWorkerMetrics({ figures, doing, identity, isTaking: () => idleBecause() === null });
  const metrics = async () => ({ text: await registry.metrics(), contentType: registry.contentType });
  const open = (port: number) => openMetricsServer({ port, metrics, idleBecause });
  return await open(wanted ?? DEFAULT_METRICS_PORT).catch((error: unknown) => {
    if (!isInUse(error)) throw error;
    if (wanted === null) return open(0);
    throw new ServiceError('request/invalid', `(--metrics-port ${wanted} is in use by another program)`);
  });
}

function isInUse(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES');
}
