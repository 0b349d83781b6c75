import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Lines in a file that is turned over when it is full. Nothing that happens to it stops the app. */
export interface LogFile {
  readonly append: (text: string) => void;
}

/** What the main process says of itself. */
export interface Log {
  readonly info: (message: string, details?: Readonly<Record<string, unknown>>) => void;
  readonly warn: (message: string, details?: Readonly<Record<string, unknown>>) => void;
  readonly error: (message: string, error?: unknown) => void;
}

const FULL_BYTES = 5 * 2 ** 20;
/** `app.log`, then `app.log.1` to `app.log.3`, the oldest. */
const LOG_FILES = 3;

/**
 * Opens a log that turns over at 5 MiB and keeps three older files. Never throws: a full disk or a missing folder only
 * loses lines.
 */
export function openLogFile(path: string, fullBytes: number = FULL_BYTES): LogFile {
  let size = sizeOf(path);
  try {
    mkdirSync(dirname(path), { recursive: true });
  } catch {
    // Each line tries again.
  }
  return {
    append: (text) => {
      try {
        if (size > 0 && size + text.length > fullBytes) {
          turnOver(path);
          size = 0;
        }
        appendFileSync(path, text, { mode: 0o600 });
        size += text.length;
      } catch {
        // Nobody can be told: this is where it would be said.
      }
    },
  };
}

/** One JSON object a line, as the service logs. */
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

function turnOver(path: string): void {
  for (let age = LOG_FILES; age > 0; age -= 1) {
    try {
      renameSync(age === 1 ? path : `${path}.${age - 1}`, `${path}.${age}`);
    } catch {
      // There are not that many yet.
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
