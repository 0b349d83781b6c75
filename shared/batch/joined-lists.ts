import { type Message, message } from '../messages/message.ts';
import type { SheetChoice } from '../tables/workbook.ts';
import type { ItemTexts } from '../template/variables/item-texts.ts';
import { foldName } from './match-columns.ts';
import { comparableKey, listKeys } from './row-keys.ts';
import { filledRows, type Table } from './table.ts';

/** The items of each row, and the rows of the second table without a matching row. */
export interface JoinedLists {
  /** The text of the list of each row, as a JSON array. */
  readonly texts: readonly string[];
  /** The numbers of the rows of the second table that match no row of the table, from 1. */
  readonly unmatched: readonly number[];
}

/**
 * Fills a list variable from a second table. Each row of the second table becomes an item of the row with the same key,
 * in order. Keys are compared in Unicode form C and without white space around them. An empty key has no items.
 */
export function joinLists(
  keys: readonly (string | undefined)[],
  second: readonly ItemTexts[],
  keyColumn: string,
): JoinedLists {
  const items = Map.groupBy(second, (row) => comparableKey(row[keyColumn]));
  const requested = new Set(keys.map(comparableKey));
  requested.delete('');
  const texts = keys.map((key) => {
    const own = comparableKey(key);
    return JSON.stringify(own === '' ? [] : (items.get(own) ?? []));
  });
  const unmatched = second.flatMap((row, at) => (requested.has(comparableKey(row[keyColumn])) ? [] : [at + 1]));
  return { texts, unmatched };
}

/** Returns the table with a column of these texts. It replaces a column with the same name. */
export function withListColumn(table: Table, name: string, texts: readonly string[]): Table {
  const known = table.columns.indexOf(name);
  const at = known < 0 ? table.columns.length : known;
  // A replaced column loses its typed values.
  const typed = table.typed?.map((cells) =>
    cells === null ? null : Object.fromEntries(Object.entries(cells).filter(([column]) => Number(column) !== at)),
  );
  return {
    ...table,
    ...(typed && { typed }),
    columns: table.columns.toSpliced(at, 1, name),
    rows: table.rows.map((row, index) => row.toSpliced(at, 1, texts[index] ?? '[]')),
  };
}

/**
 * Returns the rows of a table as items of a list. A field of type text gets the displayed text of a spreadsheet cell.
 * Other fields get its value.
 */
export function itemsOf(
  table: Table,
  fields: readonly { readonly name: string; readonly type: string | null }[] = [],
): readonly ItemTexts[] {
  const types = new Map(fields.map(({ name, type }) => [name, type ?? 'text']));
  const rows = filledRows(table, (column) => (types.get(table.columns[column] ?? '') ?? 'text') === 'text');
  return rows.map((row) => Object.fromEntries(table.columns.map((column, at) => [column, row[at] ?? ''])));
}

/** A list variable that a second table can fill. */
export interface ListVariable {
  readonly name: string;
  readonly fields: readonly { readonly name: string; readonly type: string | null }[];
}

/** Returns the list variables among variables, with their fields. */
export function listsAmong(
  variables: readonly {
    readonly name: string;
    readonly declaration?: { readonly list?: { readonly fields: ListVariable['fields'] } | null } | null;
  }[],
): readonly ListVariable[] {
  return variables.flatMap(({ name, declaration }) =>
    declaration?.list ? [{ name, fields: declaration.list.fields }] : [],
  );
}

/** The table of a list, and its place for messages, such as `people.items.csv` or `people.xlsx#items`. */
export interface ListTable {
  readonly place: string;
  readonly table: Table;
}

/** A table whose lists are filled. */
export interface FilledLists {
  readonly table: Table;
  /** The columns of the table that are keys of lists. */
  readonly keys: ReadonlySet<string>;
  /** A message for each list with rows that match no row of the table. */
  readonly unmatched: readonly { readonly place: string; readonly says: Message }[];
}

/** The maximum number of listed rows without a match. */
export const MAX_UNMATCHED = 20;

/**
 * Fills lists from the tables with their names. Skips a list that already has a column. `key` is the index of the
 * column that identifies the rows; undefined to choose it by its name. `tableOf` returns null for a list without a
 * table; its errors are thrown.
 */
export async function fillNamedLists(
  table: Table,
  lists: readonly ListVariable[],
  tableOf: (list: string) => Promise<ListTable | null>,
  key?: number | null,
): Promise<FilledLists> {
  const columns = new Set(table.columns.map(foldName));
  const keys = new Set<string>();
  const unmatched: { readonly place: string; readonly says: Message }[] = [];
  let filled = table;
  for (const { name, fields } of lists.filter((list) => !columns.has(foldName(list.name)))) {
    const second = await tableOf(name);
    if (second === null) continue;
    const { of, key: keyOfList } = listKeys(table, second.table, key);
    const keysOfRows = table.rows.map((row) => row[of]);
    const joined = joinLists(keysOfRows, itemsOf(second.table, fields), second.table.columns[keyOfList] ?? '');
    filled = withListColumn(filled, name, joined.texts);
    keys.add(table.columns[of] ?? '');
    const rows = joined.unmatched;
    const values = { list: name, rows: rows.slice(0, MAX_UNMATCHED), count: rows.length };
    if (rows.length > 0) unmatched.push({ place: second.place, says: message('batch/unmatched-rows', values) });
  }
  return { table: filled, keys, unmatched };
}

/** Returns the sheet of a workbook with the name of a list, except the sheet of the rows; null if there is none. */
export function sheetOfList(
  list: string,
  sheets: readonly SheetChoice[],
  rowsSheet: string | undefined,
): SheetChoice | null {
  const isOfList = ({ id, kind }: SheetChoice) =>
    kind === 'sheet' && id !== rowsSheet && foldName(id) === foldName(list);
  return sheets.find(isOfList) ?? null;
}
