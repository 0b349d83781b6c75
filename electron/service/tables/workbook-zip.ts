import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { message } from '#shared/messages/message.ts';
import type { SheetLimit } from '#shared/messages/tables.en.ts';
import { TableError, type WorkbookParts, workbookLimits } from '#shared/tables/workbook.ts';

interface ZipPart {
  readonly name: string;
  readonly entry: Entry;
  readonly start: number;
  readonly packed: number;
}

/**
 * Opens the ZIP file of a workbook. Names of files are compared in lower case and never used as paths. Throws
 * {@link TableError} for a damaged file, for entries that share bytes, for encrypted entries, and beyond the limits.
 */
export async function openParts(bytes: Buffer): Promise<WorkbookParts> {
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

/** Refuses entries that share bytes, because a small file could contain a huge amount of data. */
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
  // The following loop receives the errors of the pipeline.
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
