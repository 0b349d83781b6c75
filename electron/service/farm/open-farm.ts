import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { inEnglish } from '#shared/messages/in-english.ts';
import type { Message } from '#shared/messages/message.ts';
import type { RenderWorker } from '../renders/records/render-worker.ts';
import type { Clock, StoreStatus } from '../storage/ports.ts';
import { localToolchain } from './protocol/job.ts';
import { cancelChannel, cancelledKey } from './protocol/queue-names.ts';
import type { FarmStatus, FarmWatch, Reachability, WorkerReport } from './protocol/worker-report.ts';
import { connectToQueue, queueAddress, watchFaults, whyQueueFails } from './queue/connection.ts';
import { createFarmDispatcher, type Dispatch } from './queue/dispatcher.ts';
import { createFarmRenderWorker, createOrderWriter, type FilmOrderOptions } from './queue/farm-renderer.ts';
import { openOrderQueue } from './queue/job-queue.ts';
import { createRegistry, filmsInFarm, type Registry, type RequestedToolchain } from './queue/worker-registry.ts';
import type { FarmConfig, QueueConfig } from './settings/farm-config.ts';
import type { ObjectStorage } from './storage/object-storage.ts';
import { openObjectStorage } from './storage/open-object-storage.ts';

/** A farm as a service has it: first its storage, for the workspace; then what has films made. */
export interface Farm {
  readonly storage: ObjectStorage;
  makeFilms(parts: FarmParts): Promise<FilmMaking>;
  /** After everything that uses it. */
  close(): void;
}

export interface FarmParts extends Pick<FilmOrderOptions, 'database' | 'ownHosts' | 'inspector' | 'addedFonts'> {
  readonly blobs: Parameters<typeof createFarmRenderWorker>[0]['blobs'] & FilmOrderOptions['blobs'];
  /** Absolute path of the workspace. */
  readonly workspace: string;
  readonly clock: Clock;
  /** Whether the store was reached of late. */
  readonly store: () => Pick<StoreStatus, 'away'>;
  readonly logger: { info(details: object, message: string): void; warn(details: object, message: string): void };
  /** Called when more or fewer films may be given at once. */
  readonly onRoom: () => void;
}

/** What makes the films of a service that has a farm. */
export interface FilmMaking {
  readonly worker: RenderWorker;
  /** How many films are given at once, by the workers that live. */
  readonly atOnce: () => { readonly most: number; readonly roomy: number };
  readonly watch: FarmWatch;
  /** What was given stays with the workers. */
  close(): Promise<void>;
}

/** Nothing is asked of queue or store yet, and neither has to be there. */
export async function openFarm(config: FarmConfig): Promise<Farm> {
  const storage = await openObjectStorage(config.store);
  return {
    storage,
    makeFilms: (parts) => makeFilms(config, storage, parts),
    close: () => storage.close(),
  };
}

