import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ServiceError } from '../../errors/service-error.ts';
import { makePrivateFile } from '../../files/private-folder.ts';
import { PRIVATE_FILE } from '../../files/rights.ts';
import { codeOf } from '../../files/sync-folder.ts';
import { sqliteCode } from './database-error.ts';

const SQLITE_BUSY = 5;

/** That this process owns a workspace. */
export interface Ownership {
  /** Whether the last owner ended without {@link release}: killed, crashed, or a power cut. */
  readonly afterUncleanEnd: boolean;
  /** Whether that owner had the database open, so that its log must be there. */
  readonly databaseWasOpen: boolean;
  /** From now on the database's log is expected beside it until the release; said again, it does nothing. */
  databaseIsOpen(): void;
  /** The log may go from now on: closing the database takes it in. */
  databaseCloses(): void;
  /** `clean` false leaves the mark by which the next owner checks everything. */
  release(clean: boolean): void;
}

/**
 * Becomes the one owner of a workspace. `owner.lock` carries a lock of the operating system, held through SQLite: it
 * ends with the process, however that ends, so a crash leaves nothing to judge and a reused process number fools
 * nobody. `owner.json` beside it says who it is, and is the mark of an end that was not clean. Throws
 * `workspace/in-use`.
 */
export function ownWorkspace(folder: string): Ownership {
  const note = join(folder, 'owner.json');
  const lock = takeLock(join(folder, 'owner.lock'), () => noteIn(note));
  const earlier = existsSync(note);
  const databaseWasOpen = noteIn(note)?.['database'] === 'open';
  const write = (database: 'starting' | 'open' | 'closing'): void =>
    writeNote(note, { pid: process.pid, since: new Date().toISOString(), database });
  try {
    // What the last owner left stays known until the check has passed: a kill in between changes nothing.
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
      // A folder that was moved away keeps its mark, by which the next owner checks everything.
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

/** Whole, so that an end in the middle leaves what the last owner has left. */
function writeNote(path: string, note: object): void {
  const unfinished = `${path}.unfinished`;
  try {
    rmSync(unfinished, { force: true });
    writeFileSync(unfinished, JSON.stringify(note), { flush: true, flag: 'wx', mode: PRIVATE_FILE });
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    if (!FULL.has(codeOf(error) ?? '')) throw error;
    // A full disk takes a name where it takes no bytes, and the name is enough of a mark. What is there is better.
    if (!existsSync(path)) makePrivateFile(path);
  }
}

const FULL = new Set(['ENOSPC', 'EDQUOT']);

function takeLock(path: string, holder: () => Readonly<Record<string, unknown>> | null): DatabaseSync {
  // For its owner alone: whoever can read a file can lock it, and keep the service from starting.
  makePrivateFile(path);
  const lock = new DatabaseSync(path, { timeout: 0 });
  try {
    // Nothing is ever written there; with a journal on disk, a full one would refuse the lock.
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
    // It may be half written, or gone by now; it only serves to say who.
    return null;
  }
}
