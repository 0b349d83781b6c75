import { Readable } from 'node:stream';
import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../../errors/service-error.ts';
import type { FileSystem } from '../../files/file-system.ts';
import { freeBytesAt } from '../../files/free-bytes.ts';
import { readBlobFile } from '../../storage/blobs/read-blob-file.ts';
import type { WorkspaceBlobs } from '../../storage/blobs/workspace-blobs.ts';
import type { BlobDigest, BlobRange, Clock, Database } from '../../storage/ports.ts';
import type { KeyedLock } from '../../waiting/keyed-lock.ts';
import { createLimiter } from '../../waiting/limiter.ts';
import { createSharedWork } from '../../waiting/shared-work.ts';
import { blobKey, type ObjectStorage } from '../storage/object-storage.ts';
import type { StoreLink } from './store-link.ts';
import { type BlobRow, lostBlobError, type StoredRows } from './stored-rows.ts';
import { restoreWithLock, type Uploader } from './uploader.ts';

export interface StoredBlobOptions {
  /** The blobs in the workspace's folder. */
  readonly blobs: WorkspaceBlobs;
  readonly storage: ObjectStorage;
  readonly rows: StoredRows;
  readonly files: FileSystem;
  readonly link: StoreLink;
  readonly turns: KeyedLock;
  readonly clock: Clock;
  readonly copies: Copies;
  readonly uploader: Uploader;
  readonly claim: (signal: AbortSignal) => Promise<void>;
}

/** The time for which a check of the store stays valid. Many films of a batch need the same blobs. */
const CHECK_VALID_MILLISECONDS = 60_000;
const MAX_CHECKS = 10_000;

/** Creates the blob store of a workspace whose blobs are also in an object store. */
export function createStoredBlobs(options: StoredBlobOptions): WorkspaceBlobs {
  const { blobs, storage, rows, link, turns, clock, copies, uploader, claim } = options;
  const checkedAt = new Map<BlobDigest, number>();

  const requireStored = async (sha256: BlobDigest, signal: AbortSignal): Promise<void> => {
    if (clock() - (checkedAt.get(sha256) ?? Number.NEGATIVE_INFINITY) < CHECK_VALID_MILLISECONDS) return;
    const row = rows.find(sha256);
    if (row === null) throw lostBlobError(sha256);
    // The store may have lost the object. While the store is unreachable, rely on the row.
    const stored = await link
      .use(() => storage.facts(blobKey(sha256), signal))
      .catch((error: unknown) => {
        if (link.hasRecorded(error)) return { sha256, bytes: row.bytes };
        throw error;
      });
    if (stored?.sha256 !== sha256 || stored.bytes !== row.bytes) {
      await rows.markNotStored(sha256);
      await uploader.uploadNow(sha256, signal);
    }
    if (checkedAt.size >= MAX_CHECKS) checkedAt.clear();
    checkedAt.set(sha256, clock());
  };

  const inStore: WorkspaceBlobs['inStore'] = async (sha256, signal, { isDoubted = false } = {}) => {
    signal.throwIfAborted();
    if (isDoubted) checkedAt.delete(sha256);
    if ((rows.find(sha256)?.storedAt ?? null) === null) await uploader.uploadNow(sha256, signal);
    else await requireStored(sha256, signal);
  };

  return {
    ...blobs,
    atHand: copies.atHand,
    read: async (sha256, range, signal) => {
      signal.throwIfAborted();
      return (await copies.read(sha256, range)) ?? (await readStored(sha256, range, options, signal));
    },
    inStore,
    acceptStored: async (sha256, bytes, { signal }) => {
      await link.ask(() => claim(signal));
      await turns.run(sha256, async () => {
        const stored = await link.ask(() => storage.facts(blobKey(sha256), signal));
        if (stored?.sha256 !== sha256 || stored.bytes !== bytes) throw lostBlobError(sha256);
        await blobs.exclusively(sha256, () => rows.accept({ sha256, bytes }, clock()));
      });
      return { sha256, bytes };
    },
    addressOf: async (sha256, answer, signal) => {
      await inStore(sha256, signal);
      return await link.ask(() => storage.signedAddress(blobKey(sha256), answer));
    },
  };
}

