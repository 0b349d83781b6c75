import { type ReadTable, readTable, type TableChoices, type TableFault } from '#shared/batch/read-table.ts';
import type { Result } from '#shared/lib/result.ts';

/** A table that the worker reads. */
export interface TableTask {
  readonly content: Uint8Array | string;
  readonly choices: TableChoices;
  readonly variables: readonly string[];
  /** The names for columns without a name, by number. */
  readonly columnNames: readonly string[];
}

/** The rows in pieces, then the rest: receiving a table of a million cells in one message would block the page. */
export type TableMessage =
  | { readonly rows: ReadTable['table']['rows'] }
  | { readonly read: Result<ReadTable, TableFault> };

/** The page receives a message with this many cells in a few milliseconds. */
const CELLS_AT_ONCE = 20_000;

self.addEventListener('message', ({ data }: MessageEvent<TableTask>) => {
  const { content, choices: requests, variables, columnNames } = data;
  const columnName = (number: number) => columnNames[number - 1] ?? '';
  const read = readTable(content, requests, { variables, columnName });
  const send = (message: TableMessage) => self.postMessage(message);
  if (!read.ok) return send({ read });
  const { columns, rows } = read.value.table;
  const rowsAtOnce = Math.max(1, Math.floor(CELLS_AT_ONCE / Math.max(1, columns.length)));
  for (let at = 0; at < rows.length; at += rowsAtOnce) send({ rows: rows.slice(at, at + rowsAtOnce) });
  send({ read: { ok: true, value: { ...read.value, table: { columns, rows: [] } } } });
});
