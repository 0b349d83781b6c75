import { createHash, randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { inEnglish } from '#shared/messages/english.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { freeBytesAt } from '../../files/free-bytes.ts';
import { PRIVATE_FILE } from '../../files/rights.ts';
import type { BlobBackend, BlobBackendParts, OpenBlobBackend } from '../../storage/blobs/blob-backend.ts';
import type { TemporaryNames } from '../../storage/blobs/temporary-names.ts';
import type { StorageLogger } from '../../storage/health.ts';
import { createKeyedLock } from '../../waiting/keyed-lock.ts';
import { createSharedWork } from '../../waiting/shared-work.ts';
import type { ObjectStorage } from '../storage/object-storage.ts';
import { sweepStorage } from '../storage/sweep-storage.ts';
import { compareStore, doRemovals } from './repair.ts';
import { createStoreLink, type StoreLink } from './store-link.ts';
import { createCopies, createStoredBlobs, evictCopies } from './stored-blobs.ts';
import { createStoredRows, type StoredRows } from './stored-rows.ts';
import { createUploader } from './uploader.ts';

export interface BlobBackendOptions {
  /** The maximum size of local copies in bytes; by default half of the disk space that is available to them. */
  readonly copyBytes?: number | null;
  /** The maximum size of parts in the store in bytes; by default the limit of `sweepStorage`. */
  readonly partsBytes?: number | null;
  /** Returns the free bytes of the workspace's disk; by default the value of the system. */
  readonly freeBytes?: () => Promise<number | null>;
}

/** The maximum time in milliseconds that a start waits for an unreachable store. */
const CLAIM_MILLISECONDS = 10_000;
/** The interval at which the store is compared with the rows and unused objects are removed. */
const COMPARISON_MILLISECONDS = 12 * 3600_000;
/** The share of the limit that remains after a cleanup, so that the next copies need no cleanup. */
const CACHE_SHARE = 0.9;

/** Opens a blob backend in a store that all machines reach. The local files are copies of its objects. */
export function blobBackendIn(storage: ObjectStorage, options: BlobBackendOptions = {}): OpenBlobBackend {
  return async (parts) => {
    const backend = createBlobBackend(storage, options, parts);
    await backend.begin();
    return backend;
  };
}

function createBlobBackend(
  storage: ObjectStorage,
  options: BlobBackendOptions,
  parts: BlobBackendParts,
): BlobBackend & { readonly begin: () => Promise<void> } {
  const { database, files, blobs, clock, logger, workspace } = parts;
  const { signal, stop } = stopper();
  const rows = createStoredRows(database);
  const turns = createKeyedLock();
  const store = storage.label;
  const link = createStoreLink({
    clock,
    onChange: (away) => {
      if (away !== null) return logger.warn({ store, reason: inEnglish(away.why) }, 'the object store is unavailable');
      logger.info({ store }, 'the object store is available again');
      tidy();
    },
  });
  const claim = createClaim(storage, rows, link, parts);
  const freeBytes = options.freeBytes ?? (() => freeBytesAt(workspace));
  const shared = { database, storage, rows, blobs, files, link, clock, logger, turns, claim, workspace, freeBytes };
  const uploader = createUploader(shared);
  const eviction = { ...shared, onMissing: uploader.wake };
  const evict = async (bytes: number): Promise<void> => {
    await evictCopies(bytes, eviction, signal).catch((error: unknown) => {
      if (!link.hasRecorded(error) && !signal.aborted)
        logger.warn({ err: error }, 'failed to remove local copies of stored files');
    });
  };
  const prune = async (): Promise<void> => {
    const { bytes } = rows.amounts().copies;
    const limit = options.copyBytes ?? (bytes + ((await freeBytes()) ?? Number.POSITIVE_INFINITY)) / 2;
    if (bytes > limit) await evict(bytes - limit * CACHE_SHARE);
  };
  const compare = async (): Promise<void> => {
    const since = clock() - Number(rows.setting('blob-store-compared') ?? 0);
    // After a clock correction, the value can be negative. Then compare now.
    if (since >= 0 && since < COMPARISON_MILLISECONDS) return;
    const limitBytes = options.partsBytes ?? null;
    const swept = await link.use(() =>
      sweepStorage(storage, { clock, signal, ...(limitBytes !== null && { limitBytes }) }),
    );
    const { leftBytes: _left, ...removed } = swept;
    const report = { ...(await compareStore(shared, signal)), ...removed };
    await rows.writeSetting('blob-store-compared', String(clock()));
    if (Object.values(report).some((count) => count > 0))
      logger.info({ store, ...report }, 'checked the contents of the object store');
    if (report.missing > 0) uploader.wake();
  };
  const tidying = createRounds(async () => {
    await claim(signal);
    await doRemovals(shared, signal);
    await prune();
    await compare();
  });
  const tidy = (): void => {
    if (signal.aborted || link.pause() > 0) return;
    tidying.ask().catch((error: unknown) => {
      if (!link.hasRecorded(error) && !signal.aborted)
        logger.warn({ err: error }, 'failed to clean up the object store');
    });
  };
  const copies = createCopies({ ...shared, evict, onFetched: tidy });
  return {
    blobs: createStoredBlobs({ ...shared, copies, uploader }),
    placed: uploader.wake,
    sweep: tidy,
    status: () => ({ address: store, away: link.away(), ...rows.amounts() }),
    begin: async () => {
      await claim(AbortSignal.any([signal, AbortSignal.timeout(CLAIM_MILLISECONDS)])).catch((error: unknown) => {
        // Only a store of another workspace stops the start, because other failures can be temporary.
        if (error instanceof Error && 'code' in error && error.code === 'workspace/foreign-store') throw error;
        logger.warn({ store, err: error }, 'the object store was unavailable at startup');
      });
      uploader.wake();
    },
    stop: async () => {
      stop();
      await Promise.all([uploader.stop(), copies.ended(), tidying.ended()]);
    },
  };
}

/**
 * Returns a function that claims the store for this workspace. After one success, further calls return immediately.
 * Concurrent calls share a request. The function rejects like {@link claimStore}.
 */
function createClaim(
  storage: ObjectStorage,
  rows: StoredRows,
  link: StoreLink,
  { blobs: { temporaryNames }, logger }: BlobBackendParts,
): (signal: AbortSignal) => Promise<void> {
  const claiming = createSharedWork<void>();
  let isClaimed = false;
  return async (signal) => {
    if (isClaimed) return;
    await claiming.run('', signal, (shared) =>
      link.use(() => claimStore({ storage, rows, temporaryNames, logger }, shared)),
    );
    isClaimed = true;
  };
}

/** Runs rounds of work one after another. Requests during a round share one additional round. */
function createRounds(work: () => Promise<void>): { ask(): Promise<void>; ended(): Promise<void> } {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const begin = (): Promise<void> => {
    next = null;
    const round = work().finally(() => {
      if (running === round) running = null;
    });
    running = round;
    return round;
  };
  return {
    ask: () => {
      if (running === null) return begin();
      next ??= running.then(begin, begin);
      return next;
    },
    ended: async () => {
      await Promise.allSettled([running, next]);
    },
  };
}

function stopper(): { readonly signal: AbortSignal; readonly stop: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, stop: () => controller.abort() };
}

