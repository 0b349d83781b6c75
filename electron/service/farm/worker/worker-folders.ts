import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceError } from '../../errors/service-error.ts';
import { storageFailure } from '../../errors/storage-failure.ts';
import { UNFINISHED } from '../../files/prune-folder.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../files/rights.ts';
import { ownWorkspace } from '../../storage/database/owner.ts';

/** What lies in a worker's own folder. */
export interface WorkerFolders {
  /** Which FFmpeg processes run, for the next start to end those that were left. */
  readonly processes: string;
  /** Sources, templates and fonts that came from the store. */
  readonly files: string;
  /** Kept parts, and scratch. */
  readonly workshop: string;
  /** What was found out of sources, and those that came from addresses. */
  readonly sources: string;
  /** Notes of the orders that it holds. */
  readonly held: string;
  /** Films that are not finished. */
  readonly unfinished: string;
  /** What each may take up, in bytes. */
  readonly limits: { readonly files: number; readonly workshop: number; readonly sources: number };
}

/** Of what the cache may take up: sources of films that go on side by side, then parts, of which the store has all. */
const CACHE_SHARES = { files: 0.5, workshop: 0.375, sources: 0.125 };

export function workerFolders(own: string, cacheBytes: number): WorkerFolders {
  return {
    processes: join(own, 'processes'),
    files: join(own, 'files'),
    workshop: join(own, 'workshop'),
    sources: join(own, 'sources'),
    held: join(own, 'held'),
    unfinished: join(own, 'unfinished'),
    limits: {
      files: Math.floor(CACHE_SHARES.files * cacheBytes),
      workshop: Math.floor(CACHE_SHARES.workshop * cacheBytes),
      sources: Math.floor(CACHE_SHARES.sources * cacheBytes),
    },
  };
}

/** Removes what an earlier run was working on: the folder is ours alone, so nobody works on it any more. */
export async function clearUnfinished({ unfinished, workshop, files }: WorkerFolders): Promise<void> {
  for (const folder of [unfinished, join(workshop, 'work'), `${files}-in-use`])
    await rm(folder, { recursive: true, force: true });
}

/** More workers than one machine has. */
const MOST_WORKERS = 256;

/** A folder for this worker alone. */
export interface OwnFolder {
  /** Absolute. */
  readonly path: string;
  release(): void;
}

/**
 * Takes the first folder of `cache` that no other worker has: `1`, `2` … The lock is the operating system's, so that a
 * worker that was killed has none, and its folder, with all that it kept, goes to the next one. Throws
 * `storage/unwritable`, `storage/full`; `workspace/in-use` if all are taken.
 */
export async function takeCacheFolder(cache: string): Promise<OwnFolder> {
  for (let number = 1; number <= MOST_WORKERS; number++) {
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
 * Settles where a file can be written into each of these folders; makes those that are not there. Throws as a disk's
 * failures are told, such as of one that is full, has become read-only, or was unplugged.
 */
export async function requireWritable(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    const path = join(folder, `${randomUUID()}${UNFINISHED}`);
    try {
      await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
      await writeFile(path, 'can be written', { mode: PRIVATE_FILE });
      await rm(path);
    } catch (error) {
      // A full disk still takes the name of a file: whoever tries all night would leave thousands.
      await rm(path, { force: true }).catch(() => undefined);
      throw storageFailure(error);
    }
  }
}
