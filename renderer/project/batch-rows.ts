import { type QueryClient, useQueries } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { Api } from '#renderer/api/api.ts';
import { useApi } from '#renderer/api/api-context.tsx';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import type { BatchDetail } from '#renderer/api/queries/use-batches.ts';
import type { RowCheck } from '#shared/batch/check-row.ts';
import type { ServiceEvent } from '#shared/contract/events.ts';
import type { CheckVerdict } from '#shared/film-check/report.ts';
import type { OutdatedReason } from './outdated-films.ts';

export type BatchRow = BatchDetail['rows'][number];

export type RowStatus =
  | { readonly kind: 'checking' | 'ready' | 'warning' | 'invalid' }
  | { readonly kind: 'queued'; readonly row: BatchRow }
  | { readonly kind: 'running'; readonly row: BatchRow; readonly share: number }
  /** The film of the row is outdated: rendering it again would give a different film. */
  | { readonly kind: 'outdated'; readonly row: BatchRow; readonly by: readonly OutdatedReason[] }
  | { readonly kind: 'done' | 'failed' | 'cancelled'; readonly row: BatchRow };

export const rowFilters = ['all', 'done', 'outdated', 'todo', 'invalid', 'failed'] as const;
export type RowFilter = (typeof rowFilters)[number];

/** The progress of a render in frames. */
export interface RenderProgress {
  readonly done: number;
  readonly total: number;
  readonly fps: number | null;
}

/**
 * Returns the status of a row: the status of its render, or else the result of its check. `by` contains the reasons why
 * the film is outdated; empty if the film is up to date.
 */
export function statusOf(
  check: RowCheck | null,
  row: BatchRow | null,
  progress: RenderProgress | undefined,
  by: readonly OutdatedReason[] = [],
): RowStatus {
  switch (row?.state) {
    case 'queued':
      return { kind: 'queued', row };
    case 'fetching':
    case 'rendering':
    case 'uploading':
      return { kind: 'running', row, share: progress && progress.total > 0 ? progress.done / progress.total : 0 };
    case 'succeeded':
      if (by.length === 0) return { kind: 'done', row };
      return statusOfCheck(check) === 'invalid' ? { kind: 'invalid' } : { kind: 'outdated', row, by };
    case 'failed':
    case 'cancelled':
      // A failed or canceled row counts as not rendered after its values have changed.
      return by.includes('values') ? { kind: statusOfCheck(check) } : { kind: row.state, row };
    default:
      return { kind: statusOfCheck(check) };
  }
}

/** Returns the statuses in which a ready row has a warning if the film check found an error or a warning. */
export function withVerdicts(
  statuses: readonly RowStatus[],
  verdicts: readonly ({ readonly verdict: CheckVerdict } | null)[],
): readonly RowStatus[] {
  return statuses.map((status, at) => {
    const verdict = verdicts[at]?.verdict ?? 'passed';
    return status.kind === 'ready' && verdict !== 'passed' ? { kind: 'warning' } : status;
  });
}

/** Returns the films of a batch by the number of their row. In a run, a row has several films. */
export function filmsByRow({ rows }: Pick<BatchDetail, 'rows'>): ReadonlyMap<number, readonly BatchRow[]> {
  return Map.groupBy(rows, ({ row, index }) => row ?? index);
}

/** Returns one film that represents all films of a row; null without films. */
export function combinedRow(films: readonly BatchRow[]): BatchRow | null {
  const [first] = films;
  if (first === undefined || films.length === 1) return first ?? null;
  const has = (...states: readonly BatchRow['state'][]) => films.find(({ state }) => states.includes(state));
  const failed = has('failed');
  if (has('fetching', 'rendering', 'uploading') !== undefined) return { ...first, state: 'rendering' };
  if (has('queued') !== undefined)
    return { ...first, state: films.every(({ state }) => state === 'queued') ? 'queued' : 'rendering' };
  if (failed !== undefined) {
    const { error, reason, values } = failed;
    return { ...first, state: 'failed', error, reason, values };
  }
  return { ...first, state: has('cancelled') === undefined ? 'succeeded' : 'cancelled' };
}

