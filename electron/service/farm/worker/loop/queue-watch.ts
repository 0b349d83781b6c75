import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { inEnglish } from '#shared/statements/in-english.ts';
import { whyQueueFails } from '../../connection/why-queue-fails.ts';
import type { QueueConfig } from '../../settings/farm-config.ts';

/** Says once in the log that the queue is away, and once that it is back. */
export interface QueueWatch {
  readonly isReached: boolean;
  /** What happens to the connection from now on is meant. */
  end(): void;
}

/** @param connection One that is tried again for ever. */
export function watchQueue(
  connection: Redis,
  config: Pick<QueueConfig, 'password'>,
  logger: Pick<Logger, 'info' | 'warn'>,
): QueueWatch {
  let said = false;
  let isMeant = false;
  let why: unknown = null;
  const away = (): void => {
    if (said || isMeant) return;
    said = true;
    logger.warn({ reason: inEnglish(whyQueueFails(why, config)) }, 'the queue is unavailable; waiting for it');
  };
  connection.on('error', (error: unknown) => {
    why = error;
    away();
  });
  connection.on('close', away);
  connection.on('ready', () => {
    why = null;
    if (said) logger.info('the queue is available again');
    said = false;
  });
  return {
    get isReached() {
      return connection.status === 'ready';
    },
    end: () => {
      isMeant = true;
    },
  };
}
