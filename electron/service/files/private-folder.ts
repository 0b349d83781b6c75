import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { chmod, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PRIVATE_FILE, PRIVATE_FOLDER } from './rights.ts';
import { codeOf } from './sync-folder.ts';

const OTHERS = 0o077;
/** A folder that everybody may write to, such as `/tmp`. */
const SHARED = 0o1000;

/** How the rights of a folder's contents are brought up to date. */
export interface Tightening {
  /** Settles when so much was seen to that only a large folder has more; the rest goes on behind. */
  readonly soon: Promise<void>;
  readonly done: Promise<void>;
  /** Settles when nothing is looked at any more; the next start goes on. */
  stop(): Promise<void>;
}

export interface PrivateFolder {
  readonly folder: string;
  /** Which of the names in it are ours; others are left as they are. */
  readonly isOurs: (name: string) => boolean;
  /** Told once when others can still reach the folder, with the reason. */
  readonly onOpen: (reason: string) => void;
}

/** Entries that are seen to before a start goes on: some ten milliseconds' worth. */
const SOON = 2000;

/**
 * Makes a folder for its owner alone, or makes one so that is there. From its return on nobody else comes in. What an
 * earlier version left readable inside is closed too: files at once, folders one after the other, each of them after
 * its contents, so that an open folder at the top is the mark of work that is left.
 */
export function makePrivate({ folder, isOurs, onOpen }: PrivateFolder): Tightening {
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  if (process.platform === 'win32') return closeBehind([]);
  const reason = closeTop(folder);
  if (reason !== null) onOpen(reason);
  const open: string[] = [];
  for (const name of readdirSync(folder).filter(isOurs)) {
    const path = join(folder, name);
    // A link to a folder on another disk is the owner's own.
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined || (found.mode & OTHERS) === 0) continue;
    if (found.isDirectory()) open.push(path);
    else if (found.isFile()) closeNow(path);
  }
  return closeBehind(open);
}

/** Makes an empty file for its owner alone; one that is there is not touched. */
export function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', PRIVATE_FILE));
  } catch (error) {
    // Not opened, because closing it would end the locks that this process may have on it.
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** Why others can still reach the folder; null where they cannot. */
function closeTop(folder: string): string | null {
  const { mode, uid } = statSync(folder);
  if ((mode & OTHERS) === 0) return null;
  if ((mode & SHARED) !== 0) return 'everybody may write to this folder; choose one for the workspace alone';
  if (uid !== process.getuid?.()) return 'the folder belongs to another user, who alone can close it';
  try {
    chmodSync(folder, mode & 0o7700);
  } catch (error) {
    return `its rights cannot be changed (${codeOf(error) ?? 'unknown'})`;
  }
  return isOpen(folder) ? 'its file system keeps no rights' : null;
}

function closeBehind(open: readonly string[]): Tightening {
  let seen = 0;
  let stopped = false;
  const soon = Promise.withResolvers<void>();
  const closeAll = async (folder: string): Promise<void> => {
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      if (stopped) return;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) await closeAll(path);
      // What is gone by now, or another user's, stays as it is: the folder above is closed.
      else if (entry.isFile()) await chmod(path, PRIVATE_FILE).catch(() => undefined);
      seen += 1;
      if (seen === SOON) soon.resolve();
    }
    if (!stopped) await chmod(folder, PRIVATE_FOLDER).catch(() => undefined);
  };
  const work = async (): Promise<void> => {
    for (const folder of open) await closeAll(folder);
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

function isOpen(path: string): boolean {
  return (statSync(path).mode & OTHERS) !== 0;
}

function closeNow(path: string): void {
  try {
    chmodSync(path, PRIVATE_FILE);
  } catch {
    // As above: gone, or another user's.
  }
}
