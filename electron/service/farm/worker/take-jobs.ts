import { Job, Queue, WaitingError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { systemCode } from '../../errors/system-code.ts';
import { jobsAtOnce, type Machine } from '../../ffmpeg/process-plan.ts';
import { withTimeout } from '../../waiting/with-timeout.ts';
import type { FarmJob } from '../protocol/job.ts';
import { takenCores } from '../protocol/worker-report.ts';
import { type ActiveJobs, ENDINGS } from './active-jobs.ts';
import { isLeaseLost, LEASE, type LeaseJournal, type LeaseRecord, type LeaseTimes } from './leases.ts';
import type { JobRunner } from './run-job.ts';

/** The number of workers that may be lost with a job before the job counts as the cause. */
const MAX_LOST_WORKERS = 10;
/** The seconds of a blocking wait for a job. */
const BLOCKING_WAIT_SECONDS = 2;
/** The maximum time for ending all jobs after a drain, in milliseconds. */
const ENDING_MILLISECONDS = 15_000;
const CLOSING_MILLISECONDS = 1000;
/** BullMQ's `ErrorCode.JobLockNotExist`. */
const LOCK_IS_GONE = -2;
const NEVER = new AbortController().signal;

export interface TakeJobsOptions {
  /** A connection with the use `waiting`. The caller closes it. */
  readonly connection: Redis;
  readonly prefix: string;
  /** The name from `queueName`. */
  readonly queue: string;
  readonly workerId: string;
  readonly capacity: Capacity;
  readonly activeJobs: ActiveJobs;
  readonly run: JobRunner;
  readonly journal: LeaseJournal;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Lease times for tests. */
  readonly lease?: LeaseTimes;
}

/** The loop that takes jobs from the queue and runs them. Only `drain` ends it. */
export interface JobTaking {
  /** Starts or stops taking new jobs; active jobs continue. */
  take(isTaking: boolean): void;
  /** Adapts the concurrency. Call it when the active jobs have changed. */
  adapt(): void;
  /**
   * Takes no new jobs and resolves when the active jobs are done. After the given milliseconds, returns the remaining
   * jobs to the queue. The result is `left` if the queue did not accept them; their leases then expire.
   */
  drain(milliseconds: number): Promise<'finished' | 'given back' | 'left'>;
}

/** Creates the loop, which takes jobs after {@link JobTaking.take} was called. */
export function takeJobs(options: TakeJobsOptions): JobTaking {
  const { connection, prefix, queue: name, capacity, activeJobs, run, journal, logger } = options;
  const { duration, renewal, check } = options.lease ?? LEASE;
  const queue = new Queue(name, { connection, prefix });
  // Read the old leases before new ones are added.
  const earlier = journal.takeEarlier();
  /** The time of the first failed renewal, by job id. */
  const renewalFailedAt = new Map<string, number>();
  const worker = new Worker(
    name,
    async (job: Job, token = '') => {
      using _noted = journal.record({ queue: job.queueQualifiedName, id: job.id ?? '', token });
      try {
        return await run({ job, token, queue });
      } catch (error) {
        // BullMQ interprets this error as a moved job and writes no result.
        // biome-ignore lint/style/useErrorCause: the error is only a sign
        if (error === ENDINGS.leaseLost) throw new WaitingError();
        throw error;
      } finally {
        renewalFailedAt.delete(job.id ?? '');
      }
    },
    {
      ...{
        connection,
        prefix,
        name: options.workerId,
        autorun: false,
        concurrency: 1,
        drainDelay: BLOCKING_WAIT_SECONDS,
      },
      ...{ lockDuration: duration, lockRenewTime: renewal, stalledInterval: check },
      ...{ maxStalledCount: MAX_LOST_WORKERS, runRetryDelay: 1000 },
    },
  );
  let isDraining = false;
  const idle = Promise.withResolvers<true>();
  const adapt = (): void => {
    const jobs = activeJobs.jobs();
    worker.concurrency = capacity.atOnce(jobs);
    if (isDraining && jobs.length === 0) idle.resolve(true);
  };
  worker.on('locksRenewed', ({ jobIds }) => {
    for (const id of jobIds) renewalFailedAt.delete(id);
  });
  worker.on('lockRenewalFailed', async (ids) => {
    for (const id of ids) {
      const since = renewalFailedAt.get(id) ?? performance.now();
      renewalFailedAt.set(id, since);
      const owner = await connection.get(`${queue.toKey(id)}:lock`).catch(() => null);
      const expiredFor = performance.now() - since;
      if (!isLeaseLost({ owner, worker: worker.id, expiredFor, duration })) continue;
      renewalFailedAt.delete(id);
      logger.warn({ order: id }, 'lost the lease of a job; another worker continues it');
      activeJobs.end(id, ENDINGS.leaseLost);
    }
  });
  worker.on('stalled', (id) => logger.info({ order: id }, 'a lost worker’s job returned to the queue'));
  const logError = (error: Error): void => {
    // Do not log an unreachable queue here, because the watcher of the connection logs it once.
    if (connection.status !== 'ready' || systemCode(error) !== null) return;
    if (isLostLease(error))
      logger.info({ why: error.message }, 'the queue rejected a result: another worker has the job');
    else logger.warn({ err: error }, 'queue error');
  };
  worker.on('error', logError);
  queue.on('error', logError);
  void giveBackEarlier(earlier, queue, MAX_LOST_WORKERS, logger);
  return {
    adapt,
    take: (isTaking) => {
      if (!isTaking) void worker.pause(true);
      else if (worker.isPaused()) void worker.resume();
      else if (!worker.isRunning())
        void worker.run().catch((error: unknown) => logger.error({ err: error }, 'the worker stopped taking jobs'));
    },
    drain: async (milliseconds) => {
      const closed = worker.close().then(() => true);
      let outcome: 'finished' | 'given back' | 'left' = 'finished';
      isDraining = true;
      adapt();
      if ((await withTimeout(Promise.race([closed, idle.promise]), milliseconds, NEVER)) === null) {
        outcome = 'given back';
        activeJobs.endAll(ENDINGS.givenBack);
      }
      // Wait until the queue has received the results, but only for a limited time, because it may be unreachable.
      if ((await withTimeout(closed, ENDING_MILLISECONDS, NEVER)) === null) outcome = 'left';
      await withTimeout(queue.close(), CLOSING_MILLISECONDS, NEVER);
      return outcome;
    },
  };
}

/**
 * Returns whether an error of BullMQ means that a lease expired, for example because the queue or this worker was
 * suspended.
 */
function isLostLease(error: Error): boolean {
  return ('code' in error && error.code === LOCK_IS_GONE) || error.message.startsWith('could not renew lock');
}

/** The number of concurrent jobs that the cores and the memory allow. */
export interface Capacity {
  /** Returns the number of active jobs, plus one if there is capacity; at least 1. */
  atOnce(activeJobs: Iterable<Pick<FarmJob, 'kind'>>): number;
  readonly most: number;
}

export function createCapacity(machine: Machine): Capacity {
  const { cores } = machine;
  const most = jobsAtOnce(machine);
  return {
    most,
    atOnce: (activeJobs) => {
      const jobs = [...activeJobs];
      const hasCapacity = takenCores(cores, jobs) < cores && jobs.length < most;
      return Math.max(1, jobs.length + (hasCapacity ? 1 : 0));
    },
  };
}

/**
 * Returns the jobs of an earlier run that still hold their leases to the queue. Skips a job that was started often,
 * because its expired lease must count as a loss: BullMQ gives up a job with which too many workers were lost.
 */
async function giveBackEarlier(
  leases: readonly LeaseRecord[],
  queue: Queue,
  mostStarts: number,
  logger: Pick<Logger, 'info' | 'warn'>,
): Promise<void> {
  for (const { id, token } of leases.filter((lease) => lease.queue === queue.qualifiedName))
    try {
      const job = await Job.fromId(queue, id);
      if (job === undefined || job.attemptsStarted >= mostStarts) continue;
      await job.moveToWait(token);
      logger.info({ order: id }, 'returned a job of an earlier run of this worker');
    } catch {
      // Continue: another worker has the job, the job has ended, or the queue is unreachable. In the last case, the
      // lease expires.
      logger.info({ order: id }, 'a job of an earlier run was not returned; its lease will expire');
    }
}
