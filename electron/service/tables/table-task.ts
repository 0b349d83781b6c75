import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { isFlatSpreadsheet, type OtherKind, otherKind, zipIn } from '#shared/batch/decode-table.ts';
import {
  type ReadTable,
  readSheetTable,
  readTable,
  type TableChoices,
  type TableFault,
} from '#shared/batch/read-table.ts';
import type { TableRow, TypedCells } from '#shared/batch/table.ts';
import { err, ok, type Result } from '#shared/lib/result.ts';
import { type Message, message } from '#shared/messages/message.ts';
import type { OtherFileKind, SheetLimit } from '#shared/messages/requests.en.ts';
import { openFods, openOds } from '#shared/tables/ods-workbook.ts';
import {
  TableError,
  type TableErrorCode,
  type Workbook,
  type WorkbookParts,
  workbookLimits,
} from '#shared/tables/workbook.ts';
import { openXlsx } from '#shared/tables/xlsx-workbook.ts';

/** A table to read. */
export interface TableTask {
  readonly bytes: Uint8Array;
  readonly choices: TableChoices;
  /** The names of variables. The header of a text table is recognized by them. */
  readonly variables: readonly string[];
  /** The name of a column that has none; its number replaces `#`. */
  readonly columnPattern: string;
  readonly isList: boolean;
}

/** A table that cannot be read: an error of a workbook, or the fault of a text. */
export type TaskFault =
  | { readonly kind: 'error'; readonly code: TableErrorCode; readonly says: Message }
  | { readonly kind: 'text'; readonly fault: TableFault };

/** A message from the thread: some rows, or at the end the rest of the result. */
export type TableReply =
  | { readonly kind: 'rows'; readonly rows: readonly TableRow[]; readonly typed: readonly (TypedCells | null)[] }
  | { readonly kind: 'result'; readonly read: Result<ReadTable, TaskFault> };

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

/** Opens a workbook. Returns null for a text table. Throws {@link TableError}. */
async function openWorkbook(bytes: Buffer, language: string): Promise<Workbook | null> {
  if (isFlatSpreadsheet(bytes)) return await openFods(() => flatText(bytes));
  const kind = otherKind(bytes);
  if (kind === 'old-excel' && bytes.includes(ENCRYPTED))
    throw new TableError('table/protected', message('sheet/protected'));
  if (kind === 'numbers') throw new TableError('table/kind', message('sheet/other-kind', { kind: 'numbers' }));
  if (kind !== 'excel' && kind !== 'open-document' && kind !== 'zip') return null;
  const { buffer, byteOffset, byteLength } = zipIn(bytes) ?? bytes;
  const parts = await openParts(Buffer.from(buffer, byteOffset, byteLength));
  if (parts.has('mimetype')) return await openOds(parts);
  if (parts.has('[content_types].xml') && parts.has('_rels/.rels')) return await openXlsx(parts, language);
  throw new TableError('table/kind', message('sheet/other-kind', { kind: 'zip' }));
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

interface ZipPart {
  readonly name: string;
  readonly entry: Entry;
  readonly start: number;
  readonly packed: number;
}

/**
 * Opens the ZIP file of a workbook. Names of files are compared in lower case and never used as paths. Throws
 * {@link TableError} for a damaged file, entries that share bytes, encrypted entries, and files beyond the limits.
 */
async function openParts(bytes: Buffer): Promise<WorkbookParts> {
  const zip = await fromBufferPromise(bytes, {
    autoClose: false,
    strictFileNames: false,
    validateEntrySizes: false,
  }).catch(() => {
    throw damaged();
  });
  if (zip.entryCount > workbookLimits.entries) throw limit('entries', workbookLimits.entries, 'ZIP');
  const parts = new Map<string, ZipPart>();
  const extents: { readonly from: number; readonly to: number }[] = [];
  for (const entry of await entriesOf(zip)) {
    const name = entry.fileName.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();
    if (name.length > workbookLimits.nameCharacters) throw limit('entries', workbookLimits.entries, 'ZIP');
    if (name.endsWith('/')) continue;
    if (entry.isEncrypted()) throw new TableError('table/protected', message('sheet/protected'));
    const local = await zip.readLocalFileHeaderPromise(entry, { minimal: true }).catch(() => {
      throw damaged();
    });
    const start = local.fileDataStart;
    if (parts.has(name) || start + entry.compressedSize > bytes.length) throw damaged();
    extents.push({ from: entry.relativeOffsetOfLocalHeader, to: start + entry.compressedSize });
    parts.set(name, { name, entry, start, packed: entry.compressedSize });
  }
  requireDisjoint(extents);
  let unpacked = 0;
  const count = (length: number) => {
    unpacked += length;
    if (unpacked > workbookLimits.allBytes) throw limit('all-bytes', workbookLimits.allBytes, 'ZIP');
  };
  return {
    has: (name) => parts.has(name),
    read: (name) => {
      const part = parts.get(name);
      if (part === undefined) throw new TableError('table/unreadable', message('sheet/damaged', { file: name }));
      return textOf(bytes, part, count);
    },
  };
}

async function entriesOf(zip: ZipFile): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  try {
    for await (const entry of zip.eachEntry()) entries.push(entry);
  } catch (error) {
    throw damaged(error);
  }
  return entries;
}

