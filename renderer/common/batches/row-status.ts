import type { BatchDetail } from '#renderer/api/queries/use-batches.ts';
import type { RowCheck } from '#shared/batch/check-row.ts';
import type { OutdatedReason } from '../renders/outdated-by.ts';

export type BatchRow = BatchDetail['rows'][number];

/** How far a row is. */
export type RowStatus =
  | { readonly kind: 'checking' | 'ready' | 'warning' | 'invalid' }
  | { readonly kind: 'queued'; readonly row: BatchRow }
  | { readonly kind: 'running'; readonly row: BatchRow; readonly share: number }
  /** It has a film, and a render would make another one now. */
  | { readonly kind: 'outdated'; readonly row: BatchRow; readonly by: readonly OutdatedReason[] }
  | { readonly kind: 'done' | 'failed' | 'cancelled'; readonly row: BatchRow };

export const rowFilters = ['all', 'done', 'outdated', 'todo', 'invalid', 'failed'] as const;
export type RowFilter = (typeof rowFilters)[number];

/** How far the frames of a render are. */
export interface RenderProgress {
  readonly done: number;
  readonly total: number;
  readonly fps: number | null;
}

/**
 * The state of a row: the outcome of its render, if there is one, else the outcome of its check. `by` says why its film
 * is out of date.
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
      // With other values it is a row that nobody has rendered yet.
      return by.includes('values') ? { kind: statusOfCheck(check) } : { kind: row.state, row };
    default:
      return { kind: statusOfCheck(check) };
  }
}

function statusOfCheck(check: RowCheck | null): 'checking' | 'ready' | 'warning' | 'invalid' {
  if (check === null) return 'checking';
  if (check.totalFrames === null || check.problems.some(({ severity }) => severity === 'error')) return 'invalid';
  return check.problems.length > 0 ? 'warning' : 'ready';
}

/** Whether a filter shows a row. What is being rendered is still to do. */
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

/** Rows that have a film, from 0: one that is out of date, too. */
export function rowsWithFilm(statuses: readonly RowStatus[]): readonly number[] {
  return statuses.flatMap(({ kind }, row) => (kind === 'done' || kind === 'outdated' ? [row] : []));
}

/** Whether a row can be sent now. */
export function isRenderable({ kind }: RowStatus): boolean {
  return kind === 'ready' || kind === 'warning' || kind === 'failed' || kind === 'cancelled' || kind === 'outdated';
}

/** Whether its values are being used: they cannot be changed meanwhile. */
export function isBusy({ kind }: RowStatus): boolean {
  return kind === 'queued' || kind === 'running';
}
