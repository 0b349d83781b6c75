import type { FileSystem } from '../../files/file-system.ts';
import type { WorkspaceBlobs } from '../../storage/blobs/workspace-blobs.ts';
import type { Clock } from '../../storage/ports.ts';
import type { KeyedLock } from '../../waiting/keyed-lock.ts';
import { blobKey, type ObjectStorage } from '../store/object-storage.ts';
import type { StoreLink } from './store-link.ts';
import type { BlobRow, StoredRows } from './stored-rows.ts';

export interface EvictionOptions {
  readonly storage: ObjectStorage;
  readonly rows: StoredRows;
  readonly blobs: WorkspaceBlobs;
  readonly files: FileSystem;
  readonly link: StoreLink;
  readonly clock: Clock;
  readonly turns: KeyedLock;
  /** Told when the store turned out not to have what it was known to have. */
  readonly onMissing: () => void;
}

/** Who has just asked for a copy is about to read it. */
const IN_USE_MILLISECONDS = 60_000;
const PAGE = 100;

/**
 * Removes copies, the least recently used first, until so many bytes are freed. What somebody holds or has just asked
 * for stays, and so does what the store does not have at this very moment. Gives back how many bytes were freed. Throws
 * what storage throws.
 */
export async function evictCopies(bytes: number, options: EvictionOptions, signal: AbortSignal): Promise<number> {
  const { rows } = options;
  let freed = 0;
  let page = rows.copies(PAGE, null);
  while (page.length > 0 && freed < bytes) {
    for (const row of page) {
      if (freed >= bytes) break;
      signal.throwIfAborted();
      freed += await evict(row, options, signal);
    }
    page = rows.copies(PAGE, page.at(-1) ?? null);
  }
  return freed;
}

function evict(row: BlobRow, options: EvictionOptions, signal: AbortSignal): Promise<number> {
  const { storage, rows, blobs, files, link, clock, turns, onMissing } = options;
  const { sha256, bytes } = row;
  const isWanted = (): boolean => blobs.isHeld(sha256) || clock() - row.usedAt < IN_USE_MILLISECONDS;
  if (isWanted()) return Promise.resolve(0);
  return turns.run(sha256, async () => {
    const there = await link.use(() => storage.facts(blobKey(sha256), signal));
    if (there?.sha256 !== sha256 || there.bytes !== bytes) {
      await rows.markNotStored(sha256);
      onMissing();
      return 0;
    }
    return blobs.exclusively(sha256, async () => {
      const now = rows.find(sha256);
      if (now === null || !now.isHere || now.storedAt === null) return 0;
      if (now.usedAt !== row.usedAt || isWanted()) return 0;
      // The row first: a file that is there although no row says so is removed by the sweep.
      rows.letGo(sha256);
      await files.remove(blobs.pathOf(sha256));
      return bytes;
    });
  });
}
