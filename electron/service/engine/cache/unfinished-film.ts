import { chmod, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { storageFailure } from '../../errors/storage-failure.ts';
import { systemCode } from '../../errors/system-code.ts';
import { isAbandoned, releaseMark, takeMark } from '../../files/owner-mark.ts';
import { PRIVATE_FILE } from '../../files/rights.ts';
import { syncFolder } from '../../files/sync-folder.ts';

/** A film that is being written to a temporary file beside its final path. A rename finishes it. */
export interface UnfinishedFilm extends AsyncDisposable {
  readonly path: string;
  /** Syncs the written data to the disk ahead of time, so that `finish` takes less time. */
  sync(): Promise<void>;
  /** Renames the film to its final name, durably. An older file with that name is replaced atomically. */
  finish(): Promise<void>;
}

/** The number of characters of the final name at the start of the temporary name. A file name can have 255 bytes. */
const NAME_CHARACTERS = 30;

/**
 * Opens an unfinished film for `output`, and removes the leftovers of killed processes for the same output. Disposal
 * before the finish removes it. Throws a {@link ServiceError} `storage/unwritable` or `storage/full`.
 * @param mode The permissions of the finished film. Until then only the owner has access.
 */
export async function openUnfinishedFilm(output: string, mode: number = PRIVATE_FILE): Promise<UnfinishedFilm> {
  const folder = dirname(output);
  const prefix = `.${[...basename(output)].slice(0, NAME_CHARACTERS).join('')}.`;
  const mark = takeMark();
  const path = join(folder, `${prefix}${mark}.part`);
  const close = async (): Promise<void> => {
    await rm(path, { force: true });
    releaseMark(mark);
  };
  try {
    await requireReplaceable(output);
    await removeAbandoned(folder, prefix);
    await open(path, 'wx', PRIVATE_FILE).then((file) => file.close());
  } catch (error) {
    await close().catch(ignoreCleanupFailure);
    throw storageFailure(error);
  }
  const syncFilm = async (): Promise<void> => {
    try {
      await using file = await open(path, 'r+');
      await file.sync();
    } catch (error) {
      throw storageFailure(error);
    }
  };
  return {
    path,
    sync: syncFilm,
    finish: async () => {
      await syncFilm();
      if (mode !== PRIVATE_FILE) await setPermissions(path, mode);
      try {
        await rename(path, output);
        // Windows and some network shares cannot sync a folder; there the rename is less durable.
        await syncFolder(folder);
      } catch (error) {
        throw storageFailure(error);
      }
    },
    [Symbol.asyncDispose]: close,
  };
}

/** Sets the permissions. Ignores file systems that do not support them. */
async function setPermissions(path: string, mode: number): Promise<void> {
  await chmod(path, mode).catch((error: unknown) => {
    if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'EINVAL'].includes(systemCode(error) ?? '')) throw storageFailure(error);
  });
}

/** Throws if the output is a folder, before the film is rendered. Otherwise, only the final rename would fail. */
async function requireReplaceable(output: string): Promise<void> {
  const facts = await stat(output).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  });
  if (facts?.isDirectory()) throw new ServiceError('storage/unwritable', message('storage/folder'));
}

/** Removes the unfinished films of killed processes whose names have this prefix. */
async function removeAbandoned(folder: string, prefix: string): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    // The folder may be writable but not listable for the user.
    if (systemCode(error) === 'EACCES') return [];
    throw error;
  });
  for (const name of names)
    if (name.startsWith(prefix) && name.endsWith('.part') && isAbandoned(name))
      await rm(join(folder, name), { force: true });
}

function ignoreCleanupFailure(): void {
  // Creating the unfinished film failed, so there is nothing to remove.
}
