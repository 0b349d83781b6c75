import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { inEnglish } from '#shared/messages/english.ts';
import type { JobProcessor } from '../making/job-processor.ts';
import { queueName } from '../protocol/queue-names.ts';
import { connectToQueue, queueFailureMessage } from '../queue/connection.ts';
import type { QueueConfig } from '../settings/farm-config.ts';
import { type ActiveJobs, createActiveJobs } from './active-jobs.ts';
import { createAvailability } from './availability.ts';
import { type Heartbeat, startHeartbeat, type WorkerIdentity } from './heartbeat.ts';
import { type LeaseTimes, openLeaseJournal } from './leases.ts';
import { createJobRunner } from './run-job.ts';
import { createSharedProgress, createTries } from './shared-progress.ts';
import { type Capacity, type JobTaking, takeJobs } from './take-jobs.ts';
import {
  createWorkerCounters,
  createWorkerStatistics,
  type WorkerCounters,
  type WorkerStatistics,
} from './worker-statistics.ts';

export interface OpenWorkerOptions {
  readonly queue: QueueConfig;
  readonly identity: Omit<WorkerIdentity, 'id' | 'startedAt'>;
  readonly capacity: Capacity;
  /** Creates the job processor. */
  readonly createProcessor: (worker: ProcessorDependencies) => JobProcessor;
  /** Throws while the worker must not take jobs: the store is unreachable, or the disk is full. */
  readonly check: (signal: AbortSignal) => Promise<void>;
  readonly logger: Logger;
  /**
   * The absolute path of this worker's own folder for leases. The leases of an earlier run are returned at the start.
   */
  readonly leaseFolder: string;
  /** Returns milliseconds since 1970. */
  readonly clock: () => number;
  /** Lease times for tests. */
  readonly lease?: LeaseTimes;
  /** The milliseconds between reports, and before a check is repeated; for tests. */
  readonly beatMilliseconds?: number;
  readonly firstPause?: number;
}

/** The facts about the worker that its job processor needs. */
export interface ProcessorDependencies {
  readonly workerId: string;
  readonly workers: Heartbeat['workers'];
  readonly counters: WorkerCounters;
}

/** A worker that takes jobs. */
export interface OpenWorker {
  readonly identity: WorkerIdentity;
  readonly statistics: WorkerStatistics;
  readonly activeJobs: ActiveJobs;
  /** Returns the reason why the worker takes no jobs now, in a few words; null if it takes jobs. */
  idleReason(): string | null;
  /** Stops like {@link JobTaking.drain}, then closes everything. */
  drain(milliseconds: number): ReturnType<JobTaking['drain']>;
}

/** Connects to the queue and takes jobs as soon as queue and store are reachable. */
export async function openWorker(options: OpenWorkerOptions): Promise<OpenWorker> {
  const { queue, capacity, logger, clock, lease, beatMilliseconds: beat, firstPause } = options;
  const { prefix } = queue;
  const identity: WorkerIdentity = { ...options.identity, id: randomUUID(), startedAt: clock() };
  const [connection, commandConnection, listener] = await Promise.all([
    connectToQueue(queue, 'waiting'),
    connectToQueue(queue, 'asking'),
    connectToQueue(queue, 'waiting'),
  ]);
  const watch = watchQueue(connection, queue, logger);
  const stopping = new AbortController();
  let isDraining = false;

  const counters = createWorkerCounters(() => performance.now());
  const statistics = createWorkerStatistics(counters, () => performance.now());
  const activeJobs = createActiveJobs(clock, () => jobTaking.adapt());
  const heartbeat = startHeartbeat({
    ...{
      connection: commandConnection,
      listener,
      prefix,
      identity,
      activeJobs,
      counters,
      isDraining: () => isDraining,
    },
    ...(beat !== undefined && { beatMilliseconds: beat }),
  });
  const availability = createAvailability({
    check: options.check,
    onChange: (isOn) => jobTaking.take(isOn),
    ...{ logger, signal: stopping.signal },
    ...(firstPause !== undefined && { firstPause }),
  });
  const run = createJobRunner({
    processor: options.createProcessor({ workerId: identity.id, workers: heartbeat.workers, counters }),
    ...{
      activeJobs,
      availability,
      statistics,
      logger,
      workerId: identity.id,
      sharedProgress: createSharedProgress(commandConnection, prefix),
    },
    isCancelled: heartbeat.isCancelled,
    countTry: createTries(commandConnection, prefix),
    queueNow: heartbeat.queueNow,
    isStopping: () => isDraining,
  });
  const jobTaking = takeJobs({
    ...{
      connection,
      prefix,
      queue: queueName(identity.maker),
      workerId: identity.id,
      capacity,
      activeJobs,
      run,
      logger,
    },
    journal: openLeaseJournal(options.leaseFolder),
    ...(lease !== undefined && { lease }),
  });
  return {
    ...{ identity, statistics, activeJobs },
    idleReason: () => {
      if (isDraining) return 'draining';
      if (!watch.isReached) return 'the queue is unavailable';
      return availability.isAvailable ? null : 'the store is unavailable, or the disk is full';
    },
    drain: async (milliseconds) => {
      isDraining = true;
      stopping.abort();
      void heartbeat.beat();
      const outcome = await jobTaking.drain(milliseconds);
      watch.end();
      await heartbeat.stop();
      for (const client of [connection, commandConnection, listener]) client.disconnect();
      return outcome;
    },
  };
}

/** Logs once when the queue becomes unreachable, and once when it is reachable again. */
export interface QueueWatch {
  readonly isReached: boolean;
  /** Stops logging, because the connection is about to be closed. */
  end(): void;
}

/**
 * Starts a watcher of the queue.
 * @param connection A connection that reconnects forever.
 */
function watchQueue(
  connection: Redis,
  config: Pick<QueueConfig, 'password'>,
  logger: Pick<Logger, 'info' | 'warn'>,
): QueueWatch {
  let isReported = false;
  let isEnding = false;
  let lastError: unknown = null;
  const reportAway = (): void => {
    if (isReported || isEnding) return;
    isReported = true;
    logger.warn(
      { reason: inEnglish(queueFailureMessage(lastError, config)) },
      'the queue is unavailable; waiting for it',
    );
  };
  connection.on('error', (error: unknown) => {
    lastError = error;
    reportAway();
  });
  connection.on('close', reportAway);
  connection.on('ready', () => {
    lastError = null;
    if (isReported) logger.info('the queue is available again');
    isReported = false;
  });
  return {
    get isReached() {
      return connection.status === 'ready';
    },
    end: () => {
      isEnding = true;
    },
  };
}
