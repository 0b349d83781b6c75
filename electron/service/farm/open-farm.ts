/**
 * The farm of a service: workers on other machines render its films. This file connects the parts for the service;
 * `worker/run-worker.ts` does so for a worker.
 *
 * The service writes a job for each film and submits it to the queue, a Redis database. A worker takes the job under a
 * lease and renews the lease until it has an answer. It makes the film alone, or divides it into parts jobs that other
 * workers take; any worker then joins the parts. Bytes never go through the queue: templates, sources, parts, and films
 * travel through the storage, a bucket or a shared folder. The service reads the answer, publishes the film, and
 * removes the job.
 *
 * Four guarantees allow every process to stop at any time, and the queue to lose its content:
 *
 * 1. A job is idempotent. Its id derives from the render and the attempt, so that a job that is submitted twice is one
 *    job. A worker can run it again, and two workers can run it at the same time: they make the same bytes, because
 *    encoder threads follow `encodingCores` of the job. The lease is a fencing token: the queue takes an answer only
 *    from its owner. The service publishes only the answer to the latest attempt.
 * 2. A part is named by its content. Its key is a digest of everything that determines its bytes: the plan, the digests
 *    of the sources, and the toolchain. Therefore a part is valid for every film that names it, from any worker, and
 *    for every division of a film. Jobs of one toolchain never go to workers with another.
 * 3. The storage holds the truth about bytes. An object is complete or absent, and is verified with its digest when it
 *    is read. A worker answers after the film is in the storage. An answer names a digest. The database of the service
 *    has the truth about renders.
 * 4. The queue can lose data. The service compares the jobs that it needs with the jobs that the queue has, and submits
 *    the missing ones again (`queue/reconcile.ts`). A worker continues a job that it gets again. Data from the queue is
 *    checked before use, because it can be from another version or damaged.
 *
 * The farm does not guarantee that a job runs once, or that jobs run in the order of their submission. After the loss
 * of a worker, only the parts in its cache and in the storage remain.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { inEnglish } from '#shared/messages/english.ts';
import type { Message } from '#shared/messages/message.ts';
import type { RenderWorker } from '../renders/records/render-worker.ts';
import type { Clock, StoreStatus } from '../storage/ports.ts';
import { localToolchain } from './protocol/job.ts';
import { cancelChannel, cancelledKey } from './protocol/queue-names.ts';
import type { FarmStatus, Reachability, ReadFarmStatus, WorkerReport } from './protocol/worker-report.ts';
import { connectToQueue, queueAddress, queueFailureMessage, watchFaults } from './queue/connection.ts';
import { createFarmDispatcher, type FarmDispatcher } from './queue/dispatcher.ts';
import { createFarmRenderWorker, createJobWriter, type JobWriterOptions } from './queue/farm-renderer.ts';
import { openJobQueue } from './queue/job-queue.ts';
import { createRegistry, filmsInFarm, type Registry, type RequestedToolchain } from './queue/worker-registry.ts';
import type { FarmConfig, QueueConfig } from './settings/farm-config.ts';
import type { ObjectStorage } from './storage/object-storage.ts';
import { openObjectStorage } from './storage/open-object-storage.ts';

/** The farm of a service: first the storage for the workspace, then the renderer. */
export interface Farm {
  readonly storage: ObjectStorage;
  makeFilms(parts: FarmParts): Promise<FarmRendering>;
  /** Closes the storage. Call this last, after its users are closed. */
  close(): void;
}

export interface FarmParts
  extends Pick<JobWriterOptions, 'database' | 'ownHosts' | 'inspector' | 'addedFonts' | 'gainOf'> {
  readonly blobs: Parameters<typeof createFarmRenderWorker>[0]['blobs'] & JobWriterOptions['blobs'];
  /** Absolute path of the workspace. */
  readonly workspace: string;
  readonly clock: Clock;
  /** Returns whether the store is reachable, from the latest requests. */
  readonly store: () => Pick<StoreStatus, 'away'>;
  readonly logger: { info(details: object, message: string): void; warn(details: object, message: string): void };
  readonly keepFaults: Parameters<typeof createFarmRenderWorker>[0]['keepFaults'];
  /** Called when the maximum number of dispatched films changes. */
  readonly onCapacity: () => void;
}

