import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ServiceError } from '../../errors/service-error.ts';
import { systemCode } from '../../files/file-system.ts';
import { makePrivateFile } from '../../files/private-folder.ts';
import { PRIVATE_FILE } from '../../files/rights.ts';
import { sqliteCode } from './database-error.ts';

const SQLITE_BUSY = 5;

/** The ownership of a workspace by this process. */
export interface Ownership {
  /** Whether the last owner ended without {@link release}: killed, crashed, or by a power failure. */
  readonly afterUncleanEnd: boolean;
  /** Whether that owner had the database open, so that its log must exist. */
  readonly databaseWasOpen: boolean;
  /** Records that the database's log must exist until the release. Repeated calls have no effect. */
  databaseIsOpen(): void;
  /** Records that the log can disappear, because closing the database checkpoints it. */
  databaseCloses(): void;
  /** Releases the workspace. With `clean` false the mark stays, and the next owner checks everything. */
  release(clean: boolean): void;
}

/**
 * Makes this process the owner of a workspace. `owner.lock` has a lock of the operating system, held through SQLite. It
 * ends with the process in any case, so neither a crash nor a reused process id can mislead. `owner.json` names the
 * owner and is the mark of an unclean end. Throws `workspace/in-use`.
 */
export function ownWorkspace(folder: string): Ownership {
  const note = join(folder, 'owner.json');
  const lock = takeLock(join(folder, 'owner.lock'), () => noteIn(note));
  const earlier = existsSync(note);
  const databaseWasOpen = noteIn(note)?.['database'] === 'open';
  const write = (database: 'starting' | 'open' | 'closing'): void =>
    writeNote(note, { pid: process.pid, since: new Date().toISOString(), database });
  try {
    // The mark of the last owner stays until the check has passed, so a kill in between changes nothing.
    write(databaseWasOpen ? 'open' : 'starting');
  } catch (error) {
    lock.close();
    throw error;
  }
  let released = false;
  let isOpen = false;
  return {
    afterUncleanEnd: earlier,
    databaseWasOpen,
    databaseIsOpen: () => {
      if (isOpen) return;
      isOpen = true;
      write('open');
    },
    databaseCloses: () => {
      isOpen = false;
      // A moved folder keeps its mark, so the next owner checks everything.
      if (existsSync(folder)) write('closing');
    },
    release: (clean) => {
      if (released) return;
      released = true;
      if (clean) rmSync(note, { force: true });
      lock.close();
    },
  };
}

/** Writes the file by a rename, so an interruption leaves the file of the last owner. */
function writeNote(path: string, note: object): void {
  const unfinished = `${path}.unfinished`;
  try {
    rmSync(unfinished, { force: true });
    writeFileSync(unfinished, JSON.stringify(note), { flush: true, flag: 'wx', mode: PRIVATE_FILE });
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    if (!FULL.has(systemCode(error) ?? '')) throw error;
    // A full disk accepts an empty file, and its name is a sufficient mark. An existing file is better.
    if (!existsSync(path)) makePrivateFile(path);
  }
}

const FULL = new Set(['ENOSPC', 'EDQUOT']);

function takeLock(path: string, holder: () => Readonly<Record<string, unknown>> | null): DatabaseSync {
  // Private: a user who can read a file can lock it and prevent the start of the service.
  makePrivateFile(path);
  const lock = new DatabaseSync(path, { timeout: 0 });
  try {
    // Nothing is written to this file. With a journal on disk, a full disk would prevent the lock.
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

function noteIn(path: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : null;
  } catch {
    // The file can be incomplete or missing. It only names the owner.
    return null;
  }
}
