import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Job, Queue, WaitingError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { z } from 'zod';
import { systemCode } from '../../errors/storage-failure.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../files/rights.ts';
import { withTimeout } from '../../waiting/with-timeout.ts';
import type { FarmJob } from '../protocol/job.ts';
import { takenCores } from '../protocol/worker-report.ts';
import { type ActiveJobs, ENDINGS } from './active-jobs.ts';
import type { OrderRun } from './run-job.ts';

/**
 * How long an order belongs to a worker that is not heard of. A worker that was killed is noticed when its lease has run
 * out and two looks have passed: within a minute.
 */
export interface Lease {
  /** Milliseconds; renewed at half of it. */
  readonly lease: number;
  /** Milliseconds between looks for leases that ran out. */
  readonly look: number;
}

const LEASE: Lease = { lease: 30_000, look: 10_000 };
/** Workers that were lost with an order, before it is taken for the order's fault. */
const MOST_LOST = 10;
/** Seconds that are waited for a sign from the queue before it is asked anyway. */
const ASKED_EVERY = 2;
/** What is left of a drain once everything was told to end. */
const PATIENCE_MILLISECONDS = 15_000;
const CLOSING_MILLISECONDS = 1000;
/** `ErrorCode.JobLockNotExist` of BullMQ. */
const LOCK_IS_GONE = -2;
const NEVER = new AbortController().signal;

export interface TakeJobsOptions {
  /** Of the use `waiting`. Stays open. */
  readonly connection: Redis;
  readonly prefix: string;
  /** As `queueName` says. */
  readonly queue: string;
  readonly workerId: string;
  readonly capacity: Capacity;
  readonly activeJobs: ActiveJobs;
  readonly run: OrderRun;
  readonly held: LeaseJournal;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** For tests. */
  readonly lease?: Lease;
}

/** Orders that are taken from the queue and run. */
export interface OrderTaking {
  /** Whether new ones are taken; those that run go on. */
  take(taken: boolean): void;
  /** To be called when what is worked on has changed. */
  adapt(): void;
  /**
   * Takes nothing new, and ends when what is worked on is done, or after so many milliseconds, when the rest has been
   * given back. `left` where the queue did not take it back: then its lease runs out.
   */
  drain(milliseconds: number): Promise<'finished' | 'given back' | 'left'>;
}

/** Begins to take orders once {@link OrderTaking.take} says so. */
export function takeJobs(options: TakeJobsOptions): OrderTaking {
  const { connection, prefix, queue: name, capacity, activeJobs, run, held, logger } = options;
  const { lease, look } = options.lease ?? LEASE;
  const queue = new Queue(name, { connection, prefix });
  // Before anything is taken, and so noted there.
  const earlier = held.takeEarlier();
  const worker = new Worker(
    name,
    async (job: Job, token = '') => {
      using _noted = held.note({ queue: job.queueQualifiedName, id: job.id ?? '', token });
      try {
        return await run({ job, token, queue });
      } catch (error) {
        // To BullMQ it is as if it had been moved: there is nothing to be written down.
        // biome-ignore lint/style/useErrorCause: the error is only a sign
        if (error === ENDINGS.leaseLost) throw new WaitingError();
        throw error;
      }
    },
    {
      ...{ connection, prefix, name: options.workerId, autorun: false, concurrency: 1, drainDelay: ASKED_EVERY },
      ...{ lockDuration: lease, stalledInterval: look, maxStalledCount: MOST_LOST, runRetryDelay: 1000 },
    },
  );
  let isDraining = false;
  const idle = Promise.withResolvers<true>();
  const adapt = (): void => {
    const jobs = activeJobs.orders();
    worker.concurrency = capacity.atOnce(jobs);
    if (isDraining && jobs.length === 0) idle.resolve(true);
  };
  worker.on('lockRenewalFailed', (ids) => {
    logger.warn({ orders: ids }, 'lost the leases of jobs; other workers continue them');
    for (const id of ids) activeJobs.end(id, ENDINGS.leaseLost);
  });
  worker.on('stalled', (id) => logger.info({ order: id }, 'a lost worker’s job returned to the queue'));
  const tell = (error: Error): void => {
    // That the queue is away is told once, by whoever watches the connection.
    if (connection.status !== 'ready' || systemCode(error) !== '') return;
    if (isLostLease(error))
      logger.info({ why: error.message }, 'the queue rejected a result: another worker has the job');
    else logger.warn({ err: error }, 'queue error');
  };
  worker.on('error', tell);
  queue.on('error', tell);
  void giveBackEarlier(earlier, queue, MOST_LOST, logger);
  return {
    adapt,
    take: (taken) => {
      if (!taken) void worker.pause(true);
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
      // What ended has to be told to the queue, which may be away.
      if ((await withTimeout(closed, PATIENCE_MILLISECONDS, NEVER)) === null) outcome = 'left';
      await withTimeout(queue.close(), CLOSING_MILLISECONDS, NEVER);
      return outcome;
    },
  };
}

