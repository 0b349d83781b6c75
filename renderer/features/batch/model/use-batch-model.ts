import { useEffect, useMemo } from 'react';
import { planFilms } from '../../../../shared/batch/film-plan.ts';
import type { ColumnUses } from '../../../../shared/batch/match-columns.ts';
import type { Table } from '../../../../shared/batch/table.ts';
import { useApi } from '../../../api/api-context.tsx';
import { useAssets } from '../../../api/queries/use-assets.ts';
import { type BatchDetail, useBatches } from '../../../api/queries/use-batches.ts';
import { type FormatEntry, useFormats } from '../../../api/queries/use-renders.ts';
import { countRows, isRenderable, type RowStatus, statusOf } from '../../../common/batches/row-status.ts';
import { type LiveBatches, useBatchRows } from '../../../common/batches/use-batch-rows.ts';
import { type BatchDraft, batchesOf, draftOfBatch } from './batch-draft.ts';
import { type BatchProgress, progressOf } from './batch-progress.ts';
import type { BatchSettings } from './batch-settings.ts';
import { type BatchTemplate, useBatchTemplate } from './use-batch-template.ts';
import { type BatchMemory, useKeptBatch } from './use-kept-batch.ts';
import { type RowChecks, useRowChecks } from './use-row-checks.ts';

/** All that the screen shows, put together. */
export interface BatchModel extends BatchMemory {
  readonly project: string;
  readonly name: string;
  readonly template: BatchTemplate | null;
  readonly templateError: unknown;
  readonly draft: BatchDraft | null;
  readonly settings: BatchSettings | null;
  /** The use of each column; a column whose variable is gone has none. */
  readonly uses: ColumnUses;
  readonly checks: RowChecks;
  readonly live: LiveBatches;
  readonly statuses: readonly RowStatus[];
  readonly counts: ReturnType<typeof countRows>;
  /** Rows that a start would render. */
  readonly next: readonly number[];
  readonly progress: BatchProgress | null;
  /** Batches that are not over. */
  readonly open: readonly BatchDetail[];
  /** The one that was started last. */
  readonly newest: BatchDetail | null;
  readonly format: FormatEntry | null;
  readonly formats: readonly FormatEntry[];
}

const NO_TABLE: Table = { columns: [], rows: [] };

export function useBatchModel(project: string, name: string): BatchModel {
  const memory = useKeptBatch(project, name);
  const { template, error } = useBatchTemplate(project, name);
  const { data: assets = null } = useAssets(project);
  const { data: formats = [] } = useFormats();
  const { kept } = memory;
  const draft = kept?.draft ?? null;
  const table = draft?.table ?? NO_TABLE;
  const uses = useMemo(() => {
    const known = new Set(template?.variables.map((variable) => variable.name));
    return (draft?.uses ?? []).map((use) => (use !== null && known.has(use) ? use : null));
  }, [draft?.uses, template]);
  const checks = useRowChecks({ template, assets, rows: table.rows, uses });
  const ids = useMemo(() => batchesOf(draft), [draft]);
  const live = useBatchRows(project, ids);
  const statuses = useMemo(
    () =>
      table.rows.map((_, at) => {
        const link = draft?.links[at] ?? null;
        const row = link === null ? null : (live.batches.get(link.batch)?.rows[link.index - 1] ?? null);
        return statusOf(checks.ofRows[at] ?? null, row, live.progress.get(row?.render ?? ''));
      }),
    [table.rows, draft?.links, checks.ofRows, live],
  );
  const next = useMemo(() => {
    const left = new Set(draft?.left);
    return statuses.flatMap((status, at) => (isRenderable(status) && !left.has(at) && isGood(checks, at) ? [at] : []));
  }, [statuses, draft?.left, checks]);
  const open = useMemo(() => [...live.batches.values()].filter(isOpen), [live.batches]);
  useRunningBatch({ project, name, memory, template });
  return {
    ...memory,
    ...{ project, name, template, templateError: error, draft, uses, checks, live, statuses, next, open, formats },
    settings: kept?.settings ?? null,
    counts: useMemo(() => countRows(statuses), [statuses]),
    progress: useMemo(
      () => progressOf(statuses, checks.ofRows, live.progress),
      [statuses, checks.ofRows, live.progress],
    ),
    newest: useMemo(
      () =>
        [...live.batches.values()].reduce<BatchDetail | null>(
          (newest, batch) => (newest === null || batch.createdAt > newest.createdAt ? batch : newest),
          null,
        ),
      [live.batches],
    ),
    format: formats.find((format) => format.name === kept?.settings.format) ?? null,
  };
}

/** The rows say it at once, the batch only when it is read again. */
function isOpen({ rows }: BatchDetail): boolean {
  return rows.some(({ state }) => state !== 'succeeded' && state !== 'failed' && state !== 'cancelled');
}

/** A row that failed may have become one that cannot be rendered at all. */
function isGood({ ofRows }: RowChecks, at: number): boolean {
  const check = ofRows[at];
  return check?.totalFrames !== null && check?.problems.every(({ severity }) => severity !== 'error') === true;
}

/** Shows a batch of this template that runs and that this browser knows nothing of. */
function useRunningBatch(input: {
  readonly project: string;
  readonly name: string;
  readonly memory: BatchMemory;
  readonly template: BatchTemplate | null;
}): void {
  const { project, name, memory, template } = input;
  const { client } = useApi();
  const { data: batches } = useBatches(project);
  const isEmpty = memory.kept !== null && memory.kept.draft === null;
  const running = isEmpty ? batches?.find(({ movie, state }) => movie === name && state !== 'ended')?.id : undefined;
  const { put } = memory;
  useEffect(() => {
    if (running === undefined || template === null) return;
    const stopped = new AbortController();
    const parameters = { project, batch: running };
    client.call('readBatch', { parameters, signal: stopped.signal }).then(
      (batch) => {
        const names = template.variables.map((variable) => variable.name);
        if (!stopped.signal.aborted) put(draftOfBatch(batch, names));
      },
      // It is told where batches are listed; here a table can be opened all the same.
      () => undefined,
    );
    return () => stopped.abort();
  }, [running, template, project, client, put]);
}

/** Names that films would get, of a few rows. */
export function filmNames(model: BatchModel, rows: readonly number[]) {
  const { draft, uses, template, settings, format } = model;
  if (draft === null || template === null || settings === null) return null;
  return planFilms({
    table: draft.table,
    uses,
    variables: template.variables,
    chosen: rows,
    pattern: settings.pattern,
    extension: format?.extension ?? settings.format,
  });
}
