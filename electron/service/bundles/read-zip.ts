import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import {
  type Entry,
  fromRandomAccessReaderPromise,
  getFileNameLowLevel,
  RandomAccessReader,
  type ZipFile,
} from 'yauzl';
import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import type { BundleEntryMessage, BundleMessage } from '#shared/messages/bundles.en.ts';
import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { ScratchFile } from '../storage/ports.ts';
import { isBomb, requireAmounts } from './bundle-limits.ts';
import { entryError } from './refusals.ts';

/** A file in a ZIP archive. It has passed all checks that are possible without unpacking it. */
export interface ZipEntry {
  readonly name: string;
  /** The stated size of the unpacked file. */
  readonly size: number;
  readonly packedSize: number;
  readonly method: 'stored' | 'deflated';
  /** The position of the file's bytes in the archive. */
  readonly start: number;
}

/**
 * Returns the files in a ZIP archive by name, from the directory at its end. Compares the directory with the header
 * before each file. Ignores folders. Throws `bundle/unreadable`, `bundle/limit`, `bundle/entry`, and the signal's
 * reason.
 */
export async function readEntries(file: ScratchFile, signal: AbortSignal): Promise<ReadonlyMap<string, ZipEntry>> {
  const zip = await openZip(file);
  const entries = new Map<string, ZipEntry>();
  const extents: Extent[] = [];
  let bytes = 0;
  for (;;) {
    signal.throwIfAborted();
    const listed = await nextEntry(zip.list);
    if (listed === null) break;
    const name = checkedEntryName(listed);
    const entry = await locate(zip.file, listed, name);
    if (entries.has(name)) throw entryError('bundle/entry', name, message('entry/twice'));
    extents.push({ name, from: listed.relativeOffsetOfLocalHeader, to: entry.start + entry.packedSize });
    bytes += entry.size;
    requireAmounts({ entries: 0, bytes, textBytes: 0 });
    if (!name.endsWith('/')) entries.set(name, entry);
  }
  requireDisjoint(extents);
  return entries;
}

interface OpenZip {
  readonly file: ZipFile;
  readonly list: AsyncIterator<Entry>;
}

async function openZip(file: ScratchFile): Promise<OpenZip> {
  const options = { autoClose: false, decodeStrings: false, validateEntrySizes: false };
  const zip = await fromRandomAccessReaderPromise(new FileReader(file), file.bytes, options).catch(
    async (error: unknown) => {
      throw error instanceof ServiceError ? error : unreadable(await whyNoZip(file), error);
    },
  );
  // Ignore the event: the failing calls report the error.
  zip.on('error', () => undefined);
  // The manifest is not counted among the files.
  requireAmounts({ entries: zip.entryCount - 1, bytes: 0, textBytes: 0 });
  return { file: zip, list: zip.eachEntry() };
}

async function whyNoZip(file: ScratchFile): Promise<Unreadable> {
  const head = new Uint8Array(4);
  const read = await file.read(head, 0);
  const isZip = read === 4 && Buffer.from(head).toString('latin1') === 'PK\x03\x04';
  if (!isZip) return message('bundle/no-zip');
  return message('bundle/end-missing', { bytes: file.bytes });
}

function unreadable(why: Unreadable, cause: unknown): ServiceError {
  return new ServiceError('bundle/unreadable', why, { cause });
}

async function nextEntry(list: AsyncIterator<Entry>): Promise<Entry | null> {
  try {
    const next = await list.next();
    return next.done === true ? null : next.value;
  } catch (error) {
    throw error instanceof ServiceError ? error : unreadable(message('bundle/list-damaged'), error);
  }
}

type Unreadable = BundleMessage;
type Why = BundleEntryMessage;

/** The maximum size of an entry's path in bytes: a name of up to 255 bytes, its folder, and its extension. */
const NAME_BYTES = 300;
const FILE_TYPE = 0o170_000;
const REGULAR = 0o100_000;
const DIRECTORY = 0o040_000;

/** Returns the name of an entry, which must be of an allowed kind. The manifest determines which names are allowed. */
function checkedEntryName(entry: Entry): string {
  const { fileNameRaw, generalPurposeBitFlag, extraFields } = entry;
  const name = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw.subarray(0, NAME_BYTES + 1), extraFields, true);
  const refuse = (why: Why): never => {
    throw entryError('bundle/entry', name, why);
  };
  if (fileNameRaw.length > NAME_BYTES || name.length > NAME_BYTES) refuse(message('entry/name-too-long'));
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE;
  const isFolder = name.endsWith('/');
  if (isFolder ? !FOLDERS.has(name) || entry.uncompressedSize > 0 : !isPlainPath(name))
    refuse(message('entry/unknown-name'));
  if (type !== 0 && type !== (isFolder ? DIRECTORY : REGULAR)) refuse(message('entry/no-file'));
  if (entry.isEncrypted()) refuse(message('entry/encrypted'));
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
    refuse(message('entry/packing', { method: entry.compressionMethod }));
  if (entry.compressionMethod === STORED && entry.compressedSize !== entry.uncompressedSize)
    refuse(message('entry/two-sizes'));
  if (isBomb(entry.compressedSize, entry.uncompressedSize))
    throw entryError('bundle/limit', name, message('entry/unpacks-to-more', { times: serviceLimits.bundle.ratio }));
  return name;
}

