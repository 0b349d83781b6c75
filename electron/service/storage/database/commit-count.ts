import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { PRIVATE_FILE } from '../../files/rights.ts';

/** How many transactions a database has seen, noted beside it after each. */
export interface CommitCount {
  /** Notes that so many are committed. */
  note(count: number): void;
  close(): void;
}

/** A number of that many digits never changes the length of the file. */
const DIGITS = 20;

/**
 * The count that was noted last beside a database; null where none was. It is written after the commit and not waited
 * for, so it may be behind the database, and is never ahead of it unless commits are gone.
 */
export function notedCount(database: string): number | null {
  try {
    const text = readFileSync(countFile(database), 'utf8');
    return /^\d{20}\n$/.test(text) ? Number(text) : null;
  } catch {
    // None was noted, or it cannot be known: whoever asks then takes the worse for granted.
    return null;
  }
}

/** Notes counts beside a database from now on, the present one durably. Throws the system's error. */
export function openCommitCount(database: string, present: number): CommitCount {
  const file = openSync(countFile(database), 'a+', PRIVATE_FILE);
  closeSync(file);
  const handle = openSync(countFile(database), 'r+');
  const write = (count: number): void => {
    writeSync(handle, `${String(count).padStart(DIGITS, '0')}\n`, 0);
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
