import type { BatchDetail } from '#renderer/api/queries/use-batches.ts';
import { labelsOf, type Named } from '#renderer/project/variable-labels.ts';
import { itemsOf, joinLists, withListColumn } from '#shared/batch/joined-lists.ts';
import { type ColumnUses, matchColumns, withUse } from '#shared/batch/match-columns.ts';
import { noTableChoices, type ReadTable, type TableChoices, type TableForm } from '#shared/batch/read-table.ts';
import { type LineRange, type RaggedLine, type Table, withCell } from '#shared/batch/table.ts';
import type { Variable } from '#shared/resolve/variables.ts';

/** A table of films to render, with a link from each row to its last render. Stored per template. */
export interface PreparedBatch {
  /** The file name; null for pasted data, and for a table from a batch. */
  readonly name: string | null;
  /** The token of the file on the desktop, which the user opened with the system's dialog. */
  readonly token?: string | null;
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
  /**
   * The notes about the conversion of the sheet; absent for a table of text. `sheets` has the choices of the workbook,
   * and `lines` has the line of each row.
   */
  readonly notes?: ReadTable['notes'];
  readonly sheets?: ReadTable['sheets'];
  readonly lines?: ReadTable['lines'];
  readonly places?: ReadTable['places'];
  /** The lists that second tables fill. */
  readonly lists?: readonly PreparedList[];
  /** Whether cells were edited since the table was read. */
  readonly isEdited: boolean;
  readonly uses: ColumnUses;
  /** The indexes (from 0) of the rows that the user left out. */
  readonly left: readonly number[];
  /** For each row, the batch row that rendered it last; null for a row that was never rendered. */
  readonly links: readonly (RowLink | null)[];
}

/** A list that the rows of a second table fill by key. */
export interface PreparedList {
  /** The name of the list variable. */
  readonly variable: string;
  /** The name of the file with the second table; null for another sheet of the same workbook. */
  readonly file: string | null;
  /** The sheet of a workbook; null for a table of text. */
  readonly sheet: string | null;
  /** The key column of the table. */
  readonly of: string;
  /** The key column of the second table. */
  readonly key: string;
  /** The number of rows of the second table that belong to no row. */
  readonly unmatched: number;
}

/** A reference to a row of a batch. */
export interface RowLink {
  readonly batch: string;
  /** The index of the row in the batch, from 1. */
  readonly index: number;
  /** The row of an earlier batch that has the latest finished film, if the render of this row has no film yet. */
  readonly film?: FilmLink | undefined;
}

/** A reference to a row of a batch that has a film. */
export type FilmLink = Omit<RowLink, 'film'>;

/** Returns a prepared batch for a newly read table. */
export function preparedFromTable(
  read: ReadTable,
  from: Pick<PreparedBatch, 'name' | 'content' | 'requests' | 'token'>,
  variables: readonly Named[],
): PreparedBatch {
  const { table, ragged, blankLines, form, repeated, repeatedColumns, otherMembers, notes, sheets, lines, places } =
    read;
  return {
    ...from,
    ...{ table, ragged, blankLines, form, repeated, repeatedColumns, otherMembers },
    ...(sheets !== undefined && { notes, sheets, lines }),
    // Pasted cells come from an unknown place.
    ...(from.name !== null && places !== undefined && { places }),
    isEdited: false,
    uses: usesOf(table.columns, variables),
    left: [],
    links: table.rows.map(() => null),
  };
}

/** Returns a prepared batch for a batch that another client started. Only the values of its rows are known. */
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

/** Sets the text of a cell. The row keeps its link, but its film is outdated while the values differ. */
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

/**
 * Fills a list from a second table. The items of a row are the rows of the second table with the same key. The list
 * gets a column with its name.
 */
export function fillList(
  prepared: PreparedBatch,
  list: Omit<PreparedList, 'unmatched'>,
  second: Table,
  variables: readonly Pick<Variable, 'name' | 'declaration'>[],
): PreparedBatch {
  const of = prepared.table.columns.indexOf(list.of);
  const fields = variables.find(({ name }) => name === list.variable)?.declaration?.list?.fields ?? [];
  const keys = prepared.table.rows.map((row) => row[of]);
  const { texts, unmatched } = joinLists(keys, itemsOf(second, fields), list.key);
  const table = withListColumn(prepared.table, list.variable, texts);
  const at = table.columns.indexOf(list.variable);
  const others = (prepared.lists ?? []).filter(({ variable }) => variable !== list.variable);
  const uses = table.columns.map((_, column) => prepared.uses[column] ?? null);
  return {
    ...prepared,
    table,
    uses: withUse(uses, at, list.variable),
    lists: [...others, { ...list, unmatched: unmatched.length }],
  };
}

/**
 * Links rows to the rows of a new batch, which are in the same order. `films` has the links to the rows' present films,
 * which remain available until the new films are done.
 */
export function linkRows(
  prepared: PreparedBatch,
  rows: readonly number[],
  batch: string,
  films: ReadonlyMap<number, FilmLink> = NO_FILMS,
): PreparedBatch {
  const indexes = new Map(rows.map((row, at) => [row, at + 1]));
  return {
    ...prepared,
    links: prepared.links.map((link, row) => {
      const index = indexes.get(row);
      if (index === undefined) return link;
      const film = films.get(row);
      return { batch, index, ...(film !== undefined && { film: { batch: film.batch, index: film.index } }) };
    }),
  };
}

const NO_FILMS: ReadonlyMap<number, FilmLink> = new Map();

/** Returns the ids of the batches to which rows are linked. */
export function batchesOf(prepared: Pick<PreparedBatch, 'links'> | null): readonly string[] {
  const links = (prepared?.links ?? []).flatMap((link) => {
    if (link === null) return [];
    return link.film === undefined ? [link] : [link, link.film];
  });
  return [...new Set(links.map(({ batch }) => batch))];
}

/** Returns whether two tables are equal except for the links of their rows. */
export function isSameButLinks(one: PreparedBatch, other: PreparedBatch): boolean {
  const { links: _, ...fields } = one;
  return Object.entries(fields).every(([name, value]) => Object.is(other[name as keyof PreparedBatch], value));
}

/**
 * Returns an earlier state of a table with the links of its present state. If the earlier state is another table, it is
 * returned unchanged.
 */
export function withLinksOf(earlier: PreparedBatch | null, present: PreparedBatch | null): PreparedBatch | null {
  if (earlier === null || present === null) return earlier;
  const { name, content, requests, links } = present;
  const isSameTable =
    Object.is(earlier.content, content) &&
    Object.is(earlier.requests, requests) &&
    earlier.name === name &&
    earlier.links.length === links.length;
  return isSameTable ? { ...earlier, links } : earlier;
}
