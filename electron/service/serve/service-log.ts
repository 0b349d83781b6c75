import { type Logger, pino } from 'pino';
import { readableLine } from './readable-line.ts';

/** Lines that wait for a log that takes none; more are dropped. */
const WAITING_BYTES = 4 * 2 ** 20;

/**
 * The service's log on standard error: a line to be read on a terminal, JSON elsewhere. Nothing that happens to it (a
 * closed pipe, a full disk, a reader that sleeps) stops the service. Secrets are crossed out wherever they stand.
 */
export function openServiceLog(
  secrets: readonly string[],
  terminal: boolean,
): { readonly logger: Logger; readonly flush: () => void; readonly alsoHide: (secret: string) => void } {
  const hidden = new Set(secrets.filter((secret) => secret !== ''));
  const out = pino.destination({ dest: 2, sync: false, maxLength: WAITING_BYTES });
  out.on('error', () => undefined);
  const write = (line: string) => {
    let shown = line;
    for (const secret of hidden) shown = shown.replaceAll(secret, '[hidden]');
    out.write(terminal ? readableLine(shown) : shown);
  };
  const redact = [
    '*.authorization',
    '*.secret',
    '*.secret_access_key',
    '*.secretAccessKey',
    '*.apiSecret',
    'err.config',
  ];
  return {
    logger: pino({ base: null, redact, timestamp: pino.stdTimeFunctions.isoTime }, { write }),
    flush: () => {
      try {
        out.flushSync();
      } catch {
        // Whoever read it is gone.
      }
    },
    alsoHide: (secret) => hidden.add(secret),
  };
}
