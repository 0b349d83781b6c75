import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceError } from '../../errors/service-error.ts';
import { storageFailure } from '../../errors/storage-failure.ts';
import { PRIVATE_FOLDER } from '../../files/rights.ts';
import { ownWorkspace } from '../../storage/database/owner.ts';

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
