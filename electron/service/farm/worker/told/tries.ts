import type { Redis } from 'ioredis';
import { triesKey } from '../../queue/queue-names.ts';

const KEPT_SECONDS = 86_400;

/**
 * Counts how often all workers together tried an order in vain, by why. How often the queue gave it out says more than
 * that: also how often a worker was stopped or lost.
 */
export type CountTry = (order: string, why: string) => Promise<number>;

/** One where the queue is away. */
export function createTries(connection: Redis, prefix: string): CountTry {
  return async (order, why) => {
    const key = triesKey(prefix, order);
    const answers = await connection
      .multi()
      .hincrby(key, why, 1)
      .expire(key, KEPT_SECONDS)
      .exec()
      .catch(() => null);
    return Math.max(1, Number(answers?.[0]?.[1] ?? 1));
  };
}
