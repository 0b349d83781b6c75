import type { Readable } from 'node:stream';
import { statement } from '#shared/statements/statement.ts';
import { ServiceError } from '../../errors/service-error.ts';
import type { FileSystem } from '../../files/file-system.ts';
import { freeBytesAt } from '../../files/free-bytes.ts';
import { readBlobFile } from '../../storage/blobs/read-blob-file.ts';
import type { WorkspaceBlobs } from '../../storage/blobs/workspace-blobs.ts';
import type { BlobDigest, BlobRange, Clock, Database } from '../../storage/ports.ts';
import type { KeyedLock } from '../../waiting/keyed-lock.ts';
import { createLimiter } from '../../waiting/limiter.ts';
import { createSharedWork } from '../../waiting/shared-work.ts';
import { blobKey, type ObjectStorage } from '../store/object-storage.ts';
import { lost } from './lost.ts';
import { restoreInTurn } from './restore-damaged.ts';
import type { StoreLink } from './store-link.ts';
import type { BlobRow, StoredRows } from './stored-rows.ts';

/** The files here of what the store has too. */
export interface Copies {
  /** Path of a blob's file, fetched first where only the store has it. Throws as `BlobStore.atHand` does. */
  atHand(sha256: BlobDigest, signal: AbortSignal): Promise<string>;
  /** The bytes of a blob that has a file here; null where it has none. */
  read(sha256: BlobDigest, range: BlobRange | null): Promise<Readable | null>;
  /** Settles when nothing is fetched any more. */
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
  /** Absolute. */
  readonly workspace: string;
  /** Makes room on the disk, as far as copies can. */
  readonly evict: (bytes: number) => Promise<void>;
  readonly onFetched: () => void;
  readonly freeBytes?: () => Promise<number | null>;
}

const AT_ONCE = 4;
/** What stays free for everything else, such as the database. */
const SPARE_BYTES = 64 * 2 ** 20;
/** How often a use is written down. */
const NOTED_MILLISECONDS = 30_000;

export function createCopies(options: CopyOptions): Copies {
  const { database, rows, blobs, files, clock, onFetched } = options;
  const fetching = createSharedWork<void>();
  const places = createLimiter(AT_ONCE);

  /** What its row says; `isHere` says whether the file is there, which others may have removed. */
  const look = async (sha256: BlobDigest): Promise<BlobRow> => {
    const row = rows.find(sha256);
    if (row === null) throw lost(sha256);
    const isHere = row.isHere && (await files.look(blobs.pathOf(sha256)))?.size === row.bytes;
    // What cannot be written down is used all the same.
    if (isHere && clock() - row.usedAt > NOTED_MILLISECONDS) await rows.used(sha256, clock()).catch(() => undefined);
    return { ...row, isHere };
  };

  return {
    atHand: async (sha256, signal) => {
      signal.throwIfAborted();
      // A copy goes while nobody else looks after it.
      const row = await blobs.exclusively(sha256, () => look(sha256));
      if (!row.isHere) {
        using _hold = blobs.hold(sha256);
        await fetching.run(sha256, signal, (shared) => places.run(shared, () => fetchCopy(row, options, shared)));
        onFetched();
      }
      return blobs.pathOf(sha256);
    },
    read: (sha256, range) =>
      blobs.exclusively(sha256, async () => {
        const { isHere } = await look(sha256);
        return isHere ? await readBlobFile({ database, path: blobs.pathOf(sha256) }, sha256, range) : null;
      }),
    ended: fetching.ended,
  };
}

/** Throws `storage/lost`, `storage/away`, `storage/full`. */
async function fetchCopy(row: BlobRow, options: CopyOptions, signal: AbortSignal): Promise<void> {
  const { sha256, bytes } = row;
  const { storage, rows, blobs, files, link } = options;
  await requireRoom(bytes, options);
  using temporary = blobs.temporaryNames.take();
  const { path } = temporary;
  try {
    const fetch = () => storage.fetch(blobKey(sha256), path, { signal });
    let facts = await link.ask(fetch);
    if (facts === null && (await link.ask(() => restoreInTurn(row, options, signal)))) facts = await link.ask(fetch);
    if (facts === null || facts.sha256 !== sha256 || facts.bytes !== bytes) {
      await rows.markLost(sha256);
      throw lost(sha256);
    }
    const file = await files.open(path, 'r+');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
    if (!(await blobs.placeCopy(path, { sha256, bytes }))) throw lost(sha256);
  } catch (error) {
    await files.remove(path).catch(() => undefined);
    throw error;
  }
}

async function requireRoom(bytes: number, { workspace, evict, freeBytes }: CopyOptions): Promise<void> {
  const free = freeBytes ?? (() => freeBytesAt(workspace));
  const lacking = async (): Promise<number> => bytes + SPARE_BYTES - ((await free()) ?? Number.POSITIVE_INFINITY);
  const lacks = await lacking();
  if (lacks <= 0) return;
  await evict(lacks);
  const left = (await free()) ?? Number.POSITIVE_INFINITY;
  if (bytes + SPARE_BYTES > left)
    throw new ServiceError('storage/full', statement('storage/no-room', { bytes, free: left }));
}
