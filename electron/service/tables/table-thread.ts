import { parentPort, workerData } from 'node:worker_threads';
import { runTableTask, type TableReply, type TableTask } from './table-task.ts';

/** The maximum number of cells in a message, which is received in a few milliseconds. */
const CELLS_AT_ONCE = 20_000;

// The entry point of the thread that `readAnyTable` starts.
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