/** Streams a blob from the store without caching it, because a viewer often needs only a part of a film. */
async function readStored(
  sha256: BlobDigest,
  range: BlobRange | null,
  options: StoredBlobOptions,
  signal: AbortSignal,
): Promise<Readable> {
  const { storage, rows, link } = options;
  const row = rows.find(sha256);
  if (row === null) throw lostBlobError(sha256);
  const { start, end } = range ?? { start: 0, end: row.bytes };
  if (end <= start) return Readable.from([], { objectMode: false });
  const closed = new AbortController();
  const combined = AbortSignal.any([signal, closed.signal]);
  const open = () => storage.read(blobKey(sha256), { start, end }, combined);
  let content = await link.ask(open);
  if (content === null && (await link.ask(() => restoreWithLock(row, options, signal)))) content = await link.ask(open);
  if (content === null) {
    await rows.markLost(sha256);
    throw lostBlobError(sha256);
  }
  const stream = Readable.from(checkedContent(content, end - start), { objectMode: false });
  // A client that disconnects also closes the connection to the store.
  stream.once('close', () => closed.abort());
  return stream;
}

/**
 * Yields the content. Throws at the end if the number of bytes differs, so that a truncated stream does not look
 * complete.
 */
async function* checkedContent(content: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let remaining = bytes;
  for await (const piece of content) {
    remaining -= piece.length;
    if (remaining < 0) break;
    yield piece;
  }
  if (remaining !== 0) throw new Error('the store returned wrong bytes');
}

/** The local copies of stored blobs. */
export interface Copies {
  /** Returns the path of a blob's file. Fetches the file first if necessary. Throws like `BlobStore.atHand`. */
  atHand(sha256: BlobDigest, signal: AbortSignal): Promise<string>;
  /** Returns the bytes of the local file; null if there is none. */
  read(sha256: BlobDigest, range: BlobRange | null): Promise<Readable | null>;
  /** Resolves when no fetch is running. */
  ended(): Promise<void>;
}

export interface CopyOptions {
  readonly database: Database;
  readonly storage: ObjectStorage;
  readonly rows: StoredRows;
  readonly blobs: WorkspaceBlobs;
  readonly files: FileSystem;
  readonly link: StoreLink;
  readonly turns: KeyedLock;
  readonly clock: Clock;
  /** The absolute path of the workspace. */
  readonly workspace: string;
  /** Frees disk space by removing copies, as far as possible. */
  readonly evict: (bytes: number) => Promise<void>;
  readonly onFetched: () => void;
  readonly freeBytes?: () => Promise<number | null>;
}

const FETCHES_AT_ONCE = 4;
/** The bytes that stay free for other data, such as the database. */
const SPARE_BYTES = 64 * 2 ** 20;
/** The minimum interval between two updates of the time of use. */
const USE_UPDATE_MILLISECONDS = 30_000;

export function createCopies(options: CopyOptions): Copies {
  const { database, rows, blobs, files, clock, onFetched } = options;
  const fetching = createSharedWork<void>();
  const fetchLimiter = createLimiter(FETCHES_AT_ONCE);

  /** Returns the row with a corrected `isHere`, because another program may have removed the file. */
  const currentRow = async (sha256: BlobDigest): Promise<BlobRow> => {
    const row = rows.find(sha256);
    if (row === null) throw lostBlobError(sha256);
    const isHere = row.isHere && (await files.fileFacts(blobs.pathOf(sha256)))?.size === row.bytes;
    // A failed update does not prevent the use.
    if (isHere && clock() - row.usedAt > USE_UPDATE_MILLISECONDS)
      await rows.markUsed(sha256, clock()).catch(() => undefined);
    return { ...row, isHere };
  };

  return {
    atHand: async (sha256, signal) => {
      signal.throwIfAborted();
      // Eviction takes the same lock, so it cannot remove the file in between.
      const row = await blobs.exclusively(sha256, () => currentRow(sha256));
      if (!row.isHere) {
        using _hold = blobs.hold(sha256);
        await fetching.run(sha256, signal, (shared) => fetchLimiter.run(shared, () => fetchCopy(row, options, shared)));
        onFetched();
      }
      return blobs.pathOf(sha256);
    },
    read: (sha256, range) =>
      blobs.exclusively(sha256, async () => {
        const { isHere } = await currentRow(sha256);
        return isHere ? await readBlobFile({ database, path: blobs.pathOf(sha256) }, sha256, range) : null;
      }),
    ended: fetching.ended,
  };
}

