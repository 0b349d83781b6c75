import { ServiceError } from '../errors/service-error.ts';

/** The log of storage for operators. pino's loggers implement it. */
export interface StorageLogger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** The state of the workspace. After a failed write whose effect is unknown, writing stops permanently. */
export interface Health {
  state(): 'ok' | 'read-only';
  /** Stops all changes until the workspace is opened again. */
  stop(cause: unknown): void;
  /** Throws `storage/read-only` or `storage/missing` if writing is stopped. */
  requireWritable(): void;
  /** Logs one warning that the file system does not guarantee durability in a power failure. */
  warnOfSync(cause: unknown): void;
}

export function createHealth(logger: StorageLogger): Health {
  let reason: unknown = null;
  let stopped = false;
  let warned = false;
  return {
    state: () => (stopped ? 'read-only' : 'ok'),
    stop: (cause) => {
      if (stopped) return;
      stopped = true;
      reason = cause;
      logger.error({ err: cause }, 'failed to write to the workspace; it is read-only until the service restarts');
    },
    requireWritable: () => {
      if (!stopped) return;
      if (reason instanceof ServiceError && reason.code === 'storage/missing') throw reason;
      throw new ServiceError('storage/read-only', '', { cause: reason });
    },
    warnOfSync: (cause) => {
      if (warned) return;
      warned = true;
      logger.warn(
        { err: cause },
        'the file system of the workspace cannot sync; a power failure can lose the latest changes',
      );
    },
  };
}
