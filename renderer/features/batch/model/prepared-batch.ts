import type { BatchDetail } from '#renderer/api/queries/use-batches.ts';
import { labelsOf, type Named } from '#renderer/project/variable-labels.ts';
import { type ColumnUses, matchColumns, withUse } from '#shared/batch/match-columns.ts';
import { noTableChoices, type ReadTable, type TableChoices, type TableForm } from '#shared/batch/read-table.ts';
import { type LineRange, type RaggedLine, type Table, withCell } from '#shared/batch/table.ts';

/** A table of films to render, with a link from each row to its last render. Stored per template. */
export interface PreparedBatch {
  /** The file name; null for pasted data, and for a table from a batch. */
  readonly name: string | null;
  /** The bytes or the text of the table; null for a table from a batch. */
  readonly content: Uint8Array | string | null;
  readonly requests: TableChoices;
  readonly form: TableForm | null;
  readonly table: Table;
  readonly ragged: readonly RaggedLine[];
  /** The blank lines in the file. Batches that an earlier version stored do not have this field. */
  readonly blankLines?: readonly LineRange[];
  readonly repeated?: ReadTable['repeated'];
  readonly repeatedColumns?: ReadTable['repeatedColumns'];
  readonly otherMembers?: ReadTable['otherMembers'];
  /** Whether cells were edited since the table was read. */
  readonly isEdited: boolean;
  readonly uses: ColumnUses;
  /** The indexes (from 0) of the rows that the user left out. */
  readonly left: readonly number[];
  /** For each row, the batch row that rendered it last; null for a row that was never rendered. */
  readonly links: readonly (RowLink | null)[];
}

/** A reference to a row of a batch. */
export interface RowLink {
  readonly batch: string;
  /** The index of the row in the batch, from 1. */
  readonly index: number;
}

/** Returns a prepared batch for a newly read table. */
export function preparedFromTable(
  read: ReadTable,
  from: Pick<PreparedBatch, 'name' | 'content' | 'requests'>,
  variables: readonly Named[],
): PreparedBatch {
  const { table, ragged, blankLines, form, repeated, repeatedColumns, otherMembers } = read;
  return {
    ...from,
    ...{ table, ragged, blankLines, form, repeated, repeatedColumns, otherMembers },
    isEdited: false,
    uses: usesOf(table.columns, variables),
    left: [],
    links: table.rows.map(() => null),
  };
}

/** Returns a prepared batch for a batch that was started elsewhere, of which only the values of the rows are known. */
export function preparedFromBatch(batch: BatchDetail, variables: readonly Named[]): PreparedBatch {
  const columns = [...new Set(batch.rows.flatMap((row) => Object.keys(row.variables)))];
  return {
    name: null,
    content: null,
    requests: noTableChoices,
    form: null,
    table: { columns, rows: batch.rows.map((row) => columns.map((column) => row.variables[column] ?? '')) },
    ragged: [],
    isEdited: false,
    uses: usesOf(columns, variables),
    left: [],
    links: batch.rows.map(({ index }) => ({ batch: batch.id, index })),
  };
}

function usesOf(columns: readonly string[], variables: readonly Named[]): ColumnUses {
  const labels = new Map(variables.map((variable) => [variable.name, labelsOf(variable)]));
  return matchColumns(columns, [...labels.keys()], (name) => labels.get(name) ?? []);
}

/** Sets the text of a cell. The row keeps its link; its film is outdated while the values differ. */
export function editCell(prepared: PreparedBatch, row: number, column: number, text: string): PreparedBatch {
  if (prepared.table.rows[row]?.[column] === text) return prepared;
  return {
    ...prepared,
    table: withCell(prepared.table, row, column, text),
    isEdited: true,
  };
}

export function chooseRows(prepared: PreparedBatch, rows: readonly number[], chosen: boolean): PreparedBatch {
  const left = new Set(prepared.left);
  for (const row of rows) {
    if (chosen) left.delete(row);
    else left.add(row);
  }
  return { ...prepared, left: [...left] };
}

/** Assigns another variable to a column. */
export function assignColumn(prepared: PreparedBatch, column: number, use: string | null): PreparedBatch {
  return { ...prepared, uses: withUse(prepared.uses, column, use) };
}

/** Links rows to the rows of a new batch, which are in the same order. */
export function linkRows(prepared: PreparedBatch, rows: readonly number[], batch: string): PreparedBatch {
  const indexes = new Map(rows.map((row, at) => [row, at + 1]));
  return {
    ...prepared,
    links: prepared.links.map((link, row) => {
      const index = indexes.get(row);
      return index === undefined ? link : { batch, index };
    }),
  };
}

/** Returns the ids of the batches to which rows are linked. */
export function batchesOf(prepared: PreparedBatch | null): readonly string[] {
  return [...new Set((prepared?.links ?? []).flatMap((link) => (link === null ? [] : [link.batch])))];
}
