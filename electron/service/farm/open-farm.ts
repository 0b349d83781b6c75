import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { inEnglish } from '#shared/statements/in-english.ts';
import type { RenderWorker } from '../jobs/records/render-worker.ts';
import type { Clock, StoreStatus } from '../storage/ports.ts';
import { ownMaker } from './orders/own-maker.ts';
import { filmsInFarm } from './queue/choose-maker.ts';
import { createFarmRenderWorker } from './queue/farm-render-worker.ts';
import { createOrderWriter, type FilmOrderOptions } from './queue/film-orders.ts';
import { type FarmQueue, openFarmQueue } from './queue/open-farm-queue.ts';
import type { FarmConfig } from './settings/farm-config.ts';
import type { FarmStatus, FarmWatch, Reachability } from './status/farm-status.ts';
import { givenCounts } from './status/given-counts.ts';
import type { ObjectStorage } from './store/object-storage.ts';
import { openObjectStorage } from './store/open-object-storage.ts';

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
  const wanted = ownMaker();
  const queue = await openFarmQueue(config.queue, {
    ...{ wanted, clock },
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
    watch: async () => statusOf(queue, storage, wanted, parts),
    close: async () => await queue[Symbol.asyncDispose](),
  };
}

function statusOf(
  { registry, dispatch, address, reachability, faults }: FarmQueue,
  storage: ObjectStorage,
  wanted: FarmStatus['wanted'],
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
    wanted,
    maker: registry.maker(),
    faults: faults(),
    given: givenCounts(dispatch.ids(), registry.workers()),
    oldestSeconds: since === undefined ? null : Math.max(0, (clock() - Number(since)) / 1000),
  };
}