/** Returns the progress of all films of a row together; undefined while unknown. */
export function combinedProgress(
  films: readonly BatchRow[],
  progress: ReadonlyMap<string, RenderProgress>,
): RenderProgress | undefined {
  const [first] = films;
  if (films.length === 1) return progress.get(first?.render ?? '');
  const shares = films.map(({ state, render }) => {
    const reported = progress.get(render ?? '');
    if (isEnd(state)) return 1;
    return reported && reported.total > 0 ? reported.done / reported.total : 0;
  });
  return { done: shares.reduce((sum, share) => sum + share, 0), total: films.length, fps: null };
}

function statusOfCheck(check: RowCheck | null): 'checking' | 'ready' | 'warning' | 'invalid' {
  if (check === null) return 'checking';
  if (check.totalFrames === null || check.problems.some(({ severity }) => severity === 'error')) return 'invalid';
  return check.problems.length > 0 ? 'warning' : 'ready';
}

/** Returns whether a filter shows a row. `todo` shows all rows except done, failed, and invalid ones. */
export function isShown({ kind }: RowStatus, filter: RowFilter): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'todo':
      return kind !== 'done' && kind !== 'failed' && kind !== 'invalid';
    case 'done':
    case 'outdated':
    case 'invalid':
    case 'failed':
      return kind === filter;
    default:
      return filter satisfies never;
  }
}

export function countRows(statuses: readonly RowStatus[]): Readonly<Record<RowFilter, number>> {
  const count = (filter: RowFilter) => statuses.reduce((sum, status) => sum + (isShown(status, filter) ? 1 : 0), 0);
  return {
    all: statuses.length,
    done: count('done'),
    outdated: count('outdated'),
    todo: count('todo'),
    invalid: count('invalid'),
    failed: count('failed'),
  };
}

/**
 * Returns the indexes (from 0) of the rows with a film, including outdated films. In a run, a row can have films even
 * if another of its films failed.
 */
export function rowsWithFilm(
  statuses: readonly RowStatus[],
  films: readonly (readonly BatchRow[])[] = [],
): readonly number[] {
  const hasFilm = ({ kind }: RowStatus, row: number) =>
    kind === 'done' || kind === 'outdated' || films[row]?.some(({ state }) => state === 'succeeded') === true;
  return statuses.flatMap((status, row) => (hasFilm(status, row) ? [row] : []));
}

/** Returns whether a row can be submitted now. */
export function isRenderable({ kind }: RowStatus): boolean {
  return kind === 'ready' || kind === 'warning' || kind === 'failed' || kind === 'cancelled' || kind === 'outdated';
}

/** Returns whether a render is using the values of the row, which are then locked. */
export function isBusy({ kind }: RowStatus): boolean {
  return kind === 'queued' || kind === 'running';
}

/**
 * Returns whether a batch is running, based on the states of its rows. Events update these states, whereas the state of
 * the batch itself is refetched later.
 */
export function isBatchRunning({ rows }: Pick<BatchDetail, 'rows'>): boolean {
  return rows.some(({ state }) => !isEnd(state));
}

export interface LiveBatches {
  /** The loaded batches by id. */
  readonly batches: ReadonlyMap<string, BatchDetail>;
  /** Whether a batch is loading for the first time. Until it is loaded, the set of running rows is unknown. */
  readonly isReading: boolean;
  /** The progress of running rows, by render. */
  readonly progress: ReadonlyMap<string, RenderProgress>;
}

type Change = Extract<ServiceEvent, { type: 'render.changed' }>['data'];

/**
 * The interval in milliseconds at which collected events are applied. A table with thousands of rows renders at most
 * once per interval.
 */
const FLUSH_DELAY_MILLISECONDS = 120;