/** The renderer of a service with a farm. */
export interface FarmRendering {
  readonly worker: RenderWorker;
  /** Returns the number of films that are dispatched at a time, which depends on the cores of the living workers. */
  readonly atOnce: () => { readonly most: number; readonly withTwoCores: number };
  readonly watch: ReadFarmStatus;
  /** Closes the queue. The workers continue the dispatched films. */
  close(): Promise<void>;
}

/** Opens the farm without contacting the queue or the store. Both may be unreachable. */
export async function openFarm(config: FarmConfig): Promise<Farm> {
  const storage = await openObjectStorage(config.store);
  return {
    storage,
    makeFilms: (parts) => makeFilms(config, storage, parts),
    close: () => storage.close(),
  };
}

async function makeFilms(config: FarmConfig, storage: ObjectStorage, parts: FarmParts): Promise<FarmRendering> {
  const { clock, logger, onCapacity, store, blobs } = parts;
  const requested = localToolchain();
  const queue = await openFarmQueue(config.queue, {
    ...{ requested, clock },
    onWorkers: () => {
      logger.info(
        { maker: queue.registry.toolchain(), cores: queue.registry.cores() },
        'the workers of the farm changed',
      );
      onCapacity();
    },
    onReachability: (now) => {
      if (now.state === 'reached') logger.info({ queue: queue.address }, 'the queue of the farm is available again');
      else
        logger.warn(
          { queue: queue.address, reason: inEnglish(now.why) },
          'the queue of the farm is unavailable; films wait',
        );
    },
    onFault: (fault) => logger.warn({ queue: queue.address }, inEnglish(fault)),
  });
  const write = createJobWriter({
    ...parts,
    storage,
    scratchFolder: join(parts.workspace, 'rendering'),
    encodingCores: availableParallelism(),
  });
  const worker = createFarmRenderWorker({
    ...{ blobs, write, dispatcher: queue.dispatcher, keepFaults: parts.keepFaults },
    storeIsReached: () => store().away === null,
  });
  return {
    worker,
    atOnce: () => filmsInFarm(queue.registry.cores()),
    watch: async () => statusOf(queue, storage, requested, parts),
    close: async () => await queue[Symbol.asyncDispose](),
  };
}

function statusOf(
  { registry, dispatcher, address, reachability, faults }: FarmQueue,
  storage: ObjectStorage,
  requested: FarmStatus['requested'],
  { database, clock, store }: FarmParts,
): FarmStatus {
  const { away } = store();
  const storeReachability: Reachability = away === null ? { state: 'reached' } : { state: 'away', ...away };
  const sql = `SELECT created_at FROM render WHERE state = 'fetching' ORDER BY sequence LIMIT 1`;
  const since = database.get(sql)?.['created_at'];
  return {
    queue: { address, ...reachability() },
    store: { address: storage.label, ...storeReachability },
    workers: registry.workers(),
    requested,
    toolchain: registry.toolchain(),
    faults: faults(),
    given: dispatchedCounts(dispatcher.ids(), registry.workers()),
    oldestSeconds: since === undefined ? null : Math.max(0, (clock() - Number(since)) / 1000),
  };
}

/** The queue of a farm, for the service of that farm. */
export interface FarmQueue extends AsyncDisposable {
  readonly registry: Registry;
  readonly dispatcher: FarmDispatcher;
  /** The address of the queue, without secrets. */
  readonly address: string;
  reachability(): Reachability;
  /** Returns the configuration faults of the latest check. */
  faults(): readonly Message[];
}

export interface FarmQueueOptions {
  readonly requested: RequestedToolchain;
  readonly clock: Clock;
  /** Called when the set of workers that take films has changed. */
  readonly onWorkers: () => void;
  readonly onReachability: (now: Reachability) => void;
  /** Called once for each configuration fault, and again if the fault returns after it was fixed. */
  readonly onFault: (fault: Message) => void;
  /** Overrides for tests. */
  readonly observationMilliseconds?: number;
  readonly readMilliseconds?: number;
}

