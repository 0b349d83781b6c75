import type { RenderEntry } from '#renderer/api/client/entries.ts';
import type { BatchEntry } from '#renderer/api/queries/use-batches.ts';

/** An entry of the queue: a film, or a batch with all its films. */
export type QueueEntry =
  | { readonly kind: 'render'; readonly id: string; readonly render: RenderEntry }
  | { readonly kind: 'batch'; readonly id: string; readonly batch: BatchEntry };

/**
 * The time in milliseconds for which a batch stays in the queue after its end. The screen of the batch lists it longer.
 */
const SHOWN_MILLISECONDS = 24 * 3600 * 1000;

/**
 * Returns the batches in the queue: active batches, and batches that ended recently and that the user has not removed.
 */
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

/** Returns the numbers of the renders that have the same name as another one. The oldest of them has number 1. */
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
  // The service writes all times in UTC, so that sorting the texts sorts the times.
  return entries.sort((left, right) => createdOf(right).localeCompare(createdOf(left)));
}

function createdOf(entry: QueueEntry): string {
  return entry.kind === 'render' ? entry.render.createdAt : entry.batch.createdAt;
}

/** Returns the outcome of a batch. It is `done` only if the batch was not stopped and at least one film succeeded. */
export function outcomeOf({ state, counts }: Pick<BatchEntry, 'state' | 'counts'>) {
  if (state !== 'ended') return state;
  if (counts.cancelled > 0) return 'cancelled';
  return counts.succeeded === 0 && counts.failed > 0 ? 'failed' : 'ended';
}

/** Returns the number of films that have ended. For a batch that has ended, only films that succeeded count. */
export function filmsDone({ state, counts }: Pick<BatchEntry, 'state' | 'counts'>): number {
  return state === 'ended' ? counts.succeeded : counts.succeeded + counts.failed + counts.cancelled;
}

/** Returns the fraction of a batch's films that have ended, from 0 to 1. */
export function shareOf({ counts }: Pick<BatchEntry, 'counts'>): number {
  return counts.total === 0 ? 0 : (counts.succeeded + counts.failed + counts.cancelled) / counts.total;
}
