import type { RenderEntry } from '#renderer/api/client/entries.ts';
import type { BatchEntry } from '#renderer/api/queries/use-batches.ts';

/** An entry of the queue: a film, or all films of a batch. */
export type QueueEntry =
  | { readonly kind: 'render'; readonly id: string; readonly render: RenderEntry }
  | { readonly kind: 'batch'; readonly id: string; readonly batch: BatchEntry };

/** How long an ended batch stays in the queue. Its own screen lists it longer. */
const SHOWN_MILLISECONDS = 24 * 3600 * 1000;

/** Returns the batches that the queue lists: active ones, and recently ended ones that the user has not removed. */
export function listedBatches(
  batches: readonly BatchEntry[],
  hidden: readonly string[],
  now: number,
): readonly BatchEntry[] {
  return batches.filter(
    ({ id, state, createdAt }) =>
      state !== 'ended' || (!hidden.includes(id) && now - Date.parse(createdAt) < SHOWN_MILLISECONDS),
  );
}

/** Numbers the renders that share their name; the oldest is 1. */
export function likeNamed(
  renders: readonly RenderEntry[],
  nameOf: (render: RenderEntry) => string,
): ReadonlyMap<string, number> {
  const groups = Map.groupBy(renders, (render) => nameOf(render).toLowerCase());
  const numbers = new Map<string, number>();
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    const oldestFirst = group.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt));
    for (const [at, { id }] of oldestFirst.entries()) numbers.set(id, at + 1);
  }
  return numbers;
}

/** Merges renders and batches, newest first. */
export function queueEntries(renders: readonly RenderEntry[], batches: readonly BatchEntry[]): readonly QueueEntry[] {
  const entries: QueueEntry[] = [
    ...renders.map((render): QueueEntry => ({ kind: 'render', id: render.id, render })),
    ...batches.map((batch): QueueEntry => ({ kind: 'batch', id: batch.id, batch })),
  ];
  // The service writes all times in UTC, so their strings sort by time.
  return entries.sort((left, right) => createdOf(right).localeCompare(createdOf(left)));
}

function createdOf(entry: QueueEntry): string {
  return entry.kind === 'render' ? entry.render.createdAt : entry.batch.createdAt;
}

/** Returns the outcome of a batch. Only a batch with a finished film that was not stopped counts as done. */
export function outcomeOf({ state, counts }: Pick<BatchEntry, 'state' | 'counts'>) {
  if (state !== 'ended') return state;
  if (counts.cancelled > 0) return 'cancelled';
  return counts.succeeded === 0 && counts.failed > 0 ? 'failed' : 'ended';
}

/** Returns the number of ended films; for an ended batch, the number of succeeded films. */
export function filmsDone({ state, counts }: Pick<BatchEntry, 'state' | 'counts'>): number {
  return state === 'ended' ? counts.succeeded : counts.succeeded + counts.failed + counts.cancelled;
}

/** Returns the share of a batch's films that have ended, from 0 to 1. */
export function shareOf({ counts }: Pick<BatchEntry, 'counts'>): number {
  return counts.total === 0 ? 0 : (counts.succeeded + counts.failed + counts.cancelled) / counts.total;
}
