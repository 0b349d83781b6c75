import { type Logger, pino } from 'pino';
import { hideSecrets } from '../text/hide-secrets.ts';
import { openLogSink } from './log-sink.ts';
import { readableLine } from './readable-line.ts';

export const LOG_LEVELS = ['info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Lines that wait for a log that takes none; more are dropped. */
const WAITING_BYTES = 4 * 2 ** 20;
const STANDARD_ERROR = 2;

/**
 * The service's log on standard error: a line to be read on a terminal, JSON elsewhere. Nothing that happens to it (a
 * closed pipe, a full disk, a reader that sleeps) stops the service. Secrets are crossed out wherever they stand: those
 * that the service knows by the service itself, others that are given here.
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
