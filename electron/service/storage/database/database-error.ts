import { ServiceError } from '../../errors/service-error.ts';
import type { Health } from '../health.ts';

/** Primary result codes of SQLite (https://sqlite.org/rescode.html); the extended ones have more above the low byte. */
const BUSY = 5;
const LOCKED = 6;
const NO_MEMORY = 7;
const READ_ONLY = 8;
const IO_ERROR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANNOT_OPEN = 14;
const NOT_A_DATABASE = 26;
/** The index of the log needs more room than the disk has (SQLITE_IOERR_SHMSIZE); nothing was written then. */
const NO_ROOM_FOR_INDEX = 4874;

/**
 * A write to a file failed (SQLITE_IOERR_WRITE). SQLite says so of a quota that is used up, where it says of a full
 * disk that it is full. What was to be written is no part of the database then.
 */
const WRITE_FAILED = 778;

/** SQLite's result code of an error that it threw; null for any other error. */
export function sqliteCode(error: unknown): number | null {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : null;
}

/** Whether SQLite says that there is no room on the disk. */
export function isFull(error: unknown): boolean {
  return (
    sqliteCode(error) === FULL || (error instanceof Error && 'errcode' in error && error.errcode === NO_ROOM_FOR_INDEX)
  );
}

/** Whether SQLite says that another connection has the lock that is needed. */
export function isBusy(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === BUSY || code === LOCKED;
}

/** Whether SQLite says that the file is no sound database. */
export function isDamage(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === CORRUPT || code === NOT_A_DATABASE;
}

/** Whether SQLite says that it may not write there. */
export function isUnwritable(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === READ_ONLY || code === CANNOT_OPEN;
}

/**
 * Throws what a failure of SQLite means to a client; all that is no failure of the disk or of a lock as it is.
 * @param hasNoRoom Whether nothing can be written beside the database for want of room.
 */
export function refuseDatabaseError(error: unknown, health: Health, hasNoRoom: () => boolean): never {
  const mayBeFull = error instanceof Error && 'errcode' in error && error.errcode === WRITE_FAILED;
  if (isFull(error) || (mayBeFull && hasNoRoom())) throw new ServiceError('storage/full', '', { cause: error });
  switch (sqliteCode(error)) {
    case BUSY:
    case LOCKED:
    case NO_MEMORY:
    case CANNOT_OPEN:
      throw new ServiceError('storage/busy', '', { cause: error });
    case IO_ERROR:
    case READ_ONLY:
      health.stop(error);
      throw new ServiceError('storage/read-only', '', { cause: error });
    case CORRUPT:
    case NOT_A_DATABASE:
      health.stop(error);
      throw new ServiceError('workspace/damaged', 'Stop the service and restore a backup.', { cause: error });
    default:
      throw error;
  }
}
