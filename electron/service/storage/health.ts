import { ServiceError } from '../errors/service-error.ts';

/** Where storage tells what a person who runs the service should know; pino's loggers are ones. */
export interface StorageLogger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/**
 * Whether the workspace takes changes. It stops for good when a write failed in a way that leaves its effect in doubt.
 */
export interface Health {
  state(): 'ok' | 'read-only';
  /** Stops all changes until the workspace is opened again. */
  stop(cause: unknown): void;
  /** Throws `storage/read-only`, or `storage/missing`. */
  requireWritable(): void;
  /** Tells, once, that the file system cannot promise that what was written survives a power cut. */
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
