import { type ReadTable, readTable, type TableChoices, type TableFault } from '#shared/batch/read-table.ts';
import type { Result } from '#shared/lib/result.ts';

/** A table that the worker reads. */
export interface TableTask {
  readonly content: Uint8Array | string;
  readonly choices: TableChoices;
  readonly variables: readonly string[];
  /** The names of columns without a header, by number. */
  readonly columnNames: readonly string[];
}

/**
 * A message with some of the rows, or the last one with the rest of the result. A table of a million cells in one
 * message would block the page.
 */
export type TableMessage =
  | { readonly rows: ReadTable['table']['rows'] }
  | { readonly read: Result<ReadTable, TableFault> };

/** The number of cells per message. The page receives that many in a few milliseconds. */
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
