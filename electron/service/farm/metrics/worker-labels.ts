import type { WorkerReport } from '../status/farm-status.ts';

/** More workers than this have no figures of their own: each label is a series that a monitor keeps. */
export const MOST_WORKERS = 1000;

/**
 * The workers by the names that figures have, the first thousand of them. A worker keeps its name when it is started
 * again, so its series goes on; of several with one name all but the one that is there longest have a number.
 */
export function labelledWorkers(workers: readonly WorkerReport[]): ReadonlyMap<string, WorkerReport> {
  const sorted = workers.toSorted(
    (one, other) => compare(one.name, other.name) || one.startedAt - other.startedAt || compare(one.id, other.id),
  );
  const labelled = new Map<string, WorkerReport>();
  let same = { name: '', count: 0 };
  for (const worker of sorted.slice(0, MOST_WORKERS)) {
    const count = worker.name === same.name ? same.count + 1 : 1;
    same = { name: worker.name, count };
    labelled.set(count === 1 ? worker.name : `${worker.name} (${count})`, worker);
  }
  return labelled;
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
