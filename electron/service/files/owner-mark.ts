import { createHash, randomUUID } from 'node:crypto';
import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { systemCode } from '../errors/system-code.ts';
import { PRIVATE_FOLDER } from './rights.ts';

/** The machine id in a mark. Several machines can share a folder, but a machine can check only its own processes. */
const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const MARK = /\b([0-9a-f]{8})-(\d{1,10})-([0-9a-f]{8}-[0-9a-f-]{27})\b/;

/** The marks that this process uses. Any other mark with the same process id is from an earlier process. */
const inUse = new Set<string>();

/** Returns a unique name that identifies this process. The name is in use until {@link releaseMark} is called. */
export function takeMark(): string {
  const mark = `${MACHINE}-${process.pid}-${randomUUID()}`;
  inUse.add(mark);
  return mark;
}

export function releaseMark(mark: string): void {
  inUse.delete(mark);
}

/** Checks whether a name contains the mark of a process on this machine that ended without removing its file. */
export function isAbandoned(name: string): boolean {
  const [mark, machine, pid] = MARK.exec(name) ?? [];
  if (mark === undefined || machine !== MACHINE) return false;
  return Number(pid) === process.pid ? !inUse.has(mark) : !isAlive(Number(pid));
}

/** A folder of this process. Disposal removes it. */
export interface OwnedFolder extends AsyncDisposable {
  readonly folder: string;
}

/**
 * Creates a private folder whose name has the prefix and the mark of this process. Removes the folders with this prefix
 * that killed processes of this user left in `parent`. Throws the error of the file system if the folder cannot be
 * created.
 */
export async function openOwnedFolder(parent: string, prefix: string): Promise<OwnedFolder> {
  await removeAbandoned(parent, prefix);
  const mark = takeMark();
  const folder = join(parent, `${prefix}${mark}`);
  try {
    await mkdir(folder, { mode: PRIVATE_FOLDER });
  } catch (error) {
    releaseMark(mark);
    throw error;
  }
  return {
    folder,
    [Symbol.asyncDispose]: async () => {
      await removeFolder(folder);
      releaseMark(mark);
    },
  };
}

async function removeAbandoned(parent: string, prefix: string): Promise<void> {
  // The folder may be writable but not listable for the user.
  for (const name of await readdir(parent).catch(() => [])) {
    if (!name.startsWith(prefix) || !isAbandoned(name)) continue;
    const path = join(parent, name);
    // Other users can create a folder with such a name in a shared temporary folder.
    const stats = await lstat(path).catch(() => null);
    if (!stats?.isDirectory() || (process.getuid && stats.uid !== process.getuid())) continue;
    // Another process may remove the same folder at this moment; the next run removes the rest.
    await removeFolder(path).catch(() => undefined);
  }
}

/** Removes a folder. Retries, because on Windows a scanner may still hold a file that was just closed. */
export function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means that the process is running as another user.
    return systemCode(error) === 'EPERM';
  }
}
