import type { WorkerReport } from './farm-status.ts';

/** Of the films that were given: how many some worker works on, or on a part of, and how many wait. */
export function givenCounts(
  ids: Iterable<string>,
  workers: readonly WorkerReport[],
): { readonly waiting: number; readonly active: number } {
  const begun = new Set(workers.flatMap(({ doing }) => doing.map(({ order }) => filmOf(order))));
  let active = 0;
  let waiting = 0;
  for (const id of ids)
    if (begun.has(id)) active += 1;
    else waiting += 1;
  return { waiting, active };
}

/** An order for parts has the id of its film's, a dot and a number. */
function filmOf(order: string): string {
  return order.split('.', 1)[0] ?? order;
}
