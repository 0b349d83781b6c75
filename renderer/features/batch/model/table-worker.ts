import { type ReadTable, readTable, type TableChoices, type TableFault } from '#shared/batch/read-table.ts';
import type { Result } from '#shared/lib/result.ts';

/** The input for reading a table in the worker. */
export interface TableTask {
  readonly content: Uint8Array | string;
  readonly choices: TableChoices;
  readonly variables: readonly string[];
  /** The names for the columns of a table without a header. */
  readonly columnNames: readonly string[];
  /** Whether the rows are items of lists. There can be more items than films. */
  readonly isList: boolean;
}

/**
 * A message from the worker: some of the rows, or finally the rest of the result. A single message with a million cells
 * would block the page.
 */
export type TableMessage =
  | { readonly rows: ReadTable['table']['rows'] }
  | { readonly read: Result<ReadTable, TableFault> };

/** The maximum number of cells per message, which the page receives in a few milliseconds. */
const CELLS_AT_ONCE = 20_000;

self.addEventListener('message', ({ data }: MessageEvent<TableTask>) => {
  const { content, choices: requests, variables, columnNames, isList } = data;
  const columnName = (number: number) => columnNames[number - 1] ?? '';
  const read = readTable(content, requests, { variables, columnName, isList });
  const send = (message: TableMessage) => self.postMessage(message);
  if (!read.ok) return send({ read });
  const { columns, rows } = read.value.table;
  const rowsAtOnce = Math.max(1, Math.floor(CELLS_AT_ONCE / Math.max(1, columns.length)));
  for (let at = 0; at < rows.length; at += rowsAtOnce) send({ rows: rows.slice(at, at + rowsAtOnce) });
  send({ read: { ok: true, value: { ...read.value, table: { columns, rows: [] } } } });
});
