import type { Redis } from 'ioredis';
import type { PartsJob } from '../protocol/job.ts';
import { dividedKey, triesKey } from '../protocol/queue-names.ts';

/** The retention of a divided film's progress. If its parts wait longer, the film reports no progress. */
const RETENTION_SECONDS = 6 * 3600;

/** The progress of divided films, added up in the queue's database. */
export interface SharedProgress {
  /** Starts the progress of a divided film: `ready` of `total` frames are cached. */
  begin(film: string, frames: { readonly ready: number; readonly total: number }): Promise<void>;
  /**
   * Records the frames of a parts job. Returns the progress of its film; null if `begin` was not called. A job that
   * restarts after the loss of its worker counts once.
   */
  report(job: PartsJob, frames: number): Promise<{ readonly done: number; readonly total: number } | null>;
  /** Removes the progress of a joined film. */
  end(film: string): Promise<void>;
}

/**
 * A Lua script. The hash contains `total`, `done`, and the frames of each parts job by its id. These ids contain a dot.
 */
const REPORT_SCRIPT = `
  local total = redis.call('HGET', KEYS[1], 'total')
  if not total then return false end
  local more = tonumber(ARGV[2]) - tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or '0')
  if more > 0 then
    redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
    redis.call('HINCRBY', KEYS[1], 'done', more)
  end
  redis.call('EXPIRE', KEYS[1], ARGV[3])
  return {redis.call('HGET', KEYS[1], 'done'), total}`;

/** Creates the shared progress. All methods reject if the queue is unreachable. */
export function createSharedProgress(connection: Redis, prefix: string): SharedProgress {
  return {
    begin: async (film, { ready, total }) => {
      const key = dividedKey(prefix, film);
      await connection.multi().del(key).hset(key, { total, done: ready }).expire(key, RETENTION_SECONDS).exec();
    },
    report: async ({ id, film }, frames) => {
      const answer: unknown = await connection.eval(
        REPORT_SCRIPT,
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
 * Counts the failed attempts of a job on all workers, by reason. BullMQ's own count also includes stopped and lost
 * workers.
 */
export type CountTry = (job: string, why: string) => Promise<number>;

/** Creates the counter, which returns 1 if the queue is unreachable. */
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
