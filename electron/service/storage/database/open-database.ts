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

/** An open database at the present schema, and the count of its commits beside it. */
export interface SoundDatabase {
  readonly connection: DatabaseSync;
  /** How many there are now. */
  readonly count: number;
  readonly counted: CommitCount;
}

/**
 * Opens a workspace's database, checked if there is reason to doubt it, at the present schema. Throws
 * `workspace/damaged`, `workspace/newer`, `storage/busy` when another program does not let go of it and, where an older
 * schema cannot be brought up to date, `storage/full`.
 * @param timeout how long a call may wait for a lock once it is open; while it is opened, nobody else has to wait
 */
export function openSoundDatabase(
  folder: string,
  owner: Ownership,
  {
    timeout,
    patience,
    logger,
  }: { readonly timeout: number; readonly patience: number; readonly logger: StorageLogger },
): SoundDatabase {
  try {
    const sound = open(folder, owner, patience, logger);
    sound.connection.exec(`PRAGMA busy_timeout = ${timeout}`);
    return sound;
  } catch (error) {
    throw refusal(folder, error);
  }
}

function refusal(folder: string, cause: unknown): unknown {
  if (isBusy(cause)) return new ServiceError('storage/busy', message('service/other-program'), { cause });
  return isDamage(cause) ? damaged(folder, 'SQLite cannot read it.', cause) : cause;
}

function open(folder: string, owner: Ownership, timeout: number, logger: StorageLogger): SoundDatabase {
  const path = join(folder, 'db.sqlite');
  if (sizeOf(path) === 0 && holdsBlobs(folder))
    throw damaged(folder, 'db.sqlite is gone, and the files that it lists are there.');
  const logIsGone = owner.databaseWasOpen && sizeOf(`${path}-wal`) === 0;
  const connection = openDatabaseFile(path, timeout);
  try {
    if (owner.afterUncleanEnd) {
      const finding = connection.prepare('PRAGMA integrity_check').get()?.['integrity_check'];
      if (finding !== 'ok') throw damaged(folder, String(finding));
      requireAllCommits(connection, { folder, path, logIsGone, logger });
    }
    migrateIfPossible(connection, path);
    const count = commitsIn(connection) ?? 0;
    const counted = openCommitCount(path, count);
    try {
      // A write, so that the log is there from now on for as long as the database is open.
      connection.exec(`PRAGMA user_version = ${versionOf(connection)}`);
      owner.databaseIsOpen();
    } catch (error) {
      // A full disk takes nothing; what is there can be read, and the first change that it takes makes the log.
      if (!isFull(error)) throw error;
      logger.warn({ folder }, 'the disk of the workspace is full; the workspace is read-only');
    }
    return { connection, count, counted };
  } catch (error) {
    // Closing takes the log in. One that was gone stays the reason to refuse, and this is asked again.
    if (!logIsGone) owner.databaseCloses();
    connection.close();
    throw error;
  }
}

/**
 * After an end that was not clean: every commit that was noted must be there. Another program that opened the database
 * and closed it has taken the log in and away; nothing is lost then, and the count shows it.
 */
function requireAllCommits(
  connection: DatabaseSync,
  at: { readonly folder: string; readonly path: string; readonly logIsGone: boolean; readonly logger: StorageLogger },
): void {
  const noted = notedCount(at.path);
  const present = commitsIn(connection);
  const lost = noted === null || present === null ? null : noted - present;
  if (lost !== null && lost <= 0) return;
  if (at.logIsGone) {
    const what = lost === null ? 'the latest changes' : `the latest changes (${lost})`;
    throw damaged(at.folder, `db.sqlite-wal, which held ${what}, is gone.`);
  }
  if (lost !== null) at.logger.error({ changes: lost }, 'the latest changes are lost: the disk did not keep them');
}

/** Null in a database of before they were counted. */
function commitsIn(connection: DatabaseSync): number | null {
  const counts = connection.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'commit_count'`).get() !== undefined;
  if (!counts) return null;
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

/** 0 where there is no such file. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function holdsBlobs(folder: string): boolean {
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
    ...(backup === undefined ? [] : [`put ${backup}, its state before the last update, in the place of db.sqlite`]),
  ];
  const beside = ['db.sqlite-wal', 'db.sqlite-shm', 'owner.json'].filter((name) => existsSync(join(folder, name)));
  const rest = beside.length === 0 ? '' : ` Then remove ${beside.join(', ')}, which belong to what is there now.`;
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

/** How many transactions a database has seen, noted beside it after each. */
export interface CommitCount {
  /** Notes that so many are committed. */
  note(count: number): void;
  close(): void;
}

/** A number of that many digits never changes the length of the file. */
const COUNT_DIGITS = 20;

/**
 * The count that was noted last beside a database; null where none was. It is written after the commit and not waited
 * for, so it may be behind the database, and is never ahead of it unless commits are gone.
 */
function notedCount(database: string): number | null {
  try {
    const text = readFileSync(countFile(database), 'utf8');
    return /^\d{20}\n$/.test(text) ? Number(text) : null;
  } catch {
    // None was noted, or it cannot be known: whoever asks then takes the worse for granted.
    return null;
  }
}

/** Notes counts beside a database from now on, the present one durably. Throws the system's error. */
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
        // A count that is behind proves less, and harms nothing.
      }
    },
    close: () => closeSync(handle),
  };
}

function countFile(database: string): string {
  return `${database}-commits`;
}