/** Refuses entries that share bytes, because they allow a small file to contain a huge amount of data. */
function requireDisjoint(extents: readonly { readonly from: number; readonly to: number }[]): void {
  let end = 0;
  for (const { from, to } of extents.toSorted((one, other) => one.from - other.from)) {
    if (from < end) throw damaged();
    end = to;
  }
}

const STORED = 0;
const DEFLATED = 8;
const MEBIBYTE = 2 ** 20;

/** Yields the text of an entry, which is UTF-8 or has a byte order mark. Checks its size, ratio, and CRC. */
async function* textOf(bytes: Buffer, part: ZipPart, count: (length: number) => void): AsyncGenerator<string> {
  const { name, entry, start, packed } = part;
  const data = bytes.subarray(start, start + packed);
  const method = entry.compressionMethod;
  if (method !== STORED && method !== DEFLATED) throw damaged();
  let [length, checksum] = [0, 0];
  let decoder: ReturnType<typeof decoderFor> | null = null;
  try {
    for await (const piece of method === STORED ? [data] : inflated(data)) {
      length += piece.length;
      count(piece.length);
      if (length > workbookLimits.entryBytes) throw limit('bytes', workbookLimits.entryBytes, name);
      if (length - MEBIBYTE > packed * workbookLimits.ratio) throw limit('ratio', workbookLimits.ratio, name);
      checksum = crc32(piece, checksum);
      decoder ??= decoderFor(piece);
      yield decoder.decode(piece, { stream: true });
    }
    const last = decoder?.decode() ?? '';
    if (last !== '') yield last;
  } catch (error) {
    throw error instanceof TableError ? error : damaged(error);
  }
  if (checksum !== entry.crc32 || length !== entry.uncompressedSize) throw damaged();
}

async function* inflated(data: Buffer): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw({ chunkSize: 256 * 1024 });
  // The loop below receives the errors of the pipeline.
  const piped = pipeline(Readable.from([data]), inflate);
  piped.catch(() => undefined);
  try {
    for await (const piece of inflate) yield piece;
    await piped;
  } finally {
    inflate.destroy();
  }
}

function decoderFor(piece: Uint8Array) {
  const [first, second] = piece;
  const utf16 = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null;
  return new TextDecoder(utf16 ?? 'utf-8', { fatal: true });
}

function damaged(cause?: unknown): TableError {
  return new TableError('table/unreadable', message('sheet/zip'), { cause });
}

function limit(what: SheetLimit['what'], most: number, place: string): TableError {
  return new TableError('table/too-large', message('sheet/limit', { what, most, place }));
}
