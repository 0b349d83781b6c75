import type { Order } from '../../orders/orders.ts';
import { takenCores } from '../../status/worker-load.ts';

/** Memory of FFmpeg that an order at least has to have to be worth beginning. */
const ORDER_BYTES = 256 * 2 ** 20;

/** Says how many orders are taken at once, as those that are worked on change: until the cores are taken. */
export interface Capacity {
  /** Those that are taken now, and one more where there is room for it; at least one. */
  atOnce(doing: Iterable<Pick<Order, 'kind'>>): number;
  readonly most: number;
}

/** @param memoryBytes What FFmpeg may take together. */
export function createCapacity(cores: number, memoryBytes: number): Capacity {
  const most = Math.max(1, Math.min(Math.max(2, cores), Math.floor(memoryBytes / ORDER_BYTES)));
  return {
    most,
    atOnce: (doing) => {
      const orders = [...doing];
      const hasRoom = takenCores(cores, orders) < cores && orders.length < most;
      return Math.max(1, orders.length + (hasRoom ? 1 : 0));
    },
  };
}
