import { mkdir } from 'node:fs/promises';
import type { Logger } from 'pino';
import { ServiceError } from '../../errors/service-error.ts';
import type { MediaTools } from '../../ffmpeg/tools.ts';
import { fileStamp } from '../../files/file-digest.ts';
import { isOutOfRoom } from '../../files/free-bytes.ts';
import { PRIVATE_FOLDER } from '../../files/rights.ts';
import { createMovieInspector } from '../../inspection/inspector.ts';
import { createEncoderTrials } from '../../render/formats/encoder-trials.ts';
import { openPartStore } from '../../render/kept/part-store.ts';
import { pruneCache } from '../../sources/prune-cache.ts';
import type { StoreConfig } from '../settings/farm-config.ts';
import { openObjectStorage } from '../store/open-object-storage.ts';
import { openSharedParts } from '../store/shared-parts.ts';
import { createOrderMaker } from '../work/create-order-maker.ts';
import type { OrderMaker } from '../work/order-maker.ts';
import { openStoredFiles } from '../work/stored-files.ts';
import type { MakerSurroundings } from './loop/open-worker.ts';
import { requireWritable } from './require-writable.ts';
import { countedStorage } from './told/counted-storage.ts';
import type { WorkerFolders } from './worker-folders.ts';

const PRUNING_MILLISECONDS = 10 * 60 * 1000;

export interface MakingOptions {
  readonly store: StoreConfig;
  readonly folders: WorkerFolders;
  readonly tools: MediaTools;
  readonly cores: number;
  readonly allowHosts: readonly string[];
  readonly logger: Logger;
  readonly clock: () => number;
}

/** What makes orders on this machine. */
export interface Making extends AsyncDisposable {
  /** Where the store is, without a secret. */
  readonly storeLabel: string;
  /** Throws unless the store takes and gives objects, the disk has room, and FFmpeg is the one that it was. */
  check(signal: AbortSignal): Promise<void>;
  maker(worker: MakerSurroundings): OrderMaker;
}

/** Opens the store and the cache; nothing is asked of the store yet. */
export async function openMaking(options: MakingOptions): Promise<Making> {
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
  /** Bytes of another FFmpeg would be kept as those of the one that this worker says it has. */
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
      if (isOutOfRoom(folders.unfinished)) throw new ServiceError('storage/full');
      await requireSameTools();
      await storage.check(signal);
    },
    maker: ({ workerId, livingWorkers, tally }) => {
      const counted = countedStorage(storage, tally);
      const workshop = { folder: folders.workshop, keeps: true, limitBytes: folders.limits.workshop };
      return createOrderMaker({
        ...{ inspector, workshop, cores, workerId, livingWorkers },
        tools: async () => {
          await requireSameTools();
          return tools;
        },
        encoders: createEncoderTrials(),
        cacheFolder: folders.sources,
        temporaryFolder: folders.unfinished,
        policy: { allowHosts: new Set(options.allowHosts.map((host) => host.toLowerCase())), allowLoopback: false },
        storage: counted,
        parts: openSharedParts({
          local: openPartStore(workshop),
          storage: counted,
          clock,
          // Bytes are counted where they come and go.
          count: ({ lookedFor = 0, found = 0 }) => tally.count({ lookedFor, found }),
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

/** Changes when one of the programs is replaced. */
async function stampOf({ ffmpeg, ffprobe }: MediaTools): Promise<string> {
  const stamps = await Promise.all([ffmpeg, ffprobe].map((path) => fileStamp(path).catch(() => 'gone')));
  return stamps.join(' ');
}
