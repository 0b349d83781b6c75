import { useEffect, useRef, useState } from 'react';
import type { Api } from '#renderer/api/api.ts';
import { useApi } from '#renderer/api/api-context.tsx';
import { problemText } from '#renderer/api/client/problem-words.ts';
import { labelsOf } from '#renderer/project/variable-labels.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { pageLanguage } from '#renderer/strings/page-language.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { formatCount } from '#renderer/ui/format/number.ts';
import { formatSize } from '#renderer/ui/format/size.ts';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { mayBeWorkbook } from '#shared/batch/decode-table.ts';
import { sheetOfList } from '#shared/batch/joined-lists.ts';
import { foldName } from '#shared/batch/match-columns.ts';
import {
  noTableChoices,
  type ReadTable,
  readTable,
  type TableChoices,
  type TableFault,
} from '#shared/batch/read-table.ts';
import { listKeys } from '#shared/batch/row-keys.ts';
import { type Table, type TableExcess, type TableRow, tableLimits } from '#shared/batch/table.ts';
import { ProblemError } from '#shared/contract/client.ts';
import { assertNever } from '#shared/lib/assert.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import { message } from '#shared/messages/message.ts';
import { messageOf } from '#shared/messages/read-message.ts';
import type { Variable } from '#shared/resolve/variables.ts';
import { workbookLimits } from '#shared/tables/workbook.ts';
import { fillList, type PreparedBatch, type PreparedList, preparedFromTable } from './prepared-batch.ts';
import type { TableMessage, TableTask } from './table-worker.ts';
import type { BatchModel } from './use-batch-model.ts';

/** A second table that fills a list. */
export interface SecondTable {
  /** The name of the file that contains the table; null for another sheet of the workbook. */
  readonly file: string | null;
  readonly sheet: string | null;
  readonly table: Table;
}

/** The functions that load a table. */
export interface TableSource {
  /** Opens a file. `token` is its token on the desktop if the user opened it with the system's dialog. */
  readonly openFile: (file: File, token?: string | null) => Promise<void>;
  /** Reads a table from a text. Resolves with true if the text is a table. */
  readonly takeText: (text: string) => Promise<boolean>;
  /** Reads the same file with other choices, which discards edits of cells. */
  readonly readAgain: (requests: Partial<TableChoices>) => void;
  /**
   * Reads a second table: a file, or a sheet of the workbook. If that fails, reports the problem and resolves with
   * null.
   */
  readonly readSecond: (from: File | { readonly sheet: string }) => Promise<SecondTable | null>;
  readonly isReading: boolean;
}

export function useTableSource(model: BatchModel): TableSource {
  const { batch, actions } = useStrings();
  const { client } = useApi();
  const toasts = useToast();
  const [isReading, setReading] = useState(false);
  const reading = useRef<AbortController | null>(null);
  const known = model.template?.variables ?? [];
  const variables = known.flatMap((variable) => [variable.name, ...labelsOf(variable)]);
  useEffect(() => () => reading.current?.abort(), []);

  const showFault = (detail: string) =>
    toasts.show({ id: 'batch-table', message: batch.faultTitle, detail, tone: 'danger' });
  const readAny: ReadAny = async (content, requests, signal, isList = false) => {
    if (typeof content !== 'string' && mayBeWorkbook(content))
      return ok(await readWorkbook(client, { bytes: content, choices: requests, isList }, signal));
    const task = { content, choices: requests, variables, columnNames: columnNames(batch.column), isList };
    return content.length < WORKER_LENGTH ? readInPage(task) : await readInWorker(task, signal);
  };
  /** The contents of files with second tables, by name, for reading the table again. */
  const secondFiles = useRef(new Map<string, Uint8Array>());
  const secondOf = async (
    from: File | { readonly sheet: string },
    signal: AbortSignal,
  ): Promise<SecondTable | null> => {
    const isFile = from instanceof File;
    const content = isFile ? new Uint8Array(await from.arrayBuffer()) : (model.prepared?.content ?? '');
    const requests = isFile ? { ...noTableChoices, header: true } : { ...noTableChoices, sheet: from.sheet };
    const read = await readAny(content, requests, signal, true);
    if (!read.ok) {
      showFault(faultWords(read.error, batch));
      return null;
    }
    if (isFile && content instanceof Uint8Array) secondFiles.current.set(from.name, content);
    return { file: isFile ? from.name : null, sheet: read.value.form.sheet ?? null, table: read.value.table };
  };
  /** Fills the lists again after the table was read again. Also fills lists from sheets with the same names. */
  const withLists = async (prepared: PreparedBatch, before: readonly PreparedList[], signal: AbortSignal) => {
    let filled = prepared;
    for (const list of [...before, ...namedLists(prepared, before, known)]) {
      const content = list.file === null ? prepared.content : (secondFiles.current.get(list.file) ?? null);
      if (content === null) continue;
      const read = await readAny(content, { ...noTableChoices, header: true, sheet: list.sheet }, signal, true);
      if (read.ok) filled = refillList(filled, list, read.value.table, known);
    }
    return filled;
  };
  /** Replaces the table. Offers undo if its rows or edits were lost. */
  const replaceTable = (prepared: PreparedBatch) => {
    const { prepared: before, undo } = model;
    model.put(prepared);
    if (before === null || (before.content === prepared.content && !before.isEdited)) return;
    toasts.show({ id: 'batch-table', message: batch.replaced, action: { label: actions.undo, run: undo } });
  };
  /** Reads a table, and cancels an earlier read that is still running. Resolves with true if the content is a table. */
  const load = async (
    open: () => Promise<Uint8Array | string>,
    { name, token = null }: Pick<PreparedBatch, 'name' | 'token'>,
    requests: TableChoices,
    lists: readonly PreparedList[] = [],
  ): Promise<boolean> => {
    reading.current?.abort();
    const controller = new AbortController();
    reading.current = controller;
    const { signal } = controller;
    setReading(true);
    try {
      const content = await open();
      const read = await readAny(content, requests, signal);
      if (signal.aborted) return false;
      if (!read.ok) {
        showFault(faultWords(read.error, batch));
        return false;
      }
      const prepared = await withLists(
        preparedFromTable(read.value, { name, token, content, requests }, known),
        lists,
        signal,
      );
      if (signal.aborted) return false;
      toasts.close('batch-table');
      const lost = lists.find(({ variable }) => !(prepared.lists ?? []).some((list) => list.variable === variable));
      if (lost !== undefined) toasts.show({ message: batch.lists.lost(lost.variable), tone: 'warning' });
      replaceTable(prepared);
      return true;
    } catch (error) {
      // The file was moved or locked after the user chose it, or the service refused it.
      if (!signal.aborted) showFault(error instanceof ProblemError ? problemText(error) : batch.faults.unreadable);
      return false;
    } finally {
      if (reading.current === controller) setReading(false);
    }
  };

  return {
    isReading,
    openFile: async (file, token = null) => {
      if (file.size > tableLimits.bytes) {
        showFault(faultWords({ kind: 'too-much', what: 'bytes' }, batch));
        return;
      }
      await load(async () => new Uint8Array(await file.arrayBuffer()), { name: file.name, token }, noTableChoices);
    },
    takeText: (text) => load(async () => text, { name: null }, noTableChoices),
    readAgain: (requests) => {
      const { prepared } = model;
      const content = prepared?.content;
      if (prepared != null && content != null)
        void load(async () => content, prepared, { ...prepared.requests, ...requests }, prepared.lists);
    },
    readSecond: async (from) => {
      if (from instanceof File && from.size > tableLimits.bytes) {
        showFault(faultWords({ kind: 'too-much', what: 'bytes' }, batch));
        return null;
      }
      try {
        return await secondOf(from, AbortSignal.any([]));
      } catch (error) {
        showFault(error instanceof ProblemError ? problemText(error) : batch.faults.unreadable);
        return null;
      }
    },
  };
}

