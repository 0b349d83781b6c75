import { closeSync, existsSync, fsyncSync, openSync, readdirSync, readFileSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { PRIVATE_FILE } from '../../files/rights.ts';
import type { StorageLogger } from '../health.ts';
import { openDatabaseFile } from './database.ts';
import { isBusy, isDamage, isFull } from './database-error.ts';
import { migrate } from './migrate.ts';
import type { Ownership } from './owner.ts';

/** An open database with the current schema, and the recorded count of its commits. */
export interface CheckedDatabase {
  readonly connection: DatabaseSync;
  /** The current number of commits. */
  readonly count: number;
  readonly commitCount: CommitCount;
}

/**
 * Opens the database of a workspace and upgrades it to the current schema. Checks it after an unclean end. Throws
 * `workspace/damaged`, `workspace/newer`, `storage/busy` if another program keeps the lock, and `storage/full` if the
 * disk is too full for a migration.
 * @param timeout The maximum time that a later call waits for a lock. Opening has its own limit.
 */
export function openCheckedDatabase(
  folder: string,
  owner: Ownership,
  {
    timeout,
    lockTimeout,
    logger,
  }: { readonly timeout: number; readonly lockTimeout: number; readonly logger: StorageLogger },
): CheckedDatabase {
  try {
    const opened = open(folder, owner, lockTimeout, logger);
    opened.connection.exec(`PRAGMA busy_timeout = ${timeout}`);
    return opened;
  } catch (error) {
    throw refusal(folder, error);
  }
}

function refusal(folder: string, cause: unknown): unknown {
  if (isBusy(cause)) return new ServiceError('storage/busy', message('service/other-program'), { cause });
  return isDamage(cause) ? damaged(folder, 'SQLite cannot read it.', cause) : cause;
}

function open(folder: string, owner: Ownership, timeout: number, logger: StorageLogger): CheckedDatabase {
  const path = join(folder, 'db.sqlite');
  if (sizeOf(path) === 0 && hasBlobs(folder))
    throw damaged(folder, 'db.sqlite is missing, but the files that it lists exist.');
  const isLogMissing = owner.databaseWasOpen && sizeOf(`${path}-wal`) === 0;
  const connection = openDatabaseFile(path, timeout);
  try {
    if (owner.afterUncleanEnd) {
      const finding = connection.prepare('PRAGMA integrity_check').get()?.['integrity_check'];
      if (finding !== 'ok') throw damaged(folder, String(finding));
      requireAllCommits(connection, { folder, path, logIsGone: isLogMissing, logger });
    }
    migrateIfPossible(connection, path);
    const count = commitsIn(connection) ?? 0;
    const counted = openCommitCount(path, count);
    try {
      // This write creates the log. The log then exists until the database is closed.
      connection.exec(`PRAGMA user_version = ${versionOf(connection)}`);
      owner.databaseIsOpen();
    } catch (error) {
      // On a full disk, only reads are possible. The first successful change creates the log.
      if (!isFull(error)) throw error;
      logger.warn({ folder }, 'the disk of the workspace is full; the workspace is read-only');
    }
    return { connection, count, commitCount: counted };
  } catch (error) {
    // Closing the database checkpoints the log. If the log was missing, keep the mark of the unclean end, so that the
    // next start checks again and refuses the workspace.
    if (!isLogMissing) owner.databaseCloses();
    connection.close();
    throw error;
  }
}

/**
 * After an unclean end, checks that every recorded commit exists. If another program has opened and closed the database
 * in the meantime, it has checkpointed and removed the log. The count then shows whether a commit is lost.
 */
function requireAllCommits(
  connection: DatabaseSync,
  at: { readonly folder: string; readonly path: string; readonly logIsGone: boolean; readonly logger: StorageLogger },
): void {
  const recorded = recordedCount(at.path);
  const present = commitsIn(connection);
  const lost = recorded === null || present === null ? null : recorded - present;
  if (lost !== null && lost <= 0) return;
  if (at.logIsGone) {
    const lostChanges = lost === null ? 'the latest changes' : `the latest changes (${lost})`;
    throw damaged(at.folder, `db.sqlite-wal, which contained ${lostChanges}, is missing.`);
  }
  if (lost !== null) at.logger.error({ changes: lost }, 'the disk lost the latest changes');
}

/** Returns the number of commits; null for a database from an earlier version, which has no count. */
function commitsIn(connection: DatabaseSync): number | null {
  const hasCount = connection.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'commit_count'`).get() !== undefined;
  if (!hasCount) return null;
  const number = connection.prepare('SELECT number FROM commit_count').get()?.['number'];
  return typeof number === 'number' ? number : null;
}

function migrateIfPossible(connection: DatabaseSync, path: string): void {
  try {
    migrate(connection, path);
  } catch (error) {
    throw isFull(error) ? new ServiceError('storage/full', '', { cause: error }) : error;
  }
}

function versionOf(connection: DatabaseSync): string {
  return String(connection.prepare('PRAGMA user_version').get()?.['user_version']);
}

/** Returns the size of a file; 0 if it is missing. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function hasBlobs(folder: string): boolean {
  return readdirSync(join(folder, 'blobs')).length > 0 || backupsIn(folder).length > 0;
}

function backupsIn(folder: string): readonly string[] {
  return readdirSync(folder).filter((name) => /^db\.sqlite\.backup-\d+$/.test(name));
}

function damaged(folder: string, finding: string, cause?: unknown): ServiceError {
  const backup = backupsIn(folder)
    .toSorted((left, right) => versionIn(left) - versionIn(right))
    .at(-1);
  const ways = [
    'Restore the folder from your backup',
    ...(backup === undefined ? [] : [`replace db.sqlite with ${backup}, its state before the last update`]),
  ];
  const beside = ['db.sqlite-wal', 'db.sqlite-shm', 'owner.json'].filter((name) => existsSync(join(folder, name)));
  const rest = beside.length === 0 ? '' : ` Then remove ${beside.join(', ')}, which belong to the current database.`;
  return new ServiceError(
    'workspace/damaged',
    `${folder}: ${finding} Nothing was changed. ${ways.join(', or ')}.${rest}`,
    {
      cause,
    },
  );
}

function versionIn(backup: string): number {
  return Number(backup.slice(backup.lastIndexOf('-') + 1));
}

/** The number of transactions of a database. It is written to a file beside the database after each transaction. */
export interface CommitCount {
  /** Records the number of commits. */
  note(count: number): void;
  close(): void;
}

/** The number of digits of a written count. It is fixed, so that the length of the file never changes. */
const COUNT_DIGITS = 20;

/**
 * Returns the last recorded count; null if it is missing or unreadable. The count is written after the commit without a
 * sync, so it may be lower than the count in the database. It is higher only if commits were lost.
 */
function recordedCount(database: string): number | null {
  try {
    const text = readFileSync(countFile(database), 'utf8');
    return /^\d{20}\n$/.test(text) ? Number(text) : null;
  } catch {
    // If the count is unreadable, the caller assumes that commits may be lost.
    return null;
  }
}

/**
 * Opens the file with the number of commits beside a database. Writes and syncs the current number. Throws the system's
 * error.
 */
function openCommitCount(database: string, present: number): CommitCount {
  const file = openSync(countFile(database), 'a+', PRIVATE_FILE);
  closeSync(file);
  const handle = openSync(countFile(database), 'r+');
  const write = (count: number): void => {
    writeSync(handle, `${String(count).padStart(COUNT_DIGITS, '0')}\n`, 0);
  };
  try {
    write(present);
    fsyncSync(handle);
  } catch (error) {
    closeSync(handle);
    throw error;
  }
  return {
    note: (count) => {
      try {
        write(count);
      } catch {
        // Ignore the error: if the count is too low, a later check only detects fewer losses.
      }
    },
    close: () => closeSync(handle),
  };
}

function countFile(database: string): string {
  return `${database}-commits`;
}
