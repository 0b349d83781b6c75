import { ServiceError } from '../../errors/service-error.ts';
import type { FileSystem } from '../../files/file-system.ts';
import type { WorkspaceBlobs } from '../../storage/blobs/workspace-blobs.ts';
import type { StorageLogger } from '../../storage/health.ts';
import type { BlobDigest, Clock, StoredBlob } from '../../storage/ports.ts';
import { abortable } from '../../waiting/abortable.ts';
import type { KeyedLock } from '../../waiting/keyed-lock.ts';
import { blobKey, damagedKey, type ObjectStorage } from '../storage/object-storage.ts';
import type { StoreLink } from './store-link.ts';
import { lost, type StoredRows } from './stored-rows.ts';

/** Brings what is only here into the store, behind everything else. */
export interface Uploader {
  /** There may be something to do. */
  wake(): void;
  /** Settles once the store has the blob, which goes before the others. Throws `storage/lost`, the signal's reason. */
  bring(sha256: BlobDigest, signal: AbortSignal): Promise<void>;
  /** Settles when nothing is being sent any more; nothing is begun from now on. */
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
  /** Of the objects of a store: whoever puts or removes one has its turn. */
  readonly turns: KeyedLock;
  /** Settles when the store is this workspace's. */
  readonly claim: (signal: AbortSignal) => Promise<void>;
}

const AT_ONCE = 3;
/** A file that cannot be sent, such as one that the disk has damaged, rests for so long, and then for longer. */
const FIRST_REST = 5000;
const LONGEST_REST = 10 * 60_000;
/** Among so many of those that rest it is looked for one that does not. */
const MOST_RESTING = 1000;

export function createUploader(options: UploaderOptions): Uploader {
  const { rows, link, clock, logger } = options;
  const stopping = new AbortController();
  const active = new Map<BlobDigest, Promise<void>>();
  const urgent = new Map<BlobDigest, PromiseWithResolvers<void>>();
  const resting = new Map<BlobDigest, { readonly until: number; readonly pause: number }>();
  let timer: NodeJS.Timeout | undefined;

  const isResting = (sha256: BlobDigest): boolean => (resting.get(sha256)?.until ?? 0) > clock();
  const next = (): BlobDigest | null => {
    for (const sha256 of urgent.keys()) if (!active.has(sha256)) return sha256;
    const waiting = rows.waiting(active.size + Math.min(resting.size, MOST_RESTING) + 1);
    return waiting.find(({ sha256 }) => !active.has(sha256) && !isResting(sha256))?.sha256 ?? null;
  };
  const later = (milliseconds: number): void => {
    clearTimeout(timer);
    timer = setTimeout(pump, milliseconds);
    timer.unref();
  };
  const pump = (): void => {
    while (!stopping.signal.aborted) {
      // While nothing gets there, one after the other tries.
      if (active.size >= (link.away() === null ? AT_ONCE : 1)) return;
      const pause = link.pause();
      if (pause > 0) {
        later(pause);
        return;
      }
      const sha256 = next();
      if (sha256 === null) {
        if (resting.size > 0) later(FIRST_REST);
        return;
      }
      begin(sha256);
    }
  };
  const begin = (sha256: BlobDigest): void => {
    const sending = send(sha256, options, stopping.signal)
      .then(
        () => {
          resting.delete(sha256);
          settle(sha256, null);
        },
        (error: unknown) => {
          // The pause of the way there is enough: it is tried again, and who waits goes on waiting.
          if (link.isNoted(error) || stopping.signal.aborted) return;
          logger.warn({ blob: sha256, err: error }, 'failed to send a file to the object store');
          if (error instanceof ServiceError && error.code === 'storage/lost') resting.delete(sha256);
          else rest(sha256);
          settle(sha256, error);
        },
      )
      .finally(() => {
        active.delete(sha256);
        pump();
      });
    active.set(sha256, sending);
  };
  const rest = (sha256: BlobDigest): void => {
    const pause = Math.min(LONGEST_REST, (resting.get(sha256)?.pause ?? FIRST_REST / 2) * 2);
    resting.set(sha256, { until: clock() + pause, pause });
  };
  const settle = (sha256: BlobDigest, error: unknown): void => {
    const waiter = urgent.get(sha256);
    urgent.delete(sha256);
    if (error === null) waiter?.resolve();
    else waiter?.reject(error);
  };
  const wake = (): void => {
    // The rows may be being written in this very turn.
    if (!stopping.signal.aborted) setImmediate(pump);
  };

  return {
    wake,
    bring: async (sha256, signal) => {
      signal.throwIfAborted();
      const waiter = urgent.get(sha256) ?? Promise.withResolvers<void>();
      if (!urgent.has(sha256)) {
        urgent.set(sha256, waiter);
        // Those who wait may all have gone.
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

/** Sends one blob unless the store has it. Throws `storage/lost` where it is nowhere, and what storage throws. */
async function send(sha256: BlobDigest, options: UploaderOptions, signal: AbortSignal): Promise<void> {
  const { storage, rows, blobs, files, link, clock, turns, claim } = options;
  await claim(signal);
  await turns.run(sha256, async () => {
    const row = rows.find(sha256);
    if (row === null) throw lost(sha256);
    if (row.storedAt !== null) return;
    using _hold = blobs.hold(sha256);
    const { bytes } = row;
    // A worker may have put it, or a process that was killed before it said so.
    const there = await link.use(() => storage.facts(blobKey(sha256), signal));
    if (there?.sha256 !== sha256 || there.bytes !== bytes) {
      const path = blobs.pathOf(sha256);
      const look = row.isHere ? await files.look(path) : null;
      if (look?.size === bytes) {
        await link.use(() => storage.put(blobKey(sha256), { path, bytes, sha256 }, { signal }));
      } else if (!(await link.use(() => restoreDamaged(row, options, signal)))) {
        await rows.markLost(sha256);
        throw lost(sha256);
      }
    }
    // Swept meanwhile: the store need not have it.
    if (!(await rows.markStored(sha256, clock()))) await rows.noteRemoval(sha256, clock());
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

/** {@link restoreDamaged}, in the blob's turn; its row says that the store has it then. */
export async function restoreInTurn(blob: StoredBlob, options: RestoreOptions, signal: AbortSignal): Promise<boolean> {
  const { rows, turns, clock } = options;
  const { sha256 } = blob;
  return await turns.run(
    sha256,
    async () => (await restoreDamaged(blob, options, signal)) && (await rows.markStored(sha256, clock())),
  );
}

/**
 * Puts a blob back that a machine has set aside, where its bytes are right after all: that machine, or its way to the
 * store, was at fault. False where there is none, or where it is damaged indeed. Throws as storage does.
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