/** The parts of a workbook that are read, and whether its rows are items of a list. */
interface WorkbookRequest {
  readonly bytes: Uint8Array;
  readonly choices: TableChoices;
  readonly isList?: boolean;
}

/**
 * Reads a sheet of a workbook in the service, so that the page need not open ZIP files. Numbers and dates are formatted
 * in the chosen language, by default in the language of the page. Throws the problem of an unreadable file.
 */
async function readWorkbook(
  client: Api['client'],
  { bytes, choices, isList = false }: WorkbookRequest,
  signal: AbortSignal,
): Promise<ReadTable> {
  const { sheet, header, headerRow, hidden, merged, language } = choices;
  const answer = await client.call('readTable', {
    query: {
      ...(sheet != null && { sheet }),
      ...{
        header: header === false ? 'none' : (headerRow ?? 'first'),
        hidden: hidden ?? false,
        merged: merged ?? false,
      },
      ...{ language: language ?? pageLanguage(), rows: workbookLimits.listRows, list: isList },
    },
    body: bytes,
    signal,
  });
  const { columns, rows, typed, headerLine, sheets, lines, notes } = answer;
  const { ragged, blankLines, repeated, repeatedColumns, otherMembers, places } = answer;
  return {
    table: { columns, rows, ...(typed.length > 0 && { typed }) },
    form: { encoding: null, delimiter: null, header: headerLine !== null, sheet: answer.sheet ?? '' },
    ...{ headerLine, sheets, lines, ragged, blankLines, repeated, repeatedColumns, otherMembers },
    ...(places !== null && { places }),
    notes: notes.flatMap(({ reason, values }) => messageOf({ reason, values }) ?? []),
  };
}

type ReadAny = (
  content: Uint8Array | string,
  requests: TableChoices,
  signal: AbortSignal,
  isList?: boolean,
) => Promise<Result<ReadTable, TableFault>>;

/**
 * Returns the list variables that the table has no column for, if the workbook has a sheet with the name of the
 * variable.
 */
function namedLists(
  { sheets = [], table, form }: PreparedBatch,
  before: readonly PreparedList[],
  variables: readonly Pick<Variable, 'name' | 'declaration'>[],
): readonly PreparedList[] {
  const taken = new Set([...table.columns.map(foldName), ...before.map(({ variable }) => foldName(variable))]);
  return variables.flatMap(({ name, declaration }): readonly PreparedList[] => {
    if (!declaration?.list || taken.has(foldName(name))) return [];
    const sheet = sheetOfList(name, sheets, form?.sheet);
    return sheet === null ? [] : [{ variable: name, file: null, sheet: sheet.id, of: '', key: '', unmatched: 0 }];
  });
}

/**
 * Fills a list from its second table if both tables have their key columns. If the user has not chosen key columns,
 * they are determined by their names.
 */
function refillList(
  prepared: PreparedBatch,
  list: PreparedList,
  second: Table,
  variables: readonly Pick<Variable, 'name' | 'declaration'>[],
): PreparedBatch {
  const keys = listKeys(prepared.table, second);
  const of = list.of === '' ? (prepared.table.columns[keys.of] ?? '') : list.of;
  const key = list.key === '' ? (second.columns[keys.key] ?? '') : list.key;
  const hasColumns = prepared.table.columns.includes(of) && second.columns.includes(key);
  return hasColumns ? fillList(prepared, { ...list, of, key }, second, variables) : prepared;
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
  isList,
}: TableTask): Result<ReadTable, TableFault> {
  return readTable(content, requests, { variables, columnName: (number) => names[number - 1] ?? '', isList });
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
