import { type Logger, pino } from 'pino';

/** A logger whose lines contain no secrets. */
export interface HidingLogger {
  readonly logger: Logger;
  /** Adds a secret to hide from now on. */
  readonly hide: (secret: string) => void;
}

const REDACTED = [
  '*.authorization',
  '*.cookie',
  '*.secret',
  '*.secret_access_key',
  '*.secretAccessKey',
  '*.apiSecret',
  'err.config',
];

/**
 * Returns a logger that forwards everything to another logger and replaces secrets in texts, in fields of errors, and
 * in addresses.
 */
export function hideSecrets(target: Logger): HidingLogger {
  const hidden = new Set<string>();
  const write = (line: string): void => {
    let redacted = line;
    for (const secret of hidden) redacted = redacted.replaceAll(secret, '[hidden]');
    const { level, msg, ...fields } = JSON.parse(redacted) as {
      readonly level: string;
      readonly msg?: string;
    };
    const log = logMethods[level] ?? logMethods['error'];
    log?.(target, fields, msg);
  };
  const levels = { level: (label: string) => ({ level: label }) };
  const options = { level: target.level, base: null, timestamp: false, redact: REDACTED, formatters: levels };
  return {
    logger: pino(options, { write }),
    hide: (secret) => {
      if (secret !== '') for (const spelling of spellings(secret)) hidden.add(spelling);
    },
  };
}

const logMethods: Readonly<Record<string, (target: Logger, fields: object, message: string | undefined) => void>> = {
  trace: (target, fields, message) => target.trace(fields, message),
  debug: (target, fields, message) => target.debug(fields, message),
  info: (target, fields, message) => target.info(fields, message),
  warn: (target, fields, message) => target.warn(fields, message),
  error: (target, fields, message) => target.error(fields, message),
  fatal: (target, fields, message) => target.fatal(fields, message),
};

/** Returns the secret as plain text, in JSON, and in an address. */
function spellings(secret: string): readonly string[] {
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)];
}
