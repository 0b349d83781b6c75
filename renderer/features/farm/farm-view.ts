import type { FarmTask, FarmWorker, WorkerFarm } from '#renderer/api/queries/use-farm.ts';

/** How many films of a worker are shown one by one. */
const SHOWN_TASKS = 3;
/** How many workers are shown: more are read as a figure, not as a table. */
export const SHOWN_WORKERS = 200;

/** How far a task is, from 0 to 1. */
export function shareOf({ done, total }: Pick<FarmTask, 'done' | 'total'>): number {
  return total <= 0 ? 0 : Math.min(1, Math.max(0, done / total));
}

/** How many workers there are of each state. */
export function countStates(workers: readonly FarmWorker[]): Readonly<Record<FarmWorker['state'], number>> {
  const counts = { working: 0, idle: 0, draining: 0, other: 0 };
  for (const { state } of workers) counts[state] += 1;
  return counts;
}

/** The share of parts that were looked for and there; null while none was looked for. */
export function foundShare({ made }: Pick<WorkerFarm, 'made'>): number | null {
  return made.lookedFor === 0 ? null : Math.min(1, made.found / made.lookedFor);
}

/** The first tasks of a worker, films before parts of films, and how many more there are. */
export function shownTasks(doing: readonly FarmTask[]): { readonly shown: readonly FarmTask[]; readonly more: number } {
  const films = doing.filter(({ kind }) => kind === 'film');
  const parts = doing.filter(({ kind }) => kind === 'parts');
  const shown = [...films, ...parts].slice(0, SHOWN_TASKS);
  return { shown, more: doing.length - shown.length };
}
