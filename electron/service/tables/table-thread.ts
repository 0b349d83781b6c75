import { parentPort, workerData } from 'node:worker_threads';
import type { ReadTable } from '#shared/batch/read-table.ts';
import type { TableRow, TypedCells } from '#shared/batch/table.ts';
import type { Result } from '#shared/lib/result.ts';
import { runTableTask, type TableTask, type TaskFault } from './table-task.ts';

/** A message from the thread: some of the rows, or at the end the rest of the result. */
export type TableReply =
  | { readonly kind: 'rows'; readonly rows: readonly TableRow[]; readonly typed: readonly (TypedCells | null)[] }
  | { readonly kind: 'result'; readonly read: Result<ReadTable, TaskFault> };

/** The maximum number of cells in a message, which the receiver gets in a few milliseconds. */
const CELLS_AT_ONCE = 20_000;

// This module is the entry of the thread that `readTableInThread` starts.
const read = await runTableTask(workerData as TableTask);
const send = (reply: TableReply) => parentPort?.postMessage(reply);
if (!read.ok) send({ kind: 'result', read });
else {
  const { columns, rows, typed } = read.value.table;
  const rowsAtOnce = Math.max(1, Math.floor(CELLS_AT_ONCE / Math.max(1, columns.length)));
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    send({ kind: 'rows', rows: rows.slice(at, at + rowsAtOnce), typed: typed?.slice(at, at + rowsAtOnce) ?? [] });
  send({ kind: 'result', read: { ok: true, value: { ...read.value, table: { columns, rows: [] } } } });
}
