import type { WorkerReport } from './farm-status.ts';

/**
 * How many of a worker's cores are taken. Parts are what one process makes: one core each. Films fill several cores by
 * themselves, and two go side by side on any machine, as in `jobs/queue/films-at-once.ts`: one is joined and checked
 * while parts of the other are encoded. A worker decides by it whether it takes one more.
 */
export function takenCores(cores: number, doing: Iterable<{ readonly kind: 'film' | 'parts' }>): number {
  const filmCores = cores / Math.max(2, Math.floor(cores / 2));
  return [...doing].reduce((sum, { kind }) => sum + (kind === 'film' ? filmCores : 1), 0);
}

/** How much of a worker is taken, from 0 to 1. */
export function loadOf({ cores, doing }: Pick<WorkerReport, 'cores' | 'doing'>): number {
  return cores <= 0 ? 0 : Math.min(1, takenCores(cores, doing) / cores);
}
