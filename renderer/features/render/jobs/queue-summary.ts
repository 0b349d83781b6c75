import type { RenderEntry } from '#renderer/api/client/entries.ts';

export type ActiveRender = Pick<RenderEntry, 'state' | 'done' | 'total' | 'fps' | 'etaSeconds'>;

/** The progress of the whole queue. */
export interface QueueSummary {
  /** The number of running renders. */
  readonly running: number;
  readonly queued: number;
  /** The finished fraction of all frames in the queue, from 0 to 1; null if the queue is empty. */
  readonly share: number | null;
  /** The estimated seconds until all renders are done; null if unknown. */
  readonly secondsLeft: number | null;
}

export function isActive({ state }: Pick<RenderEntry, 'state'>): boolean {
  return state === 'queued' || state === 'fetching' || state === 'rendering' || state === 'uploading';
}

export function summarise(renders: readonly ActiveRender[]): QueueSummary {
  const active = renders.filter(isActive);
  const queued = active.filter(({ state }) => state === 'queued');
  const total = sum(active, (render) => render.total);
  const done = sum(active, (render) => render.done);
  return {
    running: active.length - queued.length,
    queued: queued.length,
    share: active.length === 0 ? null : total === 0 ? 0 : done / total,
    secondsLeft: secondsLeftOf(active, queued),
  };
}

/**
 * Estimates the remaining time: the maximum time of the running films, plus the times of the queued films, which run
 * one after another. Null if unknown.
 */
function secondsLeftOf(active: readonly ActiveRender[], queued: readonly ActiveRender[]): number | null {
  const running = active.filter((render) => render.state !== 'queued');
  const knownTimes = running.flatMap(({ etaSeconds }) => etaSeconds ?? []);
  if (knownTimes.length === 0 || knownTimes.length < running.length) return null;
  const speed = Math.max(0, ...running.map(({ fps }) => fps ?? 0));
  if (queued.length > 0 && speed === 0) return null;
  const longest = Math.max(...knownTimes);
  return queued.length === 0 ? longest : longest + sum(queued, (render) => render.total) / speed;
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
