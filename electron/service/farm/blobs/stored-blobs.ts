import { Readable } from 'node:stream';
import type { FileSystem } from '../../files/file-system.ts';
import type { WorkspaceBlobs } from '../../storage/blobs/workspace-blobs.ts';
import type { BlobDigest, BlobRange, Clock } from '../../storage/ports.ts';
import type { KeyedLock } from '../../waiting/keyed-lock.ts';
import { blobKey, type ObjectStorage } from '../store/object-storage.ts';
import type { Copies } from './copies.ts';
import { lost } from './lost.ts';
import { restoreInTurn } from './restore-damaged.ts';
import type { StoreLink } from './store-link.ts';
import type { StoredRows } from './stored-rows.ts';
import type { Uploader } from './uploader.ts';

export interface StoredBlobOptions {
  /** Those of the workspace's folder. */
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

/** For so long it is believed that the store still has what it had: many films of a batch need the same. */
const BELIEVED_MILLISECONDS = 60_000;
const MOST_BELIEVED = 10_000;

/** The blobs of a workspace whose store has them too. */
export function createStoredBlobs(options: StoredBlobOptions): WorkspaceBlobs {
  const { blobs, storage, rows, link, turns, clock, copies, uploader, claim } = options;
  const believed = new Map<BlobDigest, number>();

  const requireThere = async (sha256: BlobDigest, signal: AbortSignal): Promise<void> => {
    if (clock() - (believed.get(sha256) ?? Number.NEGATIVE_INFINITY) < BELIEVED_MILLISECONDS) return;
    const row = rows.find(sha256);
    if (row === null) throw lost(sha256);
    // A store may lose what it had; one that is away is believed.
    const there = await link
      .use(() => storage.facts(blobKey(sha256), signal))
      .catch((error: unknown) => {
        if (link.isNoted(error)) return { sha256, bytes: row.bytes };
        throw error;
      });
    if (there?.sha256 !== sha256 || there.bytes !== row.bytes) {
      await rows.markNotStored(sha256);
      await uploader.bring(sha256, signal);
    }
    if (believed.size >= MOST_BELIEVED) believed.clear();
    believed.set(sha256, clock());
  };

  const inStore: WorkspaceBlobs['inStore'] = async (sha256, signal, { isDoubted = false } = {}) => {
    signal.throwIfAborted();
    if (isDoubted) believed.delete(sha256);
    if ((rows.find(sha256)?.storedAt ?? null) === null) await uploader.bring(sha256, signal);
    else await requireThere(sha256, signal);
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
        const there = await link.ask(() => storage.facts(blobKey(sha256), signal));
        if (there?.sha256 !== sha256 || there.bytes !== bytes) throw lost(sha256);
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

/** Nothing of it is kept here: who looks at a moment of a film does not want all of it. */
async function readStored(
  sha256: BlobDigest,
  range: BlobRange | null,
  options: StoredBlobOptions,
  signal: AbortSignal,
): Promise<Readable> {
  const { storage, rows, link } = options;
  const row = rows.find(sha256);
  if (row === null) throw lost(sha256);
  const { start, end } = range ?? { start: 0, end: row.bytes };
  if (end <= start) return Readable.from([], { objectMode: false });
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  const open = () => storage.read(blobKey(sha256), { start, end }, either);
  let content = await link.ask(open);
  if (content === null && (await link.ask(() => restoreInTurn(row, options, signal)))) content = await link.ask(open);
  if (content === null) {
    await rows.markLost(sha256);
    throw lost(sha256);
  }
  const stream = Readable.from(wholly(content, end - start), { objectMode: false });
  // Whoever goes away in the middle of it lets go of the connection to the store.
  stream.once('close', () => over.abort());
  return stream;
}

/** Ends with an error where fewer bytes come, or more, so that nobody takes them for whole. */
async function* wholly(content: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let left = bytes;
  for await (const piece of content) {
    left -= piece.length;
    if (left < 0) break;
    yield piece;
  }
  if (left !== 0) throw new Error('the store gave other bytes than it has');
}