async function makeFilms(config: FarmConfig, storage: ObjectStorage, parts: FarmParts): Promise<FilmMaking> {
  const { clock, logger, onRoom, store, blobs } = parts;
  const requested = localToolchain();
  const queue = await openFarmQueue(config.queue, {
    ...{ wanted: requested, clock },
    onWorkers: () => {
      logger.info({ maker: queue.registry.maker(), cores: queue.registry.cores() }, 'the workers of the farm changed');
      onRoom();
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
  const write = createOrderWriter({
    ...parts,
    storage,
    scratchFolder: join(parts.workspace, 'rendering'),
    encodingCores: availableParallelism(),
  });
  const worker = createFarmRenderWorker({
    ...{ blobs, write, dispatch: queue.dispatch },
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
  { registry, dispatch, address, reachability, faults }: FarmQueue,
  storage: ObjectStorage,
  requested: FarmStatus['wanted'],
  { database, clock, store }: FarmParts,
): FarmStatus {
  const { away } = store();
  const stored: Reachability = away === null ? { state: 'reached' } : { state: 'away', ...away };
  const sql = `SELECT created_at FROM render WHERE state = 'fetching' ORDER BY sequence LIMIT 1`;
  const since = database.get(sql)?.['created_at'];
  return {
    queue: { address, ...reachability() },
    store: { address: storage.label, ...stored },
    workers: registry.workers(),
    wanted: requested,
    maker: registry.maker(),
    faults: faults(),
    given: givenCounts(dispatch.ids(), registry.workers()),
    oldestSeconds: since === undefined ? null : Math.max(0, (clock() - Number(since)) / 1000),
  };
}

/** The queue as the service that runs a farm uses it. */
export interface FarmQueue extends AsyncDisposable {
  readonly registry: Registry;
  readonly dispatch: Dispatch;
  /** Without a secret. */
  readonly address: string;
  reachability(): Reachability;
  /** What is set up as it should not be, as it was found last. */
  faults(): readonly Message[];
}

export interface FarmQueueOptions {
  readonly wanted: RequestedToolchain;
  readonly clock: Clock;
  /** The workers that films go to have changed. */
  readonly onWorkers: () => void;
  readonly onReachability: (now: Reachability) => void;
  /** Something is set up as it should not be; told once, and again when it was right meanwhile. */
  readonly onFault: (fault: Message) => void;
  /** For tests. */
  readonly lookMilliseconds?: number;
  readonly readMilliseconds?: number;
}

const CANCELLED_SECONDS = 86_400;

/** Connects, and goes on to; nothing of it fails where the queue is away. What is given waits then. */
export async function openFarmQueue(config: QueueConfig, options: FarmQueueOptions): Promise<FarmQueue> {
  const { wanted, clock, onWorkers, onReachability, onFault, lookMilliseconds, readMilliseconds } = options;
  const { prefix } = config;
  const note = createReachability(clock, onReachability);
  /** One that is full may be read, and takes no orders. */
  const failures = new Map<'read' | 'given', unknown>();
  const tell = (what: 'read' | 'given', error: unknown): void => {
    if (error === null) failures.delete(what);
    else failures.set(what, error);
    if (failures.size === 0) note.reached();
    else note.away(whyQueueFails([...failures.values()][0], config));
  };
  const connection = await connectToQueue(config, 'asking', (error) => tell('read', error));
  const registry = createRegistry({
    ...{ connection, prefix, wanted },
    onChange: () => {
      dispatch.look();
      onWorkers();
    },
    onRead: (error) => {
      tell('read', error);
      faults.look();
    },
    ...(readMilliseconds === undefined ? {} : { readMilliseconds }),
  });
  const dispatch = createFarmDispatcher({
    maker: registry.maker,
    open: (toolchain, listener) => openOrderQueue(toolchain, { connection, config }, listener),
    tellCancelled: async (id) => {
      await connection.set(cancelledKey(prefix, id), '1', 'EX', CANCELLED_SECONDS);
      await connection.publish(cancelChannel(prefix), id);
    },
    onRound: (error) => tell('given', error),
    ...(lookMilliseconds === undefined ? {} : { lookMilliseconds }),
  });
  connection.on('ready', dispatch.look);
  const faults = watchFaults({ connection, isShared: registry.isShared, clock, onFault });
  return {
    registry,
    dispatch,
    address: queueAddress(config),
    reachability: note.get,
    faults: faults.found,
    [Symbol.asyncDispose]: async () => {
      await registry.close();
      await dispatch.close();
      connection.disconnect();
    },
  };
}

/** Whether something elsewhere answers, as it was last found. */
export interface ReachabilityNote {
  reached(): void;
  away(why: Message): void;
  get(): Reachability;
}

/** @param onChange Told when it is away that was reached, and the other way round; not for another reason alone. */
export function createReachability(clock: () => number, onChange: (now: Reachability) => void): ReachabilityNote {
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

/** Of the films that were given: how many some worker works on, or on a part of, and how many wait. */
export function givenCounts(
  ids: Iterable<string>,
  workers: readonly WorkerReport[],
): { readonly waiting: number; readonly active: number } {
  const begun = new Set(workers.flatMap(({ doing }) => doing.map(({ order }) => filmOf(order))));
  let active = 0;
  let waiting = 0;
  for (const id of ids)
    if (begun.has(id)) active += 1;
    else waiting += 1;
  return { waiting, active };
}

/** An order for parts has the id of its film's, a dot and a number. */
function filmOf(job: string): string {
  return job.split('.', 1)[0] ?? job;
}
