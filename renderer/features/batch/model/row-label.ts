import type { ColumnUses } from '#shared/batch/match-columns.ts';
import type { Table } from '#shared/batch/table.ts';
import type { Variable } from '#shared/resolve/variables.ts';

const MAX_LENGTH = 60;

/** Returns a label for a row: its first text, truncated. Files, colors, numbers, and lists do not count as texts. */
export function rowLabel(table: Table, uses: ColumnUses, variables: readonly Variable[], row: number): string {
  const cells = table.rows[row] ?? [];
  const isText = (at: number) => {
    const variable = variables.find(({ name }) => name === uses[at]);
    return variable === undefined || (variable.type === 'text' && (variable.declaration?.list ?? null) === null);
  };
  const label = cells.find((cell, at) => cell.trim() !== '' && isText(at)) ?? '';
  const line = label.trim().replaceAll(/\s+/g, ' ');
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
}
