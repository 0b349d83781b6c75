import type { Order } from '../../orders/orders.ts';

/** Memory of FFmpeg that an order at least has to have to be worth beginning. */
const ORDER_BYTES = 256 * 2 ** 20;

/**
 * Says how many orders are taken at once, as those that are worked on change. Parts are what one process makes: one for
 * each core. Films fill several cores by themselves, and two go side by side on any machine, as in
 * `jobs/queue/films-at-once.ts`: one is joined and checked while parts of the other are encoded.
 */
export interface Capacity {
  /** Those that are taken now, and one more where there is room for it; at least one. */
  atOnce(doing: Iterable<Pick<Order, 'kind'>>): number;
  readonly most: number;
}

/** @param memoryBytes What FFmpeg may take together. */
export function createCapacity(cores: number, memoryBytes: number): Capacity {
  const most = Math.max(1, Math.min(Math.max(2, cores), Math.floor(memoryBytes / ORDER_BYTES)));
  const filmCores = cores / Math.max(2, Math.floor(cores / 2));
  return {
    most,
    atOnce: (doing) => {
      const kinds = [...doing].map(({ kind }) => kind);
      const taken = kinds.reduce((sum, kind) => sum + (kind === 'film' ? filmCores : 1), 0);
      const hasRoom = taken < cores && kinds.length < most;
      return Math.max(1, kinds.length + (hasRoom ? 1 : 0));
    },
  };
}
