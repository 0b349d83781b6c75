import type { RenderEntry } from '#renderer/api/client/entries.ts';
import type { BatchEntry } from '#renderer/api/queries/use-batches.ts';

/** A line of the queue: a film, or all films of a batch as one. */
export type QueueEntry =
  | { readonly kind: 'render'; readonly id: string; readonly render: RenderEntry }
  | { readonly kind: 'batch'; readonly id: string; readonly batch: BatchEntry };

/** How long an ended batch stays in the queue by itself; its own screen has it longer. */
const SHOWN_MILLISECONDS = 24 * 3600 * 1000;

/** Batches that the queue lists: those that go on, and those that ended lately and were not taken off the list. */
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

/** The renders whose name others have too, each with its number among those: the oldest is 1. */
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

/** Both kinds together, newest first. */
export function queueEntries(renders: readonly RenderEntry[], batches: readonly BatchEntry[]): readonly QueueEntry[] {
  const entries: QueueEntry[] = [
    ...renders.map((render): QueueEntry => ({ kind: 'render', id: render.id, render })),
    ...batches.map((batch): QueueEntry => ({ kind: 'batch', id: batch.id, batch })),
  ];
  // All times are of the service and in UTC, so that they compare as they are written.
  return entries.sort((left, right) => createdOf(right).localeCompare(createdOf(left)));
}

function createdOf(entry: QueueEntry): string {
  return entry.kind === 'render' ? entry.render.createdAt : entry.batch.createdAt;
}

/** What became of a batch: one that was stopped, or of which no film was made, is not done. */
export function outcomeOf({ state, counts }: Pick<BatchEntry, 'state' | 'counts'>) {
  if (state !== 'ended') return state;
  if (counts.cancelled > 0) return 'cancelled';
  return counts.succeeded === 0 && counts.failed > 0 ? 'failed' : 'ended';
}

/** Its films that are worked on no more, or that there are once it has ended. */
export function filmsDone({ state, counts }: Pick<BatchEntry, 'state' | 'counts'>): number {
  return state === 'ended' ? counts.succeeded : counts.succeeded + counts.failed + counts.cancelled;
}

/** Films of a batch that need no more work, of all of them; from 0 to 1. */
export function shareOf({ counts }: Pick<BatchEntry, 'counts'>): number {
  return counts.total === 0 ? 0 : (counts.succeeded + counts.failed + counts.cancelled) / counts.total;
}
