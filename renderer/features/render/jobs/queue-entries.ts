import type { RenderEntry } from '#renderer/api/client/entries.ts';
import type { BatchEntry } from '#renderer/api/queries/use-batches.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { formatClockSeconds, formatMoment } from '#renderer/ui/format/age.ts';
import { formatCount } from '#renderer/ui/format/number.ts';

/** An entry of the render queue: a single film, or a batch. */
export type QueueEntry =
  | { readonly kind: 'render'; readonly id: string; readonly render: RenderEntry }
  | { readonly kind: 'batch'; readonly id: string; readonly batch: BatchEntry };

/** The time in milliseconds for which an ended batch stays in the queue. The batch screen lists it longer. */
const SHOWN_MILLISECONDS = 24 * 3600 * 1000;

/** Returns the batches to list: active batches, and recent batches that the user has not removed. */
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

/**
 * Returns a distinguishing text for each render whose name is not unique: its differing values, format, and frames,
 * such as `Ada · WEBM`. If these are equal, the text contains the time of the request; if the times are also equal, a
 * number.
 */
export function distinguishingTexts(
  renders: readonly RenderEntry[],
  nameOf: (render: RenderEntry) => string,
  words: Pick<Catalogue['render'], 'framesFromTo' | 'likeNamed'>,
  now: Date,
): ReadonlyMap<string, string> {
  const textsByRender = new Map<string, string>();
  for (const group of Map.groupBy(renders, (render) => nameOf(render).toLowerCase()).values()) {
    if (group.length < 2) continue;
    const oldestFirst = group.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt));
    const facts = differingFacts(oldestFirst, words);
    const moments = oldestFirst.map(({ createdAt }) => new Date(createdAt));
    const labels = [
      facts,
      withFact(
        facts,
        moments.map((at) => formatMoment(at, now)),
      ),
      withFact(facts, moments.map(formatClockSeconds)),
      withFact(
        facts,
        oldestFirst.map((_, at) => words.likeNamed(at + 1)),
      ),
    ];
    for (const [at, { id }] of oldestFirst.entries()) {
      const factTexts = labels.map((each) => each[at] ?? '');
      const isUnique = (label: string, attempt: number) =>
        label !== '' && labels[attempt]?.filter((each) => each === label).length === 1;
      textsByRender.set(id, factTexts.find(isUnique) ?? factTexts.at(-1) ?? '');
    }
  }
  return textsByRender;
}

/** The maximum number of variables whose values a text contains. */
const MAX_VALUES = 2;

/** Returns a text for each render with the facts in which the renders differ; empty texts if all are equal. */
function differingFacts(
  renders: readonly RenderEntry[],
  words: Pick<Catalogue['render'], 'framesFromTo'>,
): readonly string[] {
  const valueNamed = ({ values }: RenderEntry, name: string) =>
    values.find((value) => value.name === name)?.value ?? '';
  const differ = (texts: readonly string[]) => new Set(texts).size > 1;
  const names = [...new Set(renders.flatMap(({ values }) => values.map(({ name }) => name)))];
  const columns = [
    ...names
      .map((name) => renders.map((render) => valueNamed(render, name)))
      .filter(differ)
      .slice(0, MAX_VALUES),
    ...[renders.map(({ format }) => format.toUpperCase())].filter(differ),
    ...[
      renders.map(({ range }) =>
        range === null ? '' : words.framesFromTo(formatCount(range.from), formatCount(range.to)),
      ),
    ].filter(differ),
  ];
  return columns.reduce(
    withFact,
    renders.map(() => ''),
  );
}

/** Appends a fact to each text. */
function withFact(texts: readonly string[], facts: readonly string[]): readonly string[] {
  return texts.map((text, at) => [text, facts[at] ?? ''].filter((part) => part !== '').join(' · '));
}

/** Merges renders and batches, newest first. */
export function queueEntries(renders: readonly RenderEntry[], batches: readonly BatchEntry[]): readonly QueueEntry[] {
  const entries: QueueEntry[] = [
    ...renders.map((render): QueueEntry => ({ kind: 'render', id: render.id, render })),
    ...batches.map((batch): QueueEntry => ({ kind: 'batch', id: batch.id, batch })),
  ];
  // All times are in UTC, so their lexicographic order is chronological.
  return entries.sort((left, right) => createdOf(right).localeCompare(createdOf(left)));
}

function createdOf(entry: QueueEntry): string {
  return entry.kind === 'render' ? entry.render.createdAt : entry.batch.createdAt;
}

/**
 * Returns the outcome of a batch. While the batch is active, this is its state. Otherwise, it is `cancelled` if a film
 * was canceled, `failed` if no film succeeded, or else `ended`.
 */
export function batchOutcome({ state, counts }: Pick<BatchEntry, 'state' | 'counts'>) {
  if (state !== 'ended') return state;
  if (counts.cancelled > 0) return 'cancelled';
  return counts.succeeded === 0 && counts.failed > 0 ? 'failed' : 'ended';
}

/** Returns the number of ended films. For an ended batch, returns only the number of films that succeeded. */
export function filmsDone({ state, counts }: Pick<BatchEntry, 'state' | 'counts'>): number {
  return state === 'ended' ? counts.succeeded : counts.succeeded + counts.failed + counts.cancelled;
}

/** Returns the fraction of a batch's films that have ended. */
export function batchProgress({ counts }: Pick<BatchEntry, 'counts'>): number {
  return counts.total === 0 ? 0 : (counts.succeeded + counts.failed + counts.cancelled) / counts.total;
}
