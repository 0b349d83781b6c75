import { withTimeout } from '../../waiting/with-timeout.ts';
import type { OrderQueue } from './order-queue.ts';

/** Orders that nobody wants any more: answered ones, and those that were cancelled. */
export interface UnwantedOrders {
  /**
   * Has the order taken out of the queue: at the next look, again until it is gone. Whoever works on it is told to stop
   * where `isTold`.
   */
  add(id: string, queue: OrderQueue, isTold: boolean): void;
  has(id: string): boolean;
  readonly size: number;
  /** Waits until the order is out of the queue, but no longer than that. */
  gone(id: string, milliseconds: number): Promise<void>;
  /** Tries all. Rejects where the queue is away, or refused one; those stay. */
  removeAll(): Promise<void>;
  /** Whether one of them is in that queue. */
  isIn(queue: OrderQueue): boolean;
}

interface Unwanted {
  readonly queue: OrderQueue;
  readonly isTold: boolean;
  readonly since: number;
  wasTold: boolean;
  readonly gone: PromiseWithResolvers<void>;
}

/** A worker that does not hear of it in an hour never will; what it answers is not looked at. */
const PATIENCE_MILLISECONDS = 3_600_000;
/** Beyond that the oldest are left to the time after which the queue itself forgets them. */
const MOST = 20_000;
const AT_ONCE = 100;
const NEVER = new AbortController().signal;

/** @param tell Tells all workers that an order was cancelled. */
export function createUnwantedOrders(tell: (id: string) => Promise<void>): UnwantedOrders {
  const orders = new Map<string, Unwanted>();
  const drop = (id: string): void => {
    orders.get(id)?.gone.resolve();
    orders.delete(id);
  };
  const remove = async (id: string, unwanted: Unwanted): Promise<void> => {
    if (await unwanted.queue.remove(id)) return drop(id);
    if (performance.now() - unwanted.since > PATIENCE_MILLISECONDS) return drop(id);
    if (!unwanted.isTold || unwanted.wasTold) return;
    await tell(id);
    unwanted.wasTold = true;
  };
  return {
    add: (id, queue, isTold) => {
      const before = orders.get(id);
      const gone = before?.gone ?? Promise.withResolvers<void>();
      orders.set(id, { queue, isTold, since: performance.now(), wasTold: false, gone });
      const [oldest] = orders.keys();
      if (orders.size > MOST && oldest !== undefined) drop(oldest);
    },
    has: (id) => orders.has(id),
    get size() {
      return orders.size;
    },
    gone: async (id, milliseconds) => {
      await withTimeout(orders.get(id)?.gone.promise ?? Promise.resolve(), milliseconds, NEVER);
    },
    removeAll: async () => {
      const all = [...orders];
      for (let start = 0; start < all.length; start += AT_ONCE)
        await allOf(all.slice(start, start + AT_ONCE).map(([id, unwanted]) => remove(id, unwanted)));
    },
    isIn: (queue) => [...orders.values()].some((unwanted) => unwanted.queue === queue),
  };
}

/** Waits for all of them, and rejects as the first of those that did. */
async function allOf(works: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(works)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}