/** The key of the object that identifies the workspace and the store. It reveals whether the store was replaced. */
const OWNER_KEY = 'owner';

const owner = z.object({ workspace: z.string().min(1).max(64), store: z.string().min(1).max(64) });
type Owner = z.output<typeof owner>;
const MAX_OWNER_BYTES = 4096;

/**
 * Claims the store for this workspace. The first workspace that claims a store owns it. If the store was replaced or
 * emptied, marks all blobs as not stored. Throws `workspace/foreign-store` and the errors of the storage.
 */
async function claimStore(
  {
    storage,
    rows,
    temporaryNames,
    logger,
  }: {
    readonly storage: ObjectStorage;
    readonly rows: StoredRows;
    readonly temporaryNames: TemporaryNames;
    readonly logger: StorageLogger;
  },
  signal: AbortSignal,
): Promise<void> {
  const workspace = await rows.workspaceId();
  let recordedOwner = await readOwner(storage, signal);
  if (recordedOwner === null) {
    await writeOwner(storage, { workspace, store: randomUUID() }, temporaryNames, signal);
    // Two workspaces can write at the same time, and the last writer owns the store.
    recordedOwner = await readOwner(storage, signal);
  }
  if (recordedOwner === null || recordedOwner === 'unknown' || recordedOwner.workspace !== workspace)
    throw new ServiceError('workspace/foreign-store', `(${storage.label})`);
  if (rows.setting('blob-store') === recordedOwner.store) return;
  const count = await rows.forgetStored();
  if (count > 0)
    logger.warn({ store: storage.label, count }, 'the object store is new or was emptied; stored files are sent again');
  await rows.writeSetting('blob-store', recordedOwner.store);
}

async function readOwner(storage: ObjectStorage, signal: AbortSignal): Promise<Owner | 'unknown' | null> {
  const content = await storage.read(OWNER_KEY, { start: 0, end: MAX_OWNER_BYTES }, signal);
  if (content === null) return null;
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  try {
    return owner.parse(JSON.parse(Buffer.concat(pieces).toString('utf8')));
  } catch {
    // The object is from another program.
    return 'unknown';
  }
}

async function writeOwner(
  storage: ObjectStorage,
  value: Owner,
  temporaryNames: TemporaryNames,
  signal: AbortSignal,
): Promise<void> {
  using temporary = temporaryNames.take();
  const { path } = temporary;
  const bytes = Buffer.from(JSON.stringify(value));
  try {
    await writeFile(path, bytes, { flag: 'wx', mode: PRIVATE_FILE });
    await storage.put(OWNER_KEY, { path, bytes: bytes.length, sha256: sha256Of(bytes) }, { signal });
  } finally {
    await rm(path, { force: true });
  }
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