/** BullMQ's words and number for a lease that ran out, such as when the queue or this worker stood still for a while. */
function isLostLease(error: Error): boolean {
  return ('code' in error && error.code === LOCK_IS_GONE) || error.message.startsWith('could not renew lock');
}

/** Memory of FFmpeg that an order at least has to have to be worth beginning. */
const ORDER_BYTES = 256 * 2 ** 20;

/** Says how many orders are taken at once, as those that are worked on change: until the cores are taken. */
export interface Capacity {
  /** Those that are taken now, and one more where there is room for it; at least one. */
  atOnce(activeJobs: Iterable<Pick<FarmJob, 'kind'>>): number;
  readonly most: number;
}

/** @param memoryBytes What FFmpeg may take together. */
export function createCapacity(cores: number, memoryBytes: number): Capacity {
  const most = Math.max(1, Math.min(Math.max(2, cores), Math.floor(memoryBytes / ORDER_BYTES)));
  return {
    most,
    atOnce: (activeJobs) => {
      const jobs = [...activeJobs];
      const hasRoom = takenCores(cores, jobs) < cores && jobs.length < most;
      return Math.max(1, jobs.length + (hasRoom ? 1 : 0));
    },
  };
}

/**
 * What a worker holds of the queue, on its disk: the next run that has this folder, and so knows that this one has ended,
 * gives back what this one held, and nobody waits until its leases have run out.
 */
export interface LeaseJournal {
  /** Notes a hold until its scope ends. A disk that takes no note costs the wait for a lease, and nothing else. */
  note(hold: Hold): Disposable;
  /** What an earlier run of this folder held. It is forgotten here. */
  takeEarlier(): readonly Hold[];
}

export interface Hold {
  /** As BullMQ names the queue. */
  readonly queue: string;
  readonly id: string;
  /** Tells this hold from every other one: an order that others have by now is not taken from them. */
  readonly token: string;
}

const hold = z.object({ queue: z.string(), id: z.string(), token: z.string() });
const ENDING = '.json';

/** @param folder Absolute, of this worker alone; made when it is needed. */
export function openLeaseJournal(folder: string): LeaseJournal {
  return {
    note: (held) => {
      // What the queue calls an order is no name of a file.
      const path = join(folder, `${randomUUID()}${ENDING}`);
      quietly(() => {
        mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
        writeFileSync(path, JSON.stringify(held), { mode: PRIVATE_FILE });
      });
      return { [Symbol.dispose]: () => quietly(() => rmSync(path, { force: true })) };
    },
    takeEarlier: () => {
      const names = quietly(() => readdirSync(folder)) ?? [];
      return names.flatMap((name) => {
        const path = join(folder, name);
        const text = name.endsWith(ENDING) ? quietly(() => readFileSync(path, 'utf8')) : null;
        quietly(() => rmSync(path, { force: true }));
        // One that was killed as it wrote has left half of it.
        const read = text === null ? null : quietly(() => hold.parse(JSON.parse(text)));
        return read === null ? [] : [read];
      });
    },
  };
}

/**
 * Gives orders back that an earlier run of this worker held, as far as it still does by the queue. An order that was begun
 * often goes the slow way, by its lease: there the queue counts, and gives up what no worker survives.
 */
async function giveBackEarlier(
  holds: readonly Hold[],
  queue: Queue,
  mostBegun: number,
  logger: Pick<Logger, 'info' | 'warn'>,
): Promise<void> {
  for (const { id, token } of holds.filter((each) => each.queue === queue.qualifiedName))
    try {
      const job = await Job.fromId(queue, id);
      if (job === undefined || job.attemptsStarted >= mostBegun) continue;
      await job.moveToWait(token);
      logger.info({ order: id }, 'returned a job of an earlier run of this worker');
    } catch {
      // Others have it, or it has ended, or the queue is away: its lease says so in time.
      logger.info({ order: id }, 'a job of an earlier run was not returned; its lease will expire');
    }
}

function quietly<Value>(work: () => Value): Value | null {
  try {
    return work();
  } catch {
    return null;
  }
}
