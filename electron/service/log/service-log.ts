import { write } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type Logger, pino } from 'pino';
import { hideSecrets } from '../text/hide-secrets.ts';

export const LOG_LEVELS = ['info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The maximum number of bytes in buffered lines. Further lines are dropped. */
const WAITING_BYTES = 4 * 2 ** 20;
const STANDARD_ERROR = 2;

/**
 * Opens the service's log on standard error, with readable lines on a terminal and JSON otherwise. A failure of the
 * output, such as a closed pipe, a full disk, or a suspended reader, never stops the service. Removes all secrets from
 * the lines: `secrets`, and the secrets that the service registers later.
 */
export function openServiceLog(
  secrets: readonly string[],
  terminal: boolean,
  level: LogLevel = 'info',
): { readonly logger: Logger; readonly flush: () => Promise<void>; readonly alsoHide: (secret: string) => void } {
  const sink = openLogSink(STANDARD_ERROR, WAITING_BYTES);
  const write = (line: string) => sink.write(terminal ? readableLine(line) : line);
  const plain = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, { write });
  const { logger, hide } = hideSecrets(plain);
  for (const secret of secrets) hide(secret);
  return { logger, flush: sink.flush, alsoHide: hide };
}

/** The output of a log. It ignores its own failures, because it cannot report them anywhere. */
export interface LogSink {
  write(line: string): void;
  /** Resolves when the lines so far are written, or after a timeout. */
  flush(): Promise<void>;
}

const RETRY_MILLISECONDS = 50;
const FLUSH_TIMEOUT_MILLISECONDS = 1000;

/**
 * Opens a sink that writes lines to a file, pipe, or terminal without blocking. If the output is blocked, for example
 * by a pipe with a suspended reader, drops lines beyond `waitingBytes`. Also drops lines that cannot be written, for
 * example because of a full disk or a closed pipe. Continues with the next line.
 */
export function openLogSink(fd: number, waitingBytes: number): LogSink {
  let waiting: Buffer[] = [];
  let bytes = 0;
  let writing: Promise<void> | null = null;

  const writeWaiting = async (): Promise<void> => {
    while (waiting.length > 0) {
      const taken = Buffer.concat(waiting);
      waiting = [];
      bytes = taken.length;
      await writeAll(fd, taken);
      bytes -= taken.length;
    }
    writing = null;
  };

  return {
    write: (line) => {
      const data = Buffer.from(line);
      if (bytes + data.length > waitingBytes) return;
      waiting.push(data);
      bytes += data.length;
      writing ??= writeWaiting();
    },
    flush: async () => {
      if (writing !== null) await Promise.race([writing, pause(FLUSH_TIMEOUT_MILLISECONDS, undefined, { ref: false })]);
    },
  };
}

async function writeAll(fd: number, data: Buffer): Promise<void> {
  let remaining = data;
  while (remaining.length > 0) {
    const outcome = await new Promise<number | 'later' | 'lost'>((resolve) => {
      write(fd, remaining, (error, written) => {
        if (error === null) resolve(written);
        else resolve(error.code === 'EAGAIN' || error.code === 'EBUSY' ? 'later' : 'lost');
      });
    });
    if (outcome === 'lost') return;
    if (outcome === 'later') await pause(RETRY_MILLISECONDS);
    else remaining = remaining.subarray(outcome);
  }
}

const levels: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: '',
  40: 'warning: ',
  50: 'error: ',
  60: 'fatal: ',
};

/** Converts a line of pino to a readable line with time, message, and details. */
function readableLine(line: string): string {
  const { time, level, msg, err, id, method, path, status, ms, bytes, ...rest } = JSON.parse(line) as Readonly<
    Record<string, unknown>
  >;
  const clock = String(time).slice(11, 19);
  const request = method === undefined ? '' : `${method} ${path} ${status} ${ms} ms ${bytes} B`;
  const what = request === '' ? String(msg) : msg === 'request' ? request : `${msg}: ${request}`;
  const others = Object.entries(rest).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
  const label = id === undefined ? '' : ` #${id}`;
  return `${clock} ${levels[Number(level)] ?? ''}${printable(what)}${printable(others.join(''))}${printable(label)}${errorText(err)}\n`;
}

function errorText(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  const { stack, message } = error as { readonly stack?: unknown; readonly message?: unknown };
  return `\n${String(stack ?? message)
    .split('\n')
    .map((line) => `    ${printable(line)}`)
    .join('\n')}`;
}

/** Replaces control characters, because a request can contain them. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '\u{fffd}');
}
