import type { Statement } from '#shared/statements/statement.ts';
import type { Clock } from '../../storage/ports.ts';
import { connectToQueue, queueAddress } from '../connection/connect.ts';
import { watchFaults } from '../connection/queue-faults.ts';
import { whyQueueFails } from '../connection/why-queue-fails.ts';
import type { QueueConfig } from '../settings/farm-config.ts';
import type { Reachability } from '../status/farm-status.ts';
import { createReachability } from '../status/reachability.ts';
import type { WantedMaker } from './choose-maker.ts';
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
  /** What is set up as it should not be, as it was found last. */
  faults(): readonly Statement[];
}

export interface FarmQueueOptions {
  readonly wanted: WantedMaker;
  readonly clock: Clock;
  /** The workers that films go to have changed. */
  readonly onWorkers: () => void;
  readonly onReachability: (now: Reachability) => void;
  /** Something is set up as it should not be; told once, and again when it was right meanwhile. */
  readonly onFault: (fault: Statement) => void;
  /** For tests. */
  readonly lookMilliseconds?: number;
  readonly readMilliseconds?: number;
}

const CANCELLED_SECONDS = 86_400;

/** Connects, and goes on to; nothing of it fails where the queue is away. What is given waits then. */
export async function openFarmQueue(config: QueueConfig, options: FarmQueueOptions): Promise<FarmQueue> {
  const { wanted, clock, onWorkers, onReachability, onFault, lookMilliseconds, readMilliseconds } = options;
  const { prefix } = config;
  const note = createReachability(clock, onReachability);
  /** One that is full may be read, and takes no orders. */
  const failures = new Map<'read' | 'given', unknown>();
  const tell = (what: 'read' | 'given', error: unknown): void => {
    if (error === null) failures.delete(what);
    else failures.set(what, error);
    if (failures.size === 0) note.reached();
    else note.away(whyQueueFails([...failures.values()][0], config));
  };
  const connection = await connectToQueue(config, 'asking', (error) => tell('read', error));
  const registry = createRegistry({
    ...{ connection, prefix, wanted },
    onChange: () => {
      dispatch.look();
      onWorkers();
    },
    onRead: (error) => {
      tell('read', error);
      faults.look();
    },
    ...(readMilliseconds === undefined ? {} : { readMilliseconds }),
  });
  const dispatch = createDispatch({
    maker: registry.maker,
    open: (maker, listener) => openOrderQueue(maker, { connection, config }, listener),
    tellCancelled: async (id) => {
      await connection.set(cancelledKey(prefix, id), '1', 'EX', CANCELLED_SECONDS);
      await connection.publish(cancelChannel(prefix), id);
    },
    onRound: (error) => tell('given', error),
    ...(lookMilliseconds === undefined ? {} : { lookMilliseconds }),
  });
  connection.on('ready', dispatch.look);
  const faults = watchFaults({ connection, isShared: registry.isShared, clock, onFault });
  return {
    registry,
    dispatch,
    address: queueAddress(config),
    reachability: note.get,
    faults: faults.found,
    [Symbol.asyncDispose]: async () => {
      await registry.close();
      await dispatch.close();
      connection.disconnect();
    },
  };
}
