import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { invariant } from '#shared/lib/assert.ts';
import { systemCode } from '../../errors/system-code.ts';
import { PRIVATE_FOLDER } from '../../files/rights.ts';
import { syncFolder } from '../../files/sync-folder.ts';
import { writePrivate } from '../../files/write-private.ts';

/** A store of secrets that must stay out of the database and the log: the object store keys of renders. */
export interface SecretKeeper {
  put(name: string, value: string): Promise<void>;
  /** Returns the secret with this name; null if it does not exist. */
  get(name: string): Promise<string | null>;
  /** Removes a secret if the name exists. */
  remove(name: string): Promise<void>;
}

export interface SecretFolderOptions {
  /** The absolute path of the folder. The folder is created with access for its owner only. */
  readonly folder: string;
  /** Checks whether a secret of an earlier process is still needed. The others are deleted. */
  readonly isNeeded: (name: string) => boolean;
  /** Called once if the folder cannot be used. Secrets are then lost when the process ends. */
  readonly onMemoryOnly?: (cause: unknown) => void;
}

/** Opens a keeper that stores secrets in files of mode 0600, or in memory if no file can be written. */
export async function openSecretFolder(options: SecretFolderOptions): Promise<SecretKeeper> {
  const { folder, isNeeded } = options;
  const memory = new Map<string, string>();
  let onDisk = true;
  const stayInMemory = (cause: unknown) => {
    onDisk = false;
    options.onMemoryOnly?.(cause);
  };

  try {
    const createdFolder = await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
    // Sync the parent folder, because a row may soon refer to a secret in the new folder, and the secret must survive a
    // power failure.
    if (createdFolder !== undefined) await syncFolder(dirname(createdFolder));
    // Also delete unfinished files, which have other names and which no process uses after a crash.
    for (const name of await readdir(folder)) if (!isNeeded(name)) await rm(join(folder, name), { force: true });
  } catch (cause) {
    stayInMemory(cause);
  }

  return {
    put: async (name, value) => {
      const path = pathOf(folder, name);
      if (onDisk) {
        try {
          await writePrivate(path, value);
          return;
        } catch (cause) {
          stayInMemory(cause);
        }
      }
      memory.set(name, value);
    },
    get: async (name) => {
      const path = pathOf(folder, name);
      return memory.get(name) ?? (await readFile(path, 'utf8').catch(nullIfMissing));
    },
    remove: async (name) => {
      const path = pathOf(folder, name);
      memory.delete(name);
      await rm(path).catch(nullIfMissing);
    },
  };
}

/** Returns the path of a secret. The check of the name is additional protection against paths outside of the folder. */
function pathOf(folder: string, name: string): string {
  invariant(/^[a-z0-9-]{1,80}$/.test(name), 'a secret of a name that is none of ours');
  return join(folder, name);
}

function nullIfMissing(error: unknown): null {
  if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return null;
  throw error;
}
