import { chmod, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { storageFailure, systemCode } from '../../errors/storage-failure.ts';
import { isAbandoned, letGo, takeMark } from '../../files/owner-mark.ts';
import { PRIVATE_FILE } from '../../files/rights.ts';

/** A film that is still being written: beside its final name, so that finishing it is a rename. */
export interface UnfinishedFilm extends AsyncDisposable {
  readonly path: string;
  /** Writes through to the disk what is there: finishing then has nothing to wait for. */
  sync(): Promise<void>;
  /** Puts the film under its final name, durably; whatever had the name before is replaced as a whole. */
  finish(): Promise<void>;
}

/** So much of the final name shows in that of the unfinished film, in characters: a name may have 255 bytes. */
const SHOWN_NAME = 30;

/**
 * Opens an unfinished film for `output`, and removes those for the same output that a killed process left. It is gone
 * when its scope ends unfinished. Throws {@link ServiceError} `storage/unwritable` or `storage/full`.
 * @param mode rights of the finished film; nobody but its owner has any until then
 */
export async function openUnfinishedFilm(output: string, mode: number = PRIVATE_FILE): Promise<UnfinishedFilm> {
  const folder = dirname(output);
  const start = `.${[...basename(output)].slice(0, SHOWN_NAME).join('')}.`;
  const mark = takeMark();
  const path = join(folder, `${start}${mark}.part`);
  const close = async (): Promise<void> => {
    await rm(path, { force: true });
    letGo(mark);
  };
  try {
    await requireReplaceable(output);
    await removeAbandoned(folder, start);
    await open(path, 'wx', PRIVATE_FILE).then((file) => file.close());
  } catch (error) {
    await close().catch(ignoreUnreachable);
    throw storageFailure(error);
  }
  const syncFilm = async (): Promise<void> => {
    await sync(path, 'r+').catch((error: unknown) => {
      throw storageFailure(error);
    });
  };
  return {
    path,
    sync: syncFilm,
    finish: async () => {
      await syncFilm();
      if (mode !== PRIVATE_FILE) await allow(path, mode);
      await rename(path, output).catch((error: unknown) => {
        throw storageFailure(error);
      });
      await syncFolder(folder);
    },
    [Symbol.asyncDispose]: close,
  };
}

/** Where a file system keeps no rights there are none to give. */
async function allow(path: string, mode: number): Promise<void> {
  await chmod(path, mode).catch((error: unknown) => {
    if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'EINVAL'].includes(systemCode(error))) throw storageFailure(error);
  });
}

/** A rename would fail at the very end; better to say so before a film is rendered. */
async function requireReplaceable(output: string): Promise<void> {
  const facts = await stat(output).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  });
  if (facts?.isDirectory()) throw new ServiceError('storage/unwritable', message('storage/folder'));
}

async function removeAbandoned(folder: string, start: string): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    // One may be allowed to write into a folder and not to list it.
    if (systemCode(error) === 'EACCES') return [];
    throw error;
  });
  for (const name of names)
    if (name.startsWith(start) && name.endsWith('.part') && isAbandoned(name))
      await rm(join(folder, name), { force: true });
}

async function sync(path: string, flags: 'r' | 'r+'): Promise<void> {
  const file = await open(path, flags);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * A rename is durable once its folder is; where that cannot be asked for (Windows, some network shares) it goes
 * without.
 */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  await sync(folder, 'r').catch((error: unknown) => {
    if (!['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EACCES', 'EPERM', 'EISDIR'].includes(systemCode(error)))
      throw storageFailure(error);
  });
}

function ignoreUnreachable(): void {
  // Where no unfinished film could be made there is none to remove.
}
