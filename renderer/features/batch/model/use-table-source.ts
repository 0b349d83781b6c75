import { useEffect, useRef, useState } from 'react';
import { labelsOf } from '#renderer/project/variable-labels.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { formatCount } from '#renderer/ui/format/number.ts';
import { formatSize } from '#renderer/ui/format/size.ts';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import {
  noTableChoices,
  type ReadTable,
  readTable,
  type TableChoices,
  type TableFault,
} from '#shared/batch/read-table.ts';
import { type TableExcess, type TableRow, tableLimits } from '#shared/batch/table.ts';
import { assertNever } from '#shared/lib/assert.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import { message } from '#shared/messages/message.ts';
import { preparedFromTable } from './prepared-batch.ts';
import type { TableMessage, TableTask } from './table-worker.ts';
import type { BatchModel } from './use-batch-model.ts';

/** The ways to load a table. */
export interface TableSource {
  readonly openFile: (file: File) => Promise<void>;
  /** Reads a table from a text. Resolves with whether it is a table. */
  readonly takeText: (text: string) => Promise<boolean>;
  /** Reads the same file with other choices, which discards edits of cells. */
  readonly readAgain: (requests: Partial<TableChoices>) => void;
  readonly isReading: boolean;
}

export function useTableSource(model: BatchModel): TableSource {
  const { batch } = useStrings();
  const toasts = useToast();
  const [isReading, setReading] = useState(false);
  const reading = useRef<AbortController | null>(null);
  const known = model.template?.variables ?? [];
  const variables = known.flatMap((variable) => [variable.name, ...labelsOf(variable)]);
  useEffect(() => () => reading.current?.abort(), []);

  const showFault = (detail: string) =>
    toasts.show({ id: 'batch-table', message: batch.faultTitle, detail, tone: 'danger' });
  /** Reads a table and cancels the read of an earlier one. Resolves with whether it is a table. */
  const load = async (
    open: () => Promise<Uint8Array | string>,
    name: string | null,
    requests: TableChoices,
  ): Promise<boolean> => {
    reading.current?.abort();
    const controller = new AbortController();
    reading.current = controller;
    setReading(true);
    try {
      const content = await open();
      const task = { content, choices: requests, variables, columnNames: columnNames(batch.column) };
      const read = content.length < WORKER_LENGTH ? readInPage(task) : await readInWorker(task, controller.signal);
      if (controller.signal.aborted) return false;
      if (!read.ok) {
        showFault(faultWords(read.error, batch));
        return false;
      }
      toasts.close('batch-table');
      model.put(preparedFromTable(read.value, { name, content, requests }, known));
      return true;
    } catch {
      // The file was moved or locked since the user chose it.
      if (!controller.signal.aborted) showFault(batch.faults.unreadable);
      return false;
    } finally {
      if (reading.current === controller) setReading(false);
    }
  };

  return {
    isReading,
    openFile: async (file) => {
      if (file.size > tableLimits.bytes) {
        showFault(faultWords({ kind: 'too-much', what: 'bytes' }, batch));
        return;
      }
      await load(async () => new Uint8Array(await file.arrayBuffer()), file.name, noTableChoices);
    },
    takeText: (text) => load(async () => text, null, noTableChoices),
    readAgain: (requests) => {
      const { prepared } = model;
      const content = prepared?.content;
      if (prepared != null && content != null)
        void load(async () => content, prepared.name, { ...prepared.requests, ...requests });
    },
  };
}

/** The minimum length, in characters or bytes, of a table that is read in a worker. Shorter tables take about 20 ms. */
const WORKER_LENGTH = 500_000;

function columnNames(nameOf: (number: number) => string): readonly string[] {
  return Array.from({ length: tableLimits.columns }, (_, at) => nameOf(at + 1));
}

function readInPage({
  content,
  choices: requests,
  variables,
  columnNames: names,
}: TableTask): Result<ReadTable, TableFault> {
  return readTable(content, requests, { variables, columnName: (number) => names[number - 1] ?? '' });
}

/** Reads a table in a worker, because the largest tables take up to a second. */
function readInWorker(task: TableTask, signal: AbortSignal): Promise<Result<ReadTable, TableFault>> {
  const worker = new Worker(new URL('./table-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Result<ReadTable, TableFault>>((resolve, reject) => {
    const rows: TableRow[] = [];
    worker.onmessage = ({ data }: MessageEvent<TableMessage>) => {
      if ('rows' in data) {
        for (const row of data.rows) rows.push(row);
        return;
      }
      const { read } = data;
      resolve(read.ok ? ok({ ...read.value, table: { ...read.value.table, rows } }) : read);
    };
    worker.onerror = (event) => reject(new Error(`The table could not be read aside: ${event.message}`));
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    worker.postMessage(task);
  }).finally(() => worker.terminate());
}

function faultWords(fault: TableFault, { faults, encodings }: Catalogue['batch']): string {
  switch (fault.kind) {
    case 'other-file':
      return faults.otherFile[fault.is];
    case 'encoding':
      return fault.bad === null
        ? faults.notEncoded(encodings[fault.encoding])
        : faults.notUtf8(fault.bad.line, fault.bad.byte);
    case 'too-much':
      return faults.tooMuch[fault.what](limitWords(fault.what));
    case 'nul':
      return faults.nul(fault.line);
    case 'open-quote':
      return faults.openQuote(fault.line);
    case 'after-quote':
      return faults.afterQuote(fault.line);
    case 'syntax': {
      const { line, column, fault: found } = fault;
      return say(message('table/not-json', { line, column, fault: found }), { plain: true });
    }
    case 'too-deep':
      return faults.tooDeep(fault.line, fault.most);
    case 'no-list':
      return faults.noList;
    case 'no-row':
      return faults.noRow(fault.row);
    case 'nested':
      return faults.nested(fault.row, fault.column);
    case 'empty':
      return faults.empty;
    default:
      return assertNever(fault);
  }
}

function limitWords(what: TableExcess['what']): string {
  return what === 'bytes' ? formatSize(tableLimits.bytes) : formatCount(tableLimits[what]);
}