const CANCELLED_SECONDS = 86_400;

/**
 * Connects to the queue and reconnects until it is closed. Does not fail if the queue is unreachable: films wait until
 * it returns.
 */
export async function openFarmQueue(config: QueueConfig, options: FarmQueueOptions): Promise<FarmQueue> {
  const { requested, clock, onWorkers, onReachability, onFault, observationMilliseconds, readMilliseconds } = options;
  const { prefix } = config;
  const reachabilityNote = createReachability(clock, onReachability);
  /** The latest failures of reading and of dispatching. A full queue can be read although it accepts no jobs. */
  const failures = new Map<'read' | 'dispatch', unknown>();
  const noteFailure = (operation: 'read' | 'dispatch', error: unknown): void => {
    if (error === null) failures.delete(operation);
    else failures.set(operation, error);
    if (failures.size === 0) reachabilityNote.reached();
    else reachabilityNote.away(queueFailureMessage([...failures.values()][0], config));
  };
  const connection = await connectToQueue(config, 'asking', (error) => noteFailure('read', error));
  const registry = createRegistry({
    ...{ connection, prefix, requested },
    onChange: () => {
      dispatcher.observeAll();
      onWorkers();
    },
    onRead: (error) => {
      noteFailure('read', error);
      faults.check();
    },
    ...(readMilliseconds === undefined ? {} : { readMilliseconds }),
  });
  const dispatcher = createFarmDispatcher({
    toolchain: registry.toolchain,
    open: (toolchain, listener) => openJobQueue(toolchain, { connection, config }, listener),
    announceCancellation: async (id) => {
      await connection.set(cancelledKey(prefix, id), '1', 'EX', CANCELLED_SECONDS);
      await connection.publish(cancelChannel(prefix), id);
    },
    onRound: (error) => noteFailure('dispatch', error),
    ...(observationMilliseconds === undefined ? {} : { observationMilliseconds }),
  });
  connection.on('ready', dispatcher.observeAll);
  const faults = watchFaults({ connection, isShared: registry.isShared, clock, onFault });
  return {
    registry,
    dispatcher,
    address: queueAddress(config),
    reachability: reachabilityNote.get,
    faults: faults.current,
    [Symbol.asyncDispose]: async () => {
      await registry.close();
      await dispatcher.close();
      connection.disconnect();
    },
  };
}

/** Tracks whether a remote system answers. */
export interface ReachabilityTracker {
  reached(): void;
  away(why: Message): void;
  get(): Reachability;
}

/**
 * Creates the tracker.
 * @param onChange Called when the state changes between reached and away. A change of the reason alone does not call it.
 */
export function createReachability(clock: () => number, onChange: (now: Reachability) => void): ReachabilityTracker {
  let now: Reachability = { state: 'reached' };
  return {
    reached: () => {
      if (now.state === 'reached') return;
      now = { state: 'reached' };
      onChange(now);
    },
    away: (why) => {
      const since = now.state === 'away' ? now.since : clock();
      const isNew = now.state === 'reached';
      now = { state: 'away', why, since };
      if (isNew) onChange(now);
    },
    get: () => now,
  };
}

/** Counts the dispatched films: active if a worker makes the film or one of its parts, waiting otherwise. */
export function dispatchedCounts(
  ids: Iterable<string>,
  workers: readonly WorkerReport[],
): { readonly waiting: number; readonly active: number } {
  const startedIds = new Set(workers.flatMap(({ doing: tasks }) => tasks.map(({ order }) => filmOf(order))));
  let active = 0;
  let waiting = 0;
  for (const id of ids)
    if (startedIds.has(id)) active += 1;
    else waiting += 1;
  return { waiting, active };
}

/** Returns the id of the film. The id of a parts job is the film's id, a dot, and a number. */
function filmOf(job: string): string {
  return job.split('.', 1)[0] ?? job;
}
