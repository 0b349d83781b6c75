import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceError } from '../../errors/service-error.ts';
import { storageFailure } from '../../errors/storage-failure.ts';
import { UNFINISHED } from '../../files/prune-folder.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../files/rights.ts';
import { ownWorkspace } from '../../storage/database/owner.ts';

export interface WorkerFolders {
  /** The ids of running FFmpeg processes. The next start ends processes that a killed run left. */
  readonly processes: string;
  /** Sources, templates, and fonts from the store. */
  readonly files: string;
  /** Cached parts and scratch files. */
  readonly workshop: string;
  /** Facts about sources, and sources that were fetched from addresses. */
  readonly sources: string;
  /** The journal of leases. */
  readonly leases: string;
  /** Unfinished films. */
  readonly unfinished: string;
  /** The size limits in bytes. */
  readonly limits: { readonly files: number; readonly workshop: number; readonly sources: number };
}

/**
 * The shares of the cache for sources of concurrent films, for parts, and for fetched sources. Shared parts are also in
 * the store.
 */
const CACHE_SHARES = { files: 0.5, workshop: 0.375, sources: 0.125 };

export function workerFolders(root: string, cacheBytes: number): WorkerFolders {
  return {
    processes: join(root, 'processes'),
    files: join(root, 'files'),
    workshop: join(root, 'workshop'),
    sources: join(root, 'sources'),
    leases: join(root, 'held'),
    unfinished: join(root, 'unfinished'),
    limits: {
      files: Math.floor(CACHE_SHARES.files * cacheBytes),
      workshop: Math.floor(CACHE_SHARES.workshop * cacheBytes),
      sources: Math.floor(CACHE_SHARES.sources * cacheBytes),
    },
  };
}

/** Removes the unfinished work of an earlier run; no other process uses the folder. */
export async function clearUnfinished({ unfinished, workshop, files }: WorkerFolders): Promise<void> {
  for (const folder of [unfinished, join(workshop, 'work'), `${files}-in-use`])
    await rm(folder, { recursive: true, force: true });
}

/** The maximum number of workers on a machine. */
const MAX_WORKERS = 256;

/** A folder that only one worker uses. */
export interface LockedFolder {
  /** The absolute path. */
  readonly path: string;
  release(): void;
}

/**
 * Locks the first free folder of `cache`: `1`, `2` … The operating system releases the lock of a killed worker, so the
 * next worker takes over its cached files. Throws `storage/unwritable` or `storage/full`, and `workspace/in-use` if all
 * folders are taken.
 */
export async function takeCacheFolder(cache: string): Promise<LockedFolder> {
  for (let number = 1; number <= MAX_WORKERS; number++) {
    const path = join(cache, String(number));
    try {
      await mkdir(path, { recursive: true, mode: PRIVATE_FOLDER });
      const owner = ownWorkspace(path);
      return { path, release: () => owner.release(true) };
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'workspace/in-use') throw storageFailure(error);
    }
  }
  throw new ServiceError('workspace/in-use');
}

/**
 * Checks that a file can be written into each folder, and creates missing folders. Throws the catalogue error of the
 * disk, for example if it is full, read-only, or unplugged.
 */
export async function requireWritable(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    const path = join(folder, `${randomUUID()}${UNFINISHED}`);
    try {
      await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
      await writeFile(path, 'can be written', { mode: PRIVATE_FILE });
      await rm(path);
    } catch (error) {
      // Remove the empty file, which even a full disk can create. Otherwise, repeated checks would leave thousands of
      // files.
      await rm(path, { force: true }).catch(() => undefined);
      throw storageFailure(error);
    }
  }
}