/** Returns batches with their rows. They are loaded when the component is mounted, and then updated by events. */
export function useBatchRows(project: string, ids: readonly string[]): LiveBatches {
  const api = useApi();
  const { details, isReading } = useQueries({
    queries: ids.map((batch) => ({
      queryKey: queryKeys.batch(project, batch),
      queryFn: ({ signal }: { readonly signal: AbortSignal }): Promise<BatchDetail> =>
        api.client.call('readBatch', { parameters: { project, batch }, signal }),
    })),
    combine: combineAnswers,
  });
  const [progress, setProgress] = useState<ReadonlyMap<string, RenderProgress>>(new Map());
  const key = ids.join(' ');
  useEffect(() => {
    const requested = new Set(key.split(' '));
    let changes = new Map<string, Change>();
    let reported = new Map<string, RenderProgress>();
    let timer: ReturnType<typeof setTimeout> | null = null;
    const flush = () => {
      // A running read may return older states, so apply the events after the read.
      if ([...requested].some((batch) => api.queries.isFetching({ queryKey: queryKeys.batch(project, batch) }) > 0)) {
        timer = setTimeout(flush, FLUSH_DELAY_MILLISECONDS);
        return;
      }
      timer = null;
      const [gatheredChanges, gatheredProgress] = [changes, reported];
      [changes, reported] = [new Map(), new Map()];
      for (const batch of requested) patch(api.queries, project, batch, gatheredChanges);
      for (const change of gatheredChanges.values())
        if (change.state === 'failed') void readReason(api, project, change);
      setProgress((current) => {
        const next = new Map([...current, ...gatheredProgress]);
        for (const { id, state } of gatheredChanges.values()) if (isEnd(state)) next.delete(id);
        return next;
      });
    };
    const stop = api.events.subscribe((event) => {
      if (event.project !== project) return;
      if (event.type === 'render.changed' && requested.has(event.data.batch ?? ''))
        changes.set(event.data.id, event.data);
      else if (event.type === 'render.progress' && requested.has(event.data.batch ?? ''))
        reported.set(event.data.id, event.data);
      else return;
      timer ??= setTimeout(flush, FLUSH_DELAY_MILLISECONDS);
    });
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
      // Events no longer update the rows. Mark them as stale, so that a screen that shows them again reloads them.
      for (const batch of requested)
        void api.queries.invalidateQueries({ queryKey: queryKeys.batch(project, batch), refetchType: 'none' });
    };
  }, [api, project, key]);
  return useMemo(
    () => ({ batches: new Map(details.map((batch) => [batch.id, batch])), isReading, progress }),
    [details, isReading, progress],
  );
}

interface Answer {
  readonly data: BatchDetail | undefined;
  readonly isPending: boolean;
}

function combineAnswers(answers: readonly Answer[]): {
  readonly details: readonly BatchDetail[];
  readonly isReading: boolean;
} {
  return { details: answers.flatMap(({ data }) => data ?? []), isReading: answers.some(({ isPending }) => isPending) };
}

function patch(queries: QueryClient, project: string, batch: string, changes: ReadonlyMap<string, Change>): void {
  if (changes.size === 0) return;
  queries.setQueryData<BatchDetail>(queryKeys.batch(project, batch), (detail) =>
    detail === undefined ? undefined : { ...detail, rows: detail.rows.map((row) => changed(row, changes)) },
  );
}

function changed(row: BatchRow, changes: ReadonlyMap<string, Change>): BatchRow {
  const change = changes.get(row.render ?? '');
  if (change === undefined || change.state === row.state) return row;
  return { ...row, state: change.state, error: change.state === 'failed' ? row.error : null };
}

/** Loads the reason of a failure, which the event does not contain. */
async function readReason({ client, queries }: Api, project: string, { id, batch }: Change): Promise<void> {
  try {
    const { error } = await client.call('readRender', { parameters: { project, render: id } });
    queries.setQueryData<BatchDetail>(queryKeys.batch(project, batch ?? ''), (detail) =>
      detail === undefined
        ? undefined
        : {
            ...detail,
            rows: detail.rows.map((row) =>
              row.render === id
                ? { ...row, error: error?.detail ?? null, reason: error?.reason, values: error?.values }
                : row,
            ),
          },
    );
  } catch {
    // Ignore the error, because the reason is also part of the whole batch, which is read again when the batch ends.
  }
}

function isEnd(state: Change['state']): boolean {
  return state === 'succeeded' || state === 'failed' || state === 'cancelled';
}
