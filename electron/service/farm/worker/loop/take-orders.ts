import { type Job, Queue, WaitingError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { systemCode } from '../../../errors/storage-failure.ts';
import { withTimeout } from '../../../waiting/with-timeout.ts';
import { type Doing, ENDINGS } from '../told/doing.ts';
import type { Capacity } from './capacity.ts';
import { giveBackEarlier, type HeldOrders } from './held-orders.ts';
import type { OrderRun } from './run-order.ts';

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

export interface TakeOrdersOptions {
  /** Of the use `waiting`. Stays open. */
  readonly connection: Redis;
  readonly prefix: string;
  /** As `queueName` says. */
  readonly queue: string;
  readonly workerId: string;
  readonly capacity: Capacity;
  readonly doing: Doing;
  readonly run: OrderRun;
  readonly held: HeldOrders;
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
export function takeOrders(options: TakeOrdersOptions): OrderTaking {
  const { connection, prefix, queue: name, capacity, doing, run, held, logger } = options;
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
    const orders = doing.orders();
    worker.concurrency = capacity.atOnce(orders);
    if (isDraining && orders.length === 0) idle.resolve(true);
  };
  worker.on('lockRenewalFailed', (ids) => {
    logger.warn({ orders: ids }, 'lost the leases of jobs; other workers continue them');
    for (const id of ids) doing.end(id, ENDINGS.leaseLost);
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
        doing.endAll(ENDINGS.givenBack);
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
