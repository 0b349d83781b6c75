import type { FileSystem } from '../../files/file-system.ts';
import type { WorkspaceBlobs } from '../../storage/blobs/workspace-blobs.ts';
import type { Clock, StoredBlob } from '../../storage/ports.ts';
import type { KeyedLock } from '../../waiting/keyed-lock.ts';
import { blobKey, damagedKey, type ObjectStorage } from '../store/object-storage.ts';
import type { StoredRows } from './stored-rows.ts';

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
export async function restoreDamaged(
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
