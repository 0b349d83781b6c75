import type { FarmTask, FarmWorker, WorkerFarm } from '#renderer/api/queries/use-farm.ts';

/** The maximum number of displayed tasks per worker. */
const SHOWN_TASKS = 3;
/** The maximum number of listed workers. The totals include all. */
export const SHOWN_WORKERS = 200;

/** Returns the finished fraction of a task, from 0 to 1. */
export function taskProgress({ done, total }: Pick<FarmTask, 'done' | 'total'>): number {
  return total <= 0 ? 0 : Math.min(1, Math.max(0, done / total));
}

export function countStates(workers: readonly FarmWorker[]): Readonly<Record<FarmWorker['state'], number>> {
  const counts = { working: 0, idle: 0, draining: 0, other: 0 };
  for (const { state } of workers) counts[state] += 1;
  return counts;
}

/** Returns the cache hit rate: the fraction of requested parts that already existed; null before the first lookup. */
export function cachedPartsShare({ made }: Pick<WorkerFarm, 'made'>): number | null {
  return made.lookedFor === 0 ? null : Math.min(1, made.found / made.lookedFor);
}

/** Returns the first tasks of a worker, whole films first, and the number of the other tasks. */
export function shownTasks(tasks: readonly FarmTask[]): { readonly shown: readonly FarmTask[]; readonly more: number } {
  const films = tasks.filter(({ kind }) => kind === 'film');
  const parts = tasks.filter(({ kind }) => kind === 'parts');
  const shown = [...films, ...parts].slice(0, SHOWN_TASKS);
  return { shown, more: tasks.length - shown.length };
}
