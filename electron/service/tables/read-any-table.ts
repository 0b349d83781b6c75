import { Worker } from 'node:worker_threads';
import { mayBeWorkbook } from '#shared/batch/decode-table.ts';
import type { ReadTable } from '#shared/batch/read-table.ts';
import { type TableRow, type TypedCells, tableLimits } from '#shared/batch/table.ts';
import { err, ok, type Result } from '#shared/lib/result.ts';
import { message } from '#shared/messages/message.ts';
import { workbookLimits } from '#shared/tables/workbook.ts';
import { createLimiter } from '../waiting/limiter.ts';
import { runTableTask, type TableReply, type TableTask, type TaskFault } from './table-task.ts';

/** The maximum number of threads at a time. Each one can take half a gibibyte of memory. */
const limiter = createLimiter(2);

/** The maximum size of a text that is read without a thread. It takes about 20 ms. */
const SMALL_TEXT_BYTES = 256 * 1024;

/**
 * Reads a table of any kind. Reads workbooks and large texts in a separate thread, whose memory and time are limited, so
 * that a hostile file ends only that thread. Rejects with the signal's reason.
 */
export function readAnyTable(task: TableTask, signal: AbortSignal): Promise<Result<ReadTable, TaskFault>> {
  if (task.bytes.length > tableLimits.bytes) {
    const says = message('sheet/file-size', { most: tableLimits.bytes / 2 ** 20 });
    return Promise.resolve(err({ kind: 'error', code: 'table/too-large', says }));
  }
  // Starting a thread takes longer than reading a small text.
  if (task.bytes.length <= SMALL_TEXT_BYTES && !mayBeWorkbook(task.bytes)) return runTableTask(task);
  return limiter.run(signal, () => readInThread(task, signal));
}

async function readInThread(task: TableTask, signal: AbortSignal): Promise<Result<ReadTable, TaskFault>> {
  signal.throwIfAborted();
  const worker = new Worker(threadEntry(), {
    execArgv: [],
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: workbookLimits.threadMebibytes },
  });
  const { promise, resolve, reject } = Promise.withResolvers<Result<ReadTable, TaskFault>>();
  const giveUp = () => {
    const says = message('sheet/slow', { seconds: workbookLimits.seconds });
    resolve(err({ kind: 'error', code: 'table/too-slow', says }));
  };
  const rows: TableRow[] = [];
  const typed: (TypedCells | null)[] = [];
  worker.on('message', (reply: TableReply) => {
    if (reply.kind === 'rows') {
      for (const row of reply.rows) rows.push(row);
      for (const cells of reply.typed) typed.push(cells);
      return;
    }
    const { read } = reply;
    if (!read.ok) return resolve(read);
    const table = { ...read.value.table, rows, ...(typed.length > 0 && { typed }) };
    resolve(ok({ ...read.value, table }));
  });
  worker.on('error', (error: Error & { readonly code?: string }) =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? giveUp() : reject(error),
  );
  worker.on('exit', giveUp);
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(giveUp, workbookLimits.seconds * 1000);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    await worker.terminate();
  }
}

/**
 * Returns the URL of the thread's module, in its TypeScript or its compiled form. The names are literals, so that tools
 * that follow imports find the module.
 */
function threadEntry(): URL {
  return import.meta.url.endsWith('.ts')
    ? new URL('./table-thread.ts', import.meta.url)
    : new URL('./table-thread.js', import.meta.url);
}
