import type { Clock } from '../../storage/ports.ts';
import type { QueueConfig } from '../settings/farm-config.ts';
import type { Reachability } from '../status/farm-status.ts';
import { createReachability } from '../status/reachability.ts';
import type { WantedMaker } from './choose-maker.ts';
import { connectToQueue, queueAddress, queueFailure } from './connect.ts';
import { createDispatch, type Dispatch } from './dispatch.ts';
import { openOrderQueue } from './order-queue.ts';
import { cancelChannel, cancelledKey } from './queue-names.ts';
import { createRegistry, type Registry } from './registry.ts';

/** The queue as the service that runs a farm uses it. */
export interface FarmQueue extends AsyncDisposable {
  readonly registry: Registry;
  readonly dispatch: Dispatch;
  /** Without a secret. */
  readonly address: string;
  reachability(): Reachability;
}

export interface FarmQueueOptions {
  readonly wanted: WantedMaker;
  readonly clock: Clock;
  /** The workers that films go to have changed. */
  readonly onWorkers: () => void;
  readonly onReachability: (now: Reachability) => void;
  /** For tests. */
  readonly lookMilliseconds?: number;
  readonly readMilliseconds?: number;
}

const CANCELLED_SECONDS = 86_400;

/** Connects, and goes on to; nothing of it fails where the queue is away. What is given waits then. */
export async function openFarmQueue(config: QueueConfig, options: FarmQueueOptions): Promise<FarmQueue> {
  const { wanted, clock, onWorkers, onReachability, lookMilliseconds, readMilliseconds } = options;
  const { prefix } = config;
  const note = createReachability(clock, onReachability);
  const tell = (error: unknown): void => {
    if (error === null) note.reached();
    else note.away(queueFailure(error, config));
  };
  const connection = await connectToQueue(config, 'asking', tell);
  const registry = createRegistry({
    ...{ connection, prefix, wanted },
    onChange: () => {
      dispatch.look();
      onWorkers();
    },
    onRead: tell,
    ...(readMilliseconds === undefined ? {} : { readMilliseconds }),
  });
  const dispatch = createDispatch({
    maker: registry.maker,
    open: (maker, listener) => openOrderQueue(maker, { connection, config }, listener),
    tellCancelled: async (id) => {
      await connection.set(cancelledKey(prefix, id), '1', 'EX', CANCELLED_SECONDS);
      await connection.publish(cancelChannel(prefix), id);
    },
    // A round without orders asks the queue for nothing; who reads of the workers does.
    onRound: (error) => {
      if (error !== null) tell(error);
    },
    ...(lookMilliseconds === undefined ? {} : { lookMilliseconds }),
  });
  connection.on('ready', dispatch.look);
  return {
    registry,
    dispatch,
    address: queueAddress(config),
    reachability: note.get,
    [Symbol.asyncDispose]: async () => {
      await registry.close();
      await dispatch.close();
      connection.disconnect();
    },
  };
}
