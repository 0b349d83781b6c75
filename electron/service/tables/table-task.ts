import { type OtherKind, otherKind } from '#shared/batch/decode-table.ts';
import { type ReadTable, readTable, type TableChoices, type TableFault } from '#shared/batch/read-table.ts';
import { readSheetTable } from '#shared/batch/sheet-table.ts';
import { err, ok, type Result } from '#shared/lib/result.ts';
import { type Message, message } from '#shared/messages/message.ts';
import type { OtherFileKind } from '#shared/messages/tables.en.ts';
import { openFods, openOds } from '#shared/tables/ods-workbook.ts';
import { TableError, type TableErrorCode, type Workbook } from '#shared/tables/workbook.ts';
import { openXlsx } from '#shared/tables/xlsx-workbook.ts';
import { openParts } from './workbook-zip.ts';

/** A table to read. */
export interface TableTask {
  readonly bytes: Uint8Array;
  readonly choices: TableChoices;
  /** The names of variables, by which the header of a text table is recognized. */
  readonly variables: readonly string[];
  /** The name of a column without one; `#` stands for its number. */
  readonly columnPattern: string;
  readonly isList: boolean;
}

/** A table that cannot be read: an error of a workbook, or the fault of a text. */
export type TaskFault =
  | { readonly kind: 'error'; readonly code: TableErrorCode; readonly says: Message }
  | { readonly kind: 'text'; readonly fault: TableFault };

/** Reads a table of any kind. */
export async function runTableTask(task: TableTask): Promise<Result<ReadTable, TaskFault>> {
  const { choices, isList } = task;
  const columnName = (number: number) => task.columnPattern.replace('#', String(number));
  try {
    const bytes = Buffer.from(task.bytes.buffer, task.bytes.byteOffset, task.bytes.byteLength);
    const workbook = await openWorkbook(bytes, choices.language ?? 'en');
    if (workbook !== null) return ok(await readSheetTable(workbook, choices, { columnName, isList }));
  } catch (error) {
    if (error instanceof TableError) return err({ kind: 'error', code: error.code, says: error.says });
    throw error;
  }
  const read = readTable(task.bytes, choices, { variables: task.variables, columnName, isList });
  if (read.ok) return read;
  const { error: fault } = read;
  if (fault.kind === 'other-file') {
    const says = message('sheet/other-kind', { kind: KINDS[fault.is] });
    return err({ kind: 'error', code: 'table/kind', says });
  }
  return err({ kind: 'text', fault });
}

const KINDS: Readonly<Record<OtherKind, OtherFileKind>> = {
  excel: 'zip',
  'old-excel': 'xls',
  'open-document': 'zip',
  numbers: 'numbers',
  zip: 'zip',
  pdf: 'pdf',
  'web-page': 'web-page',
  binary: 'binary',
};

/** The name of the stream that an encrypted Office file contains, in UTF-16. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

/** Opens a workbook. Returns null for a file that is none. Throws {@link TableError}. */
async function openWorkbook(bytes: Buffer, language: string): Promise<Workbook | null> {
  if (isFlatSpreadsheet(bytes)) return await openFods(() => flatText(bytes));
  const kind = otherKind(bytes);
  if (kind === 'old-excel' && bytes.includes(ENCRYPTED))
    throw new TableError('table/protected', message('sheet/protected'));
  if (kind === 'numbers') throw new TableError('table/kind', message('sheet/other-kind', { kind: 'numbers' }));
  if (kind !== 'excel' && kind !== 'open-document' && kind !== 'zip') return null;
  const parts = await openParts(bytes);
  if (parts.has('mimetype')) return await openOds(parts);
  if (parts.has('[content_types].xml') && parts.has('_rels/.rels')) return await openXlsx(parts, language);
  throw new TableError('table/kind', message('sheet/other-kind', { kind: 'zip' }));
}

/** Returns whether a file is a flat OpenDocument file (FODS). */
function isFlatSpreadsheet(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4096)).toString('latin1');
  return /^(?:\xef\xbb\xbf)?\s*<(?:\?xml|office:document)/.test(start) && start.includes('opendocument:xmlns:office');
}

/** Returns whether a file has to be read in a thread: a workbook, or a file of another program. */
export function mayBeWorkbook(bytes: Uint8Array): boolean {
  const kind = otherKind(bytes);
  return (
    kind === 'excel' ||
    kind === 'old-excel' ||
    kind === 'open-document' ||
    kind === 'zip' ||
    kind === 'numbers' ||
    isFlatSpreadsheet(bytes)
  );
}

/** The number of bytes that are decoded at a time. */
const STEP = 256 * 1024;

async function* flatText(bytes: Buffer): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (let at = 0; at < bytes.length; at += STEP)
      yield decoder.decode(bytes.subarray(at, at + STEP), { stream: true });
    yield decoder.decode();
  } catch (error) {
    throw error instanceof TypeError
      ? new TableError('table/unreadable', message('sheet/xml', { file: 'FODS' }))
      : error;
  }
}
