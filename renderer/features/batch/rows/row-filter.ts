import { isShown, type RowFilter, type RowStatus } from '#renderer/project/batch-rows.ts';
import type { TableRow } from '#shared/batch/table.ts';

interface RowSelection {
  readonly filter: RowFilter;
  readonly search: string;
  /** The number of findings of the film check for each row. If it is set, only rows with findings or errors are shown. */
  readonly findings?: readonly number[];
}

/**
 * Returns the indexes (from 0) of the rows that match the filter and contain the search text in a cell, ignoring case.
 */
export function visibleRows(
  rows: readonly TableRow[],
  statuses: readonly RowStatus[],
  { filter, search, findings }: RowSelection,
): readonly number[] {
  const text = search.trim().toLowerCase();
  return rows.flatMap((cells, at) => {
    const status = statuses[at];
    if (status !== undefined && !isShown(status, filter)) return [];
    if (findings !== undefined && (findings[at] ?? 0) === 0 && status?.kind !== 'invalid') return [];
    return text === '' || cells.some((cell) => cell.toLowerCase().includes(text)) ? [at] : [];
  });
}

/** Returns whether all rows, some rows, or no rows are checked. An invalid row counts as unchecked. */
export function chosenState(
  shown: readonly number[],
  statuses: readonly RowStatus[],
  left: ReadonlySet<number>,
): 'all' | 'some' | 'none' {
  const ticked = shown.filter((row) => !left.has(row) && statuses[row]?.kind !== 'invalid').length;
  if (ticked === 0) return 'none';
  return ticked === shown.length ? 'all' : 'some';
}
