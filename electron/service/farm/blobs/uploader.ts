import { ServiceError } from '../../errors/service-error.ts';
import type { FileSystem } from '../../files/file-system.ts';
import type { WorkspaceBlobs } from '../../storage/blobs/workspace-blobs.ts';
import type { StorageLogger } from '../../storage/health.ts';
import type { BlobDigest, Clock, StoredBlob } from '../../storage/ports.ts';
import { abortable } from '../../waiting/abortable.ts';
import type { KeyedLock } from '../../waiting/keyed-lock.ts';
import { blobKey, damagedKey, type ObjectStorage } from '../storage/object-storage.ts';
import type { StoreLink } from './store-link.ts';
import { lostBlobError, type StoredRows } from './stored-rows.ts';

/** Uploads local blobs to the store in the background. */
export interface Uploader {
  /** Looks for blobs to upload. */
  wake(): void;
  /**
   * Uploads a blob before the others, and resolves when the store has it. Throws `storage/lost` and the signal's
   * reason.
   */
  uploadNow(sha256: BlobDigest, signal: AbortSignal): Promise<void>;
  /** Starts no more uploads, and resolves when the running ones have ended. */
  stop(): Promise<void>;
}

export interface UploaderOptions {
  readonly storage: ObjectStorage;
  readonly rows: StoredRows;
  readonly blobs: WorkspaceBlobs;
  readonly files: FileSystem;
  readonly link: StoreLink;
  readonly clock: Clock;
  readonly logger: StorageLogger;
  /**
   * The locks of the objects. Code that puts or removes an object holds the object's lock. It takes the lock of the
   * blob's file (`blobs.exclusively`) only while it holds the object's lock.
   */
  readonly turns: KeyedLock;
  /** Resolves when this workspace has claimed the store. No object is changed before that. */
  readonly claim: (signal: AbortSignal) => Promise<void>;
}

const UPLOADS_AT_ONCE = 3;
/**
 * The first pause in milliseconds after an upload failed because of its file, for example on a damaged disk. Each
 * failure doubles the pause.
 */
const FIRST_PAUSE = 5000;
const MAX_PAUSE = 10 * 60_000;
/** The maximum number of paused blobs that the search for the next upload skips. */
const MAX_PAUSED = 1000;

export function createUploader(options: UploaderOptions): Uploader {
  const { rows, link, clock, logger } = options;
  const stopping = new AbortController();
  const active = new Map<BlobDigest, Promise<void>>();
  const urgent = new Map<BlobDigest, PromiseWithResolvers<void>>();
  const paused = new Map<BlobDigest, { readonly until: number; readonly pause: number }>();
  let timer: NodeJS.Timeout | undefined;

  const isPaused = (sha256: BlobDigest): boolean => (paused.get(sha256)?.until ?? 0) > clock();
  const next = (): BlobDigest | null => {
    for (const sha256 of urgent.keys()) if (!active.has(sha256)) return sha256;
    const waiting = rows.waiting(active.size + Math.min(paused.size, MAX_PAUSED) + 1);
    return waiting.find(({ sha256 }) => !active.has(sha256) && !isPaused(sha256))?.sha256 ?? null;
  };
  const schedulePump = (milliseconds: number): void => {
    clearTimeout(timer);
    timer = setTimeout(pump, milliseconds);
    timer.unref();
  };
  const pump = (): void => {
    while (!stopping.signal.aborted) {
      // While the store is unreachable, try only one upload at a time.
      if (active.size >= (link.away() === null ? UPLOADS_AT_ONCE : 1)) return;
      const pause = link.pause();
      if (pause > 0) {
        schedulePump(pause);
        return;
      }
      const sha256 = next();
      if (sha256 === null) {
        if (paused.size > 0) schedulePump(FIRST_PAUSE);
        return;
      }
      begin(sha256);
    }
  };
  const begin = (sha256: BlobDigest): void => {
    const sending = send(sha256, options, stopping.signal)
      .then(
        () => {
          paused.delete(sha256);
          answerWaiter(sha256, null);
        },
        (error: unknown) => {
          // The link to the store already pauses. The upload is tried again, and its caller continues to wait.
          if (link.hasRecorded(error) || stopping.signal.aborted) return;
          logger.warn({ blob: sha256, err: error }, 'failed to send a file to the object store');
          if (error instanceof ServiceError && error.code === 'storage/lost') paused.delete(sha256);
          else pauseUpload(sha256);
          answerWaiter(sha256, error);
        },
      )
      .finally(() => {
        active.delete(sha256);
        pump();
      });
    active.set(sha256, sending);
  };
  const pauseUpload = (sha256: BlobDigest): void => {
    const pause = Math.min(MAX_PAUSE, (paused.get(sha256)?.pause ?? FIRST_PAUSE / 2) * 2);
    paused.set(sha256, { until: clock() + pause, pause });
  };
  const answerWaiter = (sha256: BlobDigest, error: unknown): void => {
    const waiter = urgent.get(sha256);
    urgent.delete(sha256);
    if (error === null) waiter?.resolve();
    else waiter?.reject(error);
  };
  const wake = (): void => {
    // The caller may still write rows in this turn of the event loop.
    if (!stopping.signal.aborted) setImmediate(pump);
  };

  return {
    wake,
    uploadNow: async (sha256, signal) => {
      signal.throwIfAborted();
      const waiter = urgent.get(sha256) ?? Promise.withResolvers<void>();
      if (!urgent.has(sha256)) {
        urgent.set(sha256, waiter);
        // Prevent an unhandled rejection if all callers have aborted.
        waiter.promise.catch(() => undefined);
        wake();
      }
      await abortable(waiter.promise, signal);
    },
    stop: async () => {
      const reason = new ServiceError('storage/away');
      stopping.abort(reason);
      clearTimeout(timer);
      await Promise.allSettled(active.values());
      for (const waiter of urgent.values()) waiter.reject(reason);
    },
  };
}