/** Fetches a blob from the store. Throws `storage/lost`, `storage/away`, or `storage/full`. */
async function fetchCopy(row: BlobRow, options: CopyOptions, signal: AbortSignal): Promise<void> {
  const { sha256, bytes } = row;
  const { storage, rows, blobs, files, link } = options;
  await requireSpace(bytes, options);
  using temporary = blobs.temporaryNames.take();
  const { path } = temporary;
  try {
    const fetch = () => storage.fetch(blobKey(sha256), path, { signal });
    let facts = await link.ask(fetch);
    if (facts === null && (await link.ask(() => restoreWithLock(row, options, signal)))) facts = await link.ask(fetch);
    if (facts === null || facts.sha256 !== sha256 || facts.bytes !== bytes) {
      await rows.markLost(sha256);
      throw lostBlobError(sha256);
    }
    const file = await files.open(path, 'r+');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
    if (!(await blobs.placeCopy(path, { sha256, bytes }))) throw lostBlobError(sha256);
  } catch (error) {
    await files.remove(path).catch(() => undefined);
    throw error;
  }
}

async function requireSpace(bytes: number, { workspace, evict, freeBytes }: CopyOptions): Promise<void> {
  const free = freeBytes ?? (() => freeBytesAt(workspace));
  const missingBytes = async (): Promise<number> => bytes + SPARE_BYTES - ((await free()) ?? Number.POSITIVE_INFINITY);
  const missing = await missingBytes();
  if (missing <= 0) return;
  await evict(missing);
  const remaining = (await free()) ?? Number.POSITIVE_INFINITY;
  if (bytes + SPARE_BYTES > remaining)
    throw new ServiceError('storage/full', message('storage/no-room', { bytes, free: remaining }));
}

export interface EvictionOptions {
  readonly storage: ObjectStorage;
  readonly rows: StoredRows;
  readonly blobs: WorkspaceBlobs;
  readonly files: FileSystem;
  readonly link: StoreLink;
  readonly clock: Clock;
  readonly turns: KeyedLock;
  /** Called when an object is missing although its row says that it is stored. */
  readonly onMissing: () => void;
}

/** The time for which a requested copy is not evicted, because its caller is about to read it. */
const IN_USE_MILLISECONDS = 60_000;
const EVICTION_PAGE = 100;

/**
 * Removes copies, least recently used first, until the given bytes are freed. Keeps blobs that are held or were just
 * requested, and blobs that are currently missing in the store. Returns the freed bytes. Throws the errors of the
 * storage.
 */
export async function evictCopies(bytes: number, options: EvictionOptions, signal: AbortSignal): Promise<number> {
  const { rows } = options;
  let freed = 0;
  let page = rows.copies(EVICTION_PAGE, null);
  while (page.length > 0 && freed < bytes) {
    for (const row of page) {
      if (freed >= bytes) break;
      signal.throwIfAborted();
      freed += await evict(row, options, signal);
    }
    page = rows.copies(EVICTION_PAGE, page.at(-1) ?? null);
  }
  return freed;
}

function evict(row: BlobRow, options: EvictionOptions, signal: AbortSignal): Promise<number> {
  const { storage, rows, blobs, files, link, clock, turns, onMissing } = options;
  const { sha256, bytes } = row;
  const isInUse = (): boolean => blobs.isHeld(sha256) || clock() - row.usedAt < IN_USE_MILLISECONDS;
  if (isInUse()) return Promise.resolve(0);
  return turns.run(sha256, async () => {
    const stored = await link.use(() => storage.facts(blobKey(sha256), signal));
    if (stored?.sha256 !== sha256 || stored.bytes !== bytes) {
      await rows.markNotStored(sha256);
      onMissing();
      return 0;
    }
    return blobs.exclusively(sha256, async () => {
      const current = rows.find(sha256);
      if (current === null || !current.isHere || current.storedAt === null) return 0;
      if (current.usedAt !== row.usedAt || isInUse()) return 0;
      // Change the row first: if the process stops before the removal, the sweep removes the file.
      rows.markOnlyStored(sha256);
      await files.remove(blobs.pathOf(sha256));
      return bytes;
    });
  });
}
