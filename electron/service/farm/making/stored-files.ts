import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { storageFailure } from '../../errors/storage-failure.ts';
import { systemCode } from '../../errors/system-code.ts';
import { digestFile } from '../../files/digest-file.ts';
import { pruneFolder, UNFINISHED } from '../../files/prune-folder.ts';
import { openSourceUses } from '../../sources/source-uses.ts';
import { createSharedWork } from '../../waiting/shared-work.ts';
import type { ObjectStorage } from '../storage/object-storage.ts';

export interface StoredFilesOptions {
  readonly storage: ObjectStorage;
  /** The absolute path of the cache, created on first use. Several processes can use it at the same time. */
  readonly folder: string;
  /**
   * The size limit of the cache. The least recently used files are removed first. Files in use stay available to their
   * users, and their sizes are excluded.
   */
  readonly limitBytes: number;
  /** Called after each fetch from the store. */
  readonly onFetched?: (bytes: number) => void;
}

/** A local cache of objects that are named by their digests. */
export interface StoredFiles {
  /** Opens a scope for one job. The files that it takes stay until the scope ends. */
  open(): FilesInUse;
}

export interface FilesInUse extends AsyncDisposable {
  /**
   * Returns the absolute path of an object's file. Concurrent calls share one fetch. Throws `farm/lacking` if the store
   * does not have the object, the signal's reason, and the errors of the store.
   */
  path(key: string, sha256: string, signal: AbortSignal): Promise<string>;
}

const AGE_MILLISECONDS = 90 * 24 * 3_600_000;
/**
 * The maximum number of fetches of a file that is evicted before its use. If more are needed, the cache is far too
 * small.
 */
const ATTEMPTS = 5;

export function openStoredFiles({ storage, folder, limitBytes, onFetched }: StoredFilesOptions): StoredFiles {
  const filesFolder = join(folder, 'bytes');
  const pathOf = (sha256: string): string => join(filesFolder, sha256);
  const fetching = createSharedWork<boolean>();
  /** The inode and size of files whose bytes were verified. */
  const verifiedFiles = new Map<string, string>();
  let pruning: Promise<unknown> = Promise.resolve();

  const isCached = async (sha256: string, signal: AbortSignal): Promise<boolean> => {
    const identity = await identityOf(pathOf(sha256));
    if (identity === null) return false;
    if (verifiedFiles.get(sha256) === identity) return true;
    // After a power failure, the file may have other bytes.
    const isIntact = (await digestFile(pathOf(sha256), signal).catch(ignoreMissing)) === sha256;
    if (isIntact) verifiedFiles.set(sha256, identity);
    else await rm(pathOf(sha256), { force: true });
    return isIntact;
  };

  const fetch = async (key: string, sha256: string, signal: AbortSignal): Promise<void> => {
    await mkdir(filesFolder, { recursive: true });
    const unfinished = join(filesFolder, `${randomUUID()}${UNFINISHED}`);
    try {
      const facts = await storage.fetch(key, unfinished, { signal });
      // Remove an object whose digest differs from its name, so that the next upload replaces it.
      if (facts !== null && facts.sha256 !== sha256) await storage.remove([key], signal);
      if (facts?.sha256 !== sha256) throw new ServiceError('farm/lacking', message('detail/brackets', { words: key }));
      await rename(unfinished, pathOf(sha256));
      const identity = await identityOf(pathOf(sha256));
      if (identity !== null) verifiedFiles.set(sha256, identity);
      onFetched?.(facts.bytes);
    } finally {
      await rm(unfinished, { force: true });
    }
  };

  const prune = async (): Promise<void> => {
    const bounds = { bytes: limitBytes, files: Number.POSITIVE_INFINITY, ageMilliseconds: AGE_MILLISECONDS };
    // Prune one at a time, because two concurrent runs would both remove the excess.
    pruning = pruning.then(() => pruneFolder(filesFolder, bounds, Date.now())).catch(() => undefined);
    await pruning;
    for (const sha256 of verifiedFiles.keys())
      if ((await identityOf(pathOf(sha256))) === null) verifiedFiles.delete(sha256);
  };

  const take = async (
    key: string,
    sha256: string,
    uses: ReturnType<typeof openSourceUses>,
    signal: AbortSignal,
  ): Promise<string> => {
    for (let attempt = 1; ; attempt++) {
      const isNew = await fetching.run(sha256, signal, async (shared) => {
        if (await isCached(sha256, shared)) return false;
        await fetch(key, sha256, shared);
        return true;
      });
      const path = await uses.take(pathOf(sha256), sha256);
      if (path === null && attempt < ATTEMPTS) continue;
      if (path === null) throw new ServiceError('storage/full');
      const now = new Date();
      await utimes(path, now, now).catch(() => undefined);
      if (isNew) await prune();
      return path;
    }
  };

  return {
    open: () => {
      // The links of the files in use are outside of the cache folder, so that no file is counted twice.
      const uses = openSourceUses(`${folder}-in-use`);
      return {
        path: async (key, sha256, signal) => {
          // Check the digest, because it becomes a file name.
          if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('not a digest');
          try {
            return await take(key, sha256, uses, signal);
          } catch (error) {
            signal.throwIfAborted();
            throw storageFailure(error);
          }
        },
        [Symbol.asyncDispose]: () => uses[Symbol.asyncDispose](),
      };
    },
  };
}

/**
 * Returns the inode and size, which identify the file; null if it is missing. Ignores the modification time, which each
 * use changes.
 */
async function identityOf(path: string): Promise<string | null> {
  const facts = await stat(path).catch(ignoreMissing);
  return facts === undefined ? null : `${facts.ino} ${facts.size}`;
}

function ignoreMissing(error: unknown): undefined {
  if (systemCode(error) !== 'ENOENT') throw error;
}
