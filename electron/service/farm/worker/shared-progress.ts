import type { Redis } from 'ioredis';
import type { PartsJob } from '../protocol/job.ts';
import { dividedKey, triesKey } from '../protocol/queue-names.ts';

/** Of a film that nobody joins; of one whose parts wait that long nothing is told any more. */
const RETENTION_SECONDS = 6 * 3600;

/** How far films are that several workers make: what each has made is added up in the queue's database. */
export interface SharedProgress {
  /** A film was divided: so many of its frames are there, the others are made by whoever takes them. */
  begin(film: string, frames: { readonly ready: number; readonly total: number }): Promise<void>;
  /**
   * So many frames of an order for parts are made. Gives back how far its film is by all; null of one that nobody began. An
   * order that is begun again, because its worker was lost, counts once.
   */
  tell(job: PartsJob, frames: number): Promise<{ readonly done: number; readonly total: number } | null>;
  /** The film is joined: nobody asks how far its parts are. */
  end(film: string): Promise<void>;
}

/** The hash has `total`, `done`, and what is made of each order by its id, which has a dot in it. */
const TELL = `
  local total = redis.call('HGET', KEYS[1], 'total')
  if not total then return false end
  local more = tonumber(ARGV[2]) - tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or '0')
  if more > 0 then
    redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
    redis.call('HINCRBY', KEYS[1], 'done', more)
  end
  redis.call('EXPIRE', KEYS[1], ARGV[3])
  return {redis.call('HGET', KEYS[1], 'done'), total}`;

/** All of it rejects where the queue is away. */
export function createSharedProgress(connection: Redis, prefix: string): SharedProgress {
  return {
    begin: async (film, { ready, total }) => {
      const key = dividedKey(prefix, film);
      await connection.multi().del(key).hset(key, { total, done: ready }).expire(key, RETENTION_SECONDS).exec();
    },
    tell: async ({ id, film }, frames) => {
      const answer: unknown = await connection.eval(
        TELL,
        1,
        dividedKey(prefix, film.id),
        id,
        frames,
        RETENTION_SECONDS,
      );
      if (!Array.isArray(answer)) return null;
      const [done, total] = answer.map(Number);
      if (done === undefined || total === undefined) return null;
      return { done: Math.min(done, total), total };
    },
    end: async (film) => {
      await connection.del(dividedKey(prefix, film));
    },
  };
}

const TRIES_RETENTION_SECONDS = 86_400;

/**
 * Counts how often all workers together tried an order in vain, by why. How often the queue gave it out says more than
 * that: also how often a worker was stopped or lost.
 */
export type CountTry = (job: string, why: string) => Promise<number>;

/** One where the queue is away. */
export function createTries(connection: Redis, prefix: string): CountTry {
  return async (job, why) => {
    const key = triesKey(prefix, job);
    const answers = await connection
      .multi()
      .hincrby(key, why, 1)
      .expire(key, TRIES_RETENTION_SECONDS)
      .exec()
      .catch(() => null);
    return Math.max(1, Number(answers?.[0]?.[1] ?? 1));
  };
}
