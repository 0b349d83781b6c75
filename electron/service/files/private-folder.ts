import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { chmod, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../errors/system-code.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from './rights.ts';

const OTHERS = 0o077;
/** The sticky bit. Folders that every user may write to, such as `/tmp`, usually have it. */
const STICKY_BIT = 0o1000;

/** The progress of changing the permissions of a folder's content. */
export interface PermissionChange {
  /**
   * Resolves when a small folder is done, or after the first entries of a large folder. The rest continues in the
   * background.
   */
  readonly soon: Promise<void>;
  readonly done: Promise<void>;
  /** Stops the work. Resolves when it no longer uses the folder. The next start continues the work. */
  stop(): Promise<void>;
}

export interface PrivateFolder {
  readonly folder: string;
  /**
   * Returns whether this program creates an entry of this name in the folder. All other entries keep their permissions.
   */
  readonly isOurs: (name: string) => boolean;
  /** Called once with the reason if other users can still access the folder. */
  readonly onOpen: (reason: string) => void;
}

/** The number of entries that are changed before the start continues. They take about 10 ms. */
const SOON_ENTRIES = 2000;

/**
 * Makes a folder for its owner only, or restricts an existing folder to its owner. When the function returns, no other
 * user can enter the folder. Then restricts content that an earlier version left readable: files immediately, and
 * folders one by one. Each folder is restricted after its content, so a readable top folder marks unfinished work.
 */
export function makePrivate({ folder, isOurs, onOpen }: PrivateFolder): PermissionChange {
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  if (process.platform === 'win32') return restrictInBackground([]);
  const reason = restrictFolder(folder);
  if (reason !== null) onOpen(reason);
  const open: string[] = [];
  for (const name of readdirSync(folder).filter(isOurs)) {
    const path = join(folder, name);
    // Follow links, because a link to a folder on another disk belongs to the owner.
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined || (stats.mode & OTHERS) === 0) continue;
    if (stats.isDirectory()) open.push(path);
    else if (stats.isFile()) restrictFile(path);
  }
  return restrictInBackground(open);
}

/** Creates an empty file for its owner only. Does nothing if the file exists. */
export function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', PRIVATE_FILE));
  } catch (error) {
    // Do not open an existing file, because closing it would release locks that this process may have on it.
    if (systemCode(error) !== 'EEXIST') throw error;
  }
}

/** Restricts a folder to its owner. Returns the reason why other users can still access it; null if they cannot. */
function restrictFolder(folder: string): string | null {
  const { mode, uid } = statSync(folder);
  if ((mode & OTHERS) === 0) return null;
  if ((mode & STICKY_BIT) !== 0)
    return 'every user can write to this folder; choose a separate folder for the workspace';
  if (uid !== process.getuid?.())
    return 'the folder belongs to another user, and only its owner can change its permissions';
  try {
    chmodSync(folder, mode & 0o7700);
  } catch (error) {
    return `its permissions cannot be changed (${systemCode(error) ?? 'unknown'})`;
  }
  return isAccessible(folder) ? 'its file system does not support permissions' : null;
}

function restrictInBackground(open: readonly string[]): PermissionChange {
  let changedEntries = 0;
  let stopped = false;
  const soon = Promise.withResolvers<void>();
  const restrictAll = async (folder: string): Promise<void> => {
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      if (stopped) return;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) await restrictAll(path);
      // Ignore entries that were removed or that belong to another user, because the folder above them is already
      // restricted.
      else if (entry.isFile()) await chmod(path, PRIVATE_FILE).catch(() => undefined);
      changedEntries += 1;
      if (changedEntries === SOON_ENTRIES) soon.resolve();
    }
    if (!stopped) await chmod(folder, PRIVATE_FOLDER).catch(() => undefined);
  };
  const work = async (): Promise<void> => {
    for (const folder of open) await restrictAll(folder);
  };
  const done = work().finally(soon.resolve);
  return {
    soon: soon.promise,
    done,
    stop: async () => {
      stopped = true;
      await done;
    },
  };
}

function isAccessible(path: string): boolean {
  return (statSync(path).mode & OTHERS) !== 0;
}

function restrictFile(path: string): void {
  try {
    chmodSync(path, PRIVATE_FILE);
  } catch {
    // Ignore the error: the entry was removed or belongs to another user.
  }
}
