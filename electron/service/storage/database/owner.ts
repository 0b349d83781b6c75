import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ServiceError } from '../../errors/service-error.ts';
import { systemCode } from '../../errors/system-code.ts';
import { makePrivateFile } from '../../files/private-folder.ts';
import { PRIVATE_FILE } from '../../files/rights.ts';
import { sqliteCode } from './database-error.ts';

const SQLITE_BUSY = 5;

/** The ownership of a workspace by this process. */
export interface Ownership {
  /** Whether the last owner ended without {@link release}: it was killed, crashed, or ended by a power failure. */
  readonly afterUncleanEnd: boolean;
  /** Whether the last owner had the database open, so that the log of the database must exist. */
  readonly databaseWasOpen: boolean;
  /** Records that the database's log must exist from now on. Repeated calls have no effect. */
  databaseIsOpen(): void;
  /** Records that the log need not exist any more, because closing the database checkpoints it. */
  databaseCloses(): void;
  /**
   * Releases the workspace. If `clean` is false, the mark of the unclean end stays, and the next owner checks
   * everything.
   */
  release(clean: boolean): void;
}

/**
 * Makes this process the owner of a workspace. SQLite holds a lock of the operating system on `owner.lock`. The lock
 * always ends with the process, so neither a crash nor a reused process id can leave it behind. `owner.json` contains
 * the process id of the owner and marks an unclean end. Throws `workspace/in-use`.
 */
export function ownWorkspace(folder: string): Ownership {
  const notePath = join(folder, 'owner.json');
  const lock = takeLock(join(folder, 'owner.lock'), () => readNote(notePath));
  const hadNote = existsSync(notePath);
  const databaseWasOpen = readNote(notePath)?.['database'] === 'open';
  const write = (database: 'starting' | 'open' | 'closing'): void =>
    writeNote(notePath, { pid: process.pid, since: new Date().toISOString(), database });
  try {
    // Keep the mark of the last owner until the check has passed. If this process is killed earlier, the next owner
    // checks again.
    write(databaseWasOpen ? 'open' : 'starting');
  } catch (error) {
    lock.close();
    throw error;
  }
  let released = false;
  let isOpen = false;
  return {
    afterUncleanEnd: hadNote,
    databaseWasOpen,
    databaseIsOpen: () => {
      if (isOpen) return;
      isOpen = true;
      write('open');
    },
    databaseCloses: () => {
      isOpen = false;
      // Keep the mark in a folder that was moved, so that the next owner checks everything.
      if (existsSync(folder)) write('closing');
    },
    release: (clean) => {
      if (released) return;
      released = true;
      if (clean) rmSync(notePath, { force: true });
      lock.close();
    },
  };
}

/** Writes the file by a rename. If the write is interrupted, the file of the last owner remains. */
function writeNote(path: string, note: object): void {
  const unfinished = `${path}.unfinished`;
  try {
    rmSync(unfinished, { force: true });
    writeFileSync(unfinished, JSON.stringify(note), { flush: true, flag: 'wx', mode: PRIVATE_FILE });
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    if (!FULL.has(systemCode(error) ?? '')) throw error;
    // A full disk may allow only an empty file, which is a sufficient mark. Prefer an existing file.
    if (!existsSync(path)) makePrivateFile(path);
  }
}

const FULL = new Set(['ENOSPC', 'EDQUOT']);

function takeLock(path: string, holder: () => Readonly<Record<string, unknown>> | null): DatabaseSync {
  // Make the file private, because a user who can read it can lock it and prevent the start of the service.
  makePrivateFile(path);
  const lock = new DatabaseSync(path, { timeout: 0 });
  try {
    // Keep the journal in memory. Nothing is written to this file, but on a full disk, a journal file would prevent the
    // lock.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    throw sqliteCode(error) === SQLITE_BUSY ? inUse(holder()?.['pid'], error) : error;
  }
}

function inUse(pid: unknown, cause: unknown): ServiceError {
  return new ServiceError('workspace/in-use', typeof pid === 'number' ? `It is process ${pid}.` : '', { cause });
}

function readNote(path: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : null;
  } catch {
    // Ignore an incomplete file: its existence alone marks the unclean end.
    return null;
  }
}
