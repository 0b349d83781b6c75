import { type QueryClient, useQueries } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { Api } from '#renderer/api/api.ts';
import { useApi } from '#renderer/api/api-context.tsx';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import type { BatchDetail } from '#renderer/api/queries/use-batches.ts';
import type { ServiceEvent } from '#shared/contract/events.ts';
import type { BatchRow, RenderProgress } from './row-status.ts';

export interface LiveBatches {
  /** By id, without those that are gone or not read yet. */
  readonly batches: ReadonlyMap<string, BatchDetail>;
  /** Some are being read for the first time: nobody knows yet what runs. */
  readonly isReading: boolean;
  /** The progress of rows that are rendered now, by render. */
  readonly progress: ReadonlyMap<string, RenderProgress>;
}

type Change = Extract<ServiceEvent, { type: 'render.changed' }>['data'];

/** Events are gathered this long: a table of thousands is not drawn for each. */
const GATHER_MILLISECONDS = 120;

/** Batches with their rows, kept up to date by events: the rows are read once, and then patched. */
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
    const wanted = new Set(key.split(' '));
    let changes = new Map<string, Change>();
    let told = new Map<string, RenderProgress>();
    let timer: ReturnType<typeof setTimeout> | null = null;
    const flush = () => {
      timer = null;
      const [ended, gathered] = [changes, told];
      [changes, told] = [new Map(), new Map()];
      for (const batch of wanted) patch(api.queries, project, batch, ended);
      for (const change of ended.values()) if (change.state === 'failed') void readReason(api, project, change);
      setProgress((current) => {
        const next = new Map([...current, ...gathered]);
        for (const { id, state } of ended.values()) if (isEnd(state)) next.delete(id);
        return next;
      });
    };
    const stop = api.events.subscribe((event) => {
      if (event.project !== project) return;
      if (event.type === 'render.changed' && wanted.has(event.data.batch ?? '')) changes.set(event.data.id, event.data);
      else if (event.type === 'render.progress' && wanted.has(event.data.batch ?? ''))
        told.set(event.data.id, event.data);
      else return;
      timer ??= setTimeout(flush, GATHER_MILLISECONDS);
    });
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
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

/** The event does not say why. */
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
    // Read again with the whole batch, which its end makes stale.
  }
}

function isEnd(state: Change['state']): boolean {
  return state === 'succeeded' || state === 'failed' || state === 'cancelled';
}
