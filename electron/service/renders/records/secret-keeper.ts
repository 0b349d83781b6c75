import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { invariant } from '#shared/lib/assert.ts';
import { PRIVATE_FOLDER } from '../../files/rights.ts';
import { syncFolder } from '../../files/sync-folder.ts';
import { writePrivate } from '../../files/write-private.ts';

/** Stores secrets that must reach neither the database nor the log: the object store keys of a render. */
export interface SecretKeeper {
  put(name: string, value: string): Promise<void>;
  /** Returns null for a name that does not exist (any more). */
  get(name: string): Promise<string | null>;
  /** Ignores a name that does not exist. */
  remove(name: string): Promise<void>;
}

export interface SecretFolderOptions {
  /** The absolute path of the folder, which is created with access for its owner only. */
  readonly folder: string;
  /** Whether a secret of an earlier process is still needed. The others are deleted. */
  readonly isNeeded: (name: string) => boolean;
  /** Called once if the folder cannot be used. Secrets are then lost when the process ends. */
  readonly onMemoryOnly?: (cause: unknown) => void;
}

/** Opens a keeper that stores secrets in files of mode 0600, or in memory if no file can be written. */
export async function openSecretFolder(options: SecretFolderOptions): Promise<SecretKeeper> {
  const { folder, isNeeded: isWanted } = options;
  const memory = new Map<string, string>();
  let onDisk = true;
  const stayInMemory = (cause: unknown) => {
    onDisk = false;
    options.onMemoryOnly?.(cause);
  };

  try {
    const made = await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
    // The folder is synced because a row can soon refer to a secret in it, which must survive a power failure.
    if (made !== undefined) await syncFolder(dirname(made));
    // An unfinished file has another name and belongs to no process after a crash.
    for (const name of await readdir(folder)) if (!isWanted(name)) await rm(join(folder, name), { force: true });
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
      return memory.get(name) ?? (await readFile(path, 'utf8').catch(ifThere));
    },
    remove: async (name) => {
      const path = pathOf(folder, name);
      memory.delete(name);
      await rm(path).catch(ifThere);
    },
  };
}

/** Returns the path of a secret. The check of the name is a second protection against paths outside the folder. */
function pathOf(folder: string, name: string): string {
  invariant(/^[a-z0-9-]{1,80}$/.test(name), 'a secret of a name that is none of ours');
  return join(folder, name);
}

function ifThere(error: unknown): null {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null;
  throw error;
}
