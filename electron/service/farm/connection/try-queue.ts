import { randomUUID } from 'node:crypto';
import type { Statement } from '#shared/statements/statement.ts';
import { abortable } from '../../waiting/abortable.ts';
import type { QueueConfig } from '../settings/farm-config.ts';
import { connectToQueue } from './connect.ts';
import { whyQueueFails } from './why-queue-fails.ts';

/**
 * Whether a queue is there, lets us in and lets us write: null, or why not, without a secret. Throws the signal's reason.
 */
export async function tryQueue(config: QueueConfig, signal: AbortSignal): Promise<Statement | null> {
  // A refusal by name and password comes beside the command that waits for them, and says more than its end.
  let told: unknown = null;
  const connection = await connectToQueue(config, 'asking', (error) => {
    told ??= error;
  });
  try {
    const key = `${config.prefix}:tried:${randomUUID()}`;
    await abortable(connection.set(key, '1', 'EX', 10), signal);
    await abortable(connection.del(key), signal);
    return null;
  } catch (error) {
    signal.throwIfAborted();
    return whyQueueFails(told ?? error, config);
  } finally {
    connection.disconnect();
  }
}
