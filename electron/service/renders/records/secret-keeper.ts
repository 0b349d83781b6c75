import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { invariant } from '#shared/lib/assert.ts';
import { PRIVATE_FOLDER } from '../../files/rights.ts';
import { syncFolder } from '../../files/sync-folder.ts';
import { writePrivate } from '../../files/write-private.ts';

/** Keeps what must stand neither in the database nor in logs: the keys of a render's object store. */
export interface SecretKeeper {
  put(name: string, value: string): Promise<void>;
  /** Null for what is not kept (any more). */
  get(name: string): Promise<string | null>;
  /** Does nothing for what is not kept. */
  remove(name: string): Promise<void>;
}

export interface SecretFolderOptions {
  /** Absolute; made if it is not there, for its owner alone. */
  readonly folder: string;
  /** Whether a secret that an earlier process left is still needed; the others are removed. */
  readonly isNeeded: (name: string) => boolean;
  /** Told once when the folder cannot be used, so that secrets will not outlive the process. */
  readonly onMemoryOnly?: (cause: unknown) => void;
}

/** Keeps secrets as files of mode 0600; where no file can be written, in memory. */
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
    // A row may soon name what is in it, and would find nothing after a power cut.
    if (made !== undefined) await syncFolder(dirname(made));
    // What is being written has another name, and is nobody's after a crash.
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

/** Names are ours, and still never lead out of the folder. */
function pathOf(folder: string, name: string): string {
  invariant(/^[a-z0-9-]{1,80}$/.test(name), 'a secret of a name that is none of ours');
  return join(folder, name);
}

function ifThere(error: unknown): null {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null;
  throw error;
}
