import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** A log file that is rotated when it is full. No failure of the file stops the app. */
export interface LogFile {
  readonly append: (text: string) => void;
}

/** The log of the main process. */
export interface Log {
  readonly info: (message: string, details?: Readonly<Record<string, unknown>>) => void;
  readonly warn: (message: string, details?: Readonly<Record<string, unknown>>) => void;
  readonly error: (message: string, error?: unknown) => void;
}

const FULL_BYTES = 5 * 2 ** 20;
/** The number of older files: `app.log.1` to `app.log.3`, which is the oldest. */
const LOG_FILES = 3;

/**
 * Opens a log that rotates at 5 MiB and keeps three older files. Never throws. With a full disk or a missing folder,
 * lines are lost.
 */
export function openLogFile(path: string, fullBytes: number = FULL_BYTES): LogFile {
  let size = sizeOf(path);
  try {
    mkdirSync(dirname(path), { recursive: true });
  } catch {
    // Ignore the error: the next line is another attempt.
  }
  return {
    append: (text) => {
      try {
        if (size > 0 && size + text.length > fullBytes) {
          rotate(path);
          size = 0;
        }
        appendFileSync(path, text, { mode: 0o600 });
        size += text.length;
      } catch {
        // Ignore the error, which cannot be logged: this is the log.
      }
    },
  };
}

/** Writes one JSON object per line, like the service. */
export function createLog(file: LogFile, now: () => number): Log {
  const write = (level: string, message: string, details: object): void =>
    file.append(`${JSON.stringify({ time: new Date(now()).toISOString(), level, msg: message, ...details })}\n`);
  return {
    info: (message, details = {}) => write('info', message, details),
    warn: (message, details = {}) => write('warn', message, details),
    error: (message, error) =>
      write('error', message, error === undefined ? {} : { err: error instanceof Error ? error.stack : String(error) }),
  };
}

function rotate(path: string): void {
  for (let age = LOG_FILES; age > 0; age -= 1) {
    try {
      renameSync(age === 1 ? path : `${path}.${age - 1}`, `${path}.${age}`);
    } catch {
      // Ignore an older file that does not exist.
    }
  }
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}