/**
 * Uploads one blob unless the store already has it. Throws `storage/lost` if the blob exists neither locally nor in the
 * store, and the errors of the storage.
 */
async function send(sha256: BlobDigest, options: UploaderOptions, signal: AbortSignal): Promise<void> {
  const { storage, rows, blobs, files, link, clock, turns, claim } = options;
  await claim(signal);
  await turns.run(sha256, async () => {
    const row = rows.find(sha256);
    if (row === null) throw lostBlobError(sha256);
    if (row.storedAt !== null) return;
    using _hold = blobs.hold(sha256);
    const { bytes } = row;
    // The object may already exist. A worker may have put it, or an earlier process may have been killed before it
    // updated the row.
    const stored = await link.use(() => storage.facts(blobKey(sha256), signal));
    if (stored?.sha256 !== sha256 || stored.bytes !== bytes) {
      const path = blobs.pathOf(sha256);
      const file = row.isHere ? await files.fileFacts(path) : null;
      if (file?.size === bytes) {
        await link.use(() => storage.put(blobKey(sha256), { path, bytes, sha256 }, { signal }));
      } else if (!(await link.use(() => restoreDamaged(row, options, signal)))) {
        await rows.markLost(sha256);
        throw lostBlobError(sha256);
      }
    }
    // The row was deleted during the upload, so the object must be removed later.
    if (!(await rows.markStored(sha256, clock()))) await rows.recordRemoval(sha256, clock());
  });
}

export interface RestoreOptions {
  readonly storage: ObjectStorage;
  readonly rows: StoredRows;
  readonly blobs: WorkspaceBlobs;
  readonly files: FileSystem;
  readonly turns: KeyedLock;
  readonly clock: Clock;
}

/**
 * Calls {@link restoreDamaged} with the lock of the blob, then marks the blob as stored. Returns whether it was
 * restored.
 */
export async function restoreWithLock(
  blob: StoredBlob,
  options: RestoreOptions,
  signal: AbortSignal,
): Promise<boolean> {
  const { rows, turns, clock } = options;
  const { sha256 } = blob;
  return await turns.run(
    sha256,
    async () => (await restoreDamaged(blob, options, signal)) && (await rows.markStored(sha256, clock())),
  );
}

/**
 * Restores a blob under `damaged/` whose bytes are intact. In that case, a faulty machine or network caused the move.
 * Returns false if the file is missing or damaged. Throws the errors of the storage.
 */
async function restoreDamaged(
  { sha256, bytes }: StoredBlob,
  { storage, blobs, files }: Pick<RestoreOptions, 'storage' | 'blobs' | 'files'>,
  signal: AbortSignal,
): Promise<boolean> {
  using temporary = blobs.temporaryNames.take();
  const { path } = temporary;
  try {
    const facts = await storage.fetch(damagedKey(sha256), path, { signal });
    if (facts?.sha256 !== sha256 || facts.bytes !== bytes) return false;
    await storage.put(blobKey(sha256), { path, bytes, sha256 }, { signal });
    await storage.remove([damagedKey(sha256)], signal);
    return true;
  } finally {
    await files.remove(path).catch(() => undefined);
  }
}
