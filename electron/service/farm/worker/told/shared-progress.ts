import type { Redis } from 'ioredis';
import { dividedKey } from '../../queue/queue-names.ts';

const KEPT_SECONDS = 86_400;

/** How far films are that several workers make: what each has made is added up in the queue's database. */
export interface SharedProgress {
  /** A film was divided: so many frames of it are made by whoever takes them. */
  begin(film: string, frames: number): Promise<void>;
  /** Adds frames that were made of it, and gives back what all have made together; null of a film that was not divided. */
  add(film: string, frames: number): Promise<{ readonly done: number; readonly total: number } | null>;
}

/** All of it rejects where the queue is away. */
export function createSharedProgress(connection: Redis, prefix: string): SharedProgress {
  return {
    begin: async (film, frames) => {
      const key = dividedKey(prefix, film);
      await connection.multi().hset(key, { total: frames, done: 0 }).expire(key, KEPT_SECONDS).exec();
    },
    add: async (film, frames) => {
      const key = dividedKey(prefix, film);
      const answers = await connection
        .multi()
        .hincrby(key, 'done', frames)
        .hget(key, 'total')
        .expire(key, KEPT_SECONDS)
        .exec();
      const [done = 0, total = null] = (answers ?? []).map(([, value]) => value);
      if (total === null) return null;
      // What was begun twice is counted twice.
      return { done: Math.min(Number(done), Number(total)), total: Number(total) };
    },
  };
}
