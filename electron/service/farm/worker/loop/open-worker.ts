import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { connectToQueue } from '../../connection/connect.ts';
import { queueName } from '../../queue/queue-names.ts';
import type { QueueConfig } from '../../settings/farm-config.ts';
import type { OrderMaker } from '../../work/order-maker.ts';
import { createDoing, type Doing } from '../told/doing.ts';
import { startHeartbeat } from '../told/heartbeat.ts';
import { createSharedProgress } from '../told/shared-progress.ts';
import { createTally, type Tally } from '../told/tally.ts';
import { createTries } from '../told/tries.ts';
import { createFigures, type WorkerFigures } from '../told/worker-figures.ts';
import type { WorkerIdentity } from '../told/worker-report.ts';
import type { Capacity } from './capacity.ts';
import { createDuty } from './duty.ts';
import { openHeldOrders } from './held-orders.ts';
import { watchQueue } from './queue-watch.ts';
import { createOrderRun } from './run-order.ts';
import { type Lease, type OrderTaking, takeOrders } from './take-orders.ts';

export interface OpenWorkerOptions {
  readonly queue: QueueConfig;
  readonly identity: Omit<WorkerIdentity, 'id' | 'startedAt'>;
  readonly capacity: Capacity;
  /** What makes the orders. */
  readonly maker: (worker: MakerSurroundings) => OrderMaker;
  /** Throws while there is no use in taking orders: the store is away, the disk is full. */
  readonly check: (signal: AbortSignal) => Promise<void>;
  readonly logger: Logger;
  /** Absolute, of this worker alone: what it holds is noted there, and what an earlier run held is given back. */
  readonly heldFolder: string;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** For tests. */
  readonly lease?: Lease;
  /** Milliseconds between words to the queue, and before a check is tried again; for tests. */
  readonly beat?: number;
  readonly firstPause?: number;
}

/** What an {@link OrderMaker} is told of the worker that it works in. */
export interface MakerSurroundings {
  readonly workerId: string;
  readonly livingWorkers: () => number;
  readonly tally: Tally;
}

/** A worker that takes orders. */
export interface OpenWorker {
  readonly identity: WorkerIdentity;
  readonly figures: WorkerFigures;
  readonly doing: Doing;
  /** Why it takes no orders now, in a few words; null while it does. */
  idleBecause(): string | null;
  /** Stops, as {@link OrderTaking.drain}; everything is closed then. */
  drain(milliseconds: number): ReturnType<OrderTaking['drain']>;
}

/** Connects to the queue, and takes orders from now on, as soon as queue and store are there. */
export async function openWorker(options: OpenWorkerOptions): Promise<OpenWorker> {
  const { queue, capacity, logger, clock, lease, beat, firstPause } = options;
  const { prefix } = queue;
  const identity: WorkerIdentity = { ...options.identity, id: randomUUID(), startedAt: clock() };
  const [connection, asking, listener] = await Promise.all([
    connectToQueue(queue, 'waiting'),
    connectToQueue(queue, 'asking'),
    connectToQueue(queue, 'waiting'),
  ]);
  const watch = watchQueue(connection, queue, logger);
  const ended = new AbortController();
  let isDraining = false;

  const tally = createTally(() => performance.now());
  const figures = createFigures(tally, () => performance.now());
  const doing = createDoing(clock, () => taking.adapt());
  const heartbeat = startHeartbeat({
    ...{ connection: asking, listener, prefix, identity, doing, tally, isDraining: () => isDraining },
    ...(beat !== undefined && { every: beat }),
  });
  const duty = createDuty({
    check: options.check,
    onChange: (isOn) => taking.take(isOn),
    ...{ logger, signal: ended.signal },
    ...(firstPause !== undefined && { firstPause }),
  });
  const run = createOrderRun({
    maker: options.maker({ workerId: identity.id, livingWorkers: heartbeat.livingWorkers, tally }),
    ...{ doing, duty, figures, logger, workerId: identity.id, together: createSharedProgress(asking, prefix) },
    isCancelled: heartbeat.isCancelled,
    countTry: createTries(asking, prefix),
    queueNow: heartbeat.queueNow,
    isStopping: () => isDraining,
  });
  const taking = takeOrders({
    ...{ connection, prefix, queue: queueName(identity.maker), workerId: identity.id, capacity, doing, run, logger },
    held: openHeldOrders(options.heldFolder),
    ...(lease !== undefined && { lease }),
  });
  return {
    ...{ identity, figures, doing },
    idleBecause: () => {
      if (isDraining) return 'draining';
      if (!watch.isReached) return 'the queue is unavailable';
      return duty.isOn ? null : 'the store is unavailable, or the disk is full';
    },
    drain: async (milliseconds) => {
      isDraining = true;
      ended.abort();
      void heartbeat.beat();
      const outcome = await taking.drain(milliseconds);
      watch.end();
      await heartbeat.stop();
      for (const each of [connection, asking, listener]) each.disconnect();
      return outcome;
    },
  };
}