const STORED = 0;
const DEFLATED = 8;
const FOLDERS: ReadonlySet<string> = new Set(['assets/', 'templates/', 'editing/', 'tables/', 'movies/']);

/** Checks that a path has at most one folder and stays inside it. */
function isPlainPath(name: string): boolean {
  const segments = name.split('/');
  return segments.length <= 2 && segments.every((segment) => segment !== '' && segment !== '.' && segment !== '..');
}

/**
 * Finds the bytes of an entry. The header before them must match the directory. Otherwise two programs could read
 * different content.
 */
async function locate(zip: ZipFile, entry: Entry, name: string): Promise<ZipEntry> {
  const local = await zip.readLocalFileHeaderPromise(entry).catch((error: unknown) => {
    throw error instanceof ServiceError ? error : entryError('bundle/entry', name, message('entry/not-there'), error);
  });
  if (!local.fileName.equals(entry.fileNameRaw) || local.compressionMethod !== entry.compressionMethod)
    throw entryError('bundle/entry', name, message('entry/listed-otherwise'));
  return {
    name,
    size: entry.uncompressedSize,
    packedSize: entry.compressedSize,
    method: entry.compressionMethod === STORED ? 'stored' : 'deflated',
    start: local.fileDataStart,
  };
}

interface Extent {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** Refuses entries that share bytes, because they would let a small file contain a huge amount of data. */
function requireDisjoint(extents: readonly Extent[]): void {
  let last: Extent | null = null;
  for (const extent of extents.toSorted((one, other) => one.from - other.from)) {
    if (last !== null && extent.from < last.to)
      throw entryError('bundle/entry', extent.name, message('entry/same-place', { other: last.name }));
    last = extent;
  }
}

const READ_BYTES = 256 * 1024;

/**
 * Yields the unpacked bytes of an entry. There can be more bytes than the entry states, so the reader counts them.
 * Throws `bundle/digest` if they cannot be unpacked.
 */
export async function* entryBytes(file: ScratchFile, entry: ZipEntry, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const packed = packedBytes(file, entry);
  if (entry.method === 'stored') {
    yield* packed;
    return;
  }
  const inflate = createInflateRaw();
  // Ignore the rejection: the following loop receives the errors of the pipeline.
  const piped = pipeline(Readable.from(packed, { objectMode: false }), inflate, { signal });
  piped.catch(() => undefined);
  try {
    for await (const piece of inflate) yield piece;
    await piped;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ServiceError) throw error;
    throw entryError('bundle/digest', entry.name, message('entry/cannot-be-unpacked'), error);
  } finally {
    inflate.destroy();
  }
}

async function* packedBytes(file: ScratchFile, { name, start, packedSize }: ZipEntry): AsyncGenerator<Uint8Array> {
  let [position, remaining] = [start, packedSize];
  while (remaining > 0) {
    const buffer = Buffer.allocUnsafe(Math.min(READ_BYTES, remaining));
    const count = await file.read(buffer, position);
    if (count === 0) throw entryError('bundle/entry', name, message('entry/beyond-end'));
    position += count;
    remaining -= count;
    yield buffer.subarray(0, count);
  }
}

/** Adapts the file to the interface through which the library reads the structure of the archive. */
class FileReader extends RandomAccessReader {
  readonly #file: ScratchFile;

  constructor(file: ScratchFile) {
    super();
    this.#file = file;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.#fill(buffer.subarray(offset, offset + length), position).then(
      () => callback(null),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
    );
  }

  override close(callback: (error: Error | null) => void): void {
    callback(null);
  }

  async #fill(target: Buffer, position: number): Promise<void> {
    const end = position + target.length;
    if (!(Number.isSafeInteger(position) && position >= 0 && end <= this.#file.bytes))
      throw new Error('a place beyond the file');
    for (let done = 0; done < target.length; ) {
      const count = await this.#file.read(target.subarray(done), position + done);
      if (count === 0) throw new Error('the file is shorter than it was');
      done += count;
    }
  }
}
