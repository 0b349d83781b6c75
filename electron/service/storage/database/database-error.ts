import { ServiceError } from '../../errors/service-error.ts';
import type { Health } from '../health.ts';

/** Primary result codes of SQLite (https://sqlite.org/rescode.html). The other bits belong to extended codes. */
const BUSY = 5;
const LOCKED = 6;
const NO_MEMORY = 7;
const READ_ONLY = 8;
const IO_ERROR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANNOT_OPEN = 14;
const NOT_A_DATABASE = 26;
/** The disk has too little space for the WAL index (SQLITE_IOERR_SHMSIZE). Nothing was written. */
const NO_SPACE_FOR_INDEX = 4874;

/**
 * A write to a file failed (SQLITE_IOERR_WRITE), and the data is not part of the database. SQLite reports an exhausted
 * quota with this code, but a full disk with {@link FULL}.
 */
const WRITE_FAILED = 778;

/** Returns SQLite's primary result code of an error; null for any other error. */
export function sqliteCode(error: unknown): number | null {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : null;
}

/** Checks whether SQLite reports a full disk. */
export function isFull(error: unknown): boolean {
  return (
    sqliteCode(error) === FULL || (error instanceof Error && 'errcode' in error && error.errcode === NO_SPACE_FOR_INDEX)
  );
}

/** Checks whether another connection has the required lock. */
export function isBusy(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === BUSY || code === LOCKED;
}

/** Checks whether SQLite reports a damaged database. */
export function isDamage(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === CORRUPT || code === NOT_A_DATABASE;
}

/** Checks whether SQLite cannot write or open the file. */
export function isUnwritable(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === READ_ONLY || code === CANNOT_OPEN;
}

/**
 * Throws the service error for a failure of SQLite. Rethrows an error that neither the disk nor a lock caused.
 * @param isOutOfSpace Checks whether the disk lacks space for another file in the folder of the database.
 */
export function refuseDatabaseError(error: unknown, health: Health, isOutOfSpace: () => boolean): never {
  const mayBeFull = error instanceof Error && 'errcode' in error && error.errcode === WRITE_FAILED;
  if (isFull(error) || (mayBeFull && isOutOfSpace())) throw new ServiceError('storage/full', '', { cause: error });
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
