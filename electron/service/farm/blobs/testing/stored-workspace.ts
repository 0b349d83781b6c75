import { text } from 'node:stream/consumers';
import type { BlobDigest, StoredBlob } from '#service/storage/ports.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import {
  never,
  type ScratchWorkspace,
  scratchWorkspace,
  streamOf,
} from '#service/workspace/testing/scratch-workspace.ts';
import { openFolderStorage } from '../../storage/folder-storage.ts';
import { type BlobBackendOptions, blobBackendIn } from '../open-blob-backend.ts';
import { type FaultyStorage, faultyStorage } from './faulty-storage.ts';

/** A workspace whose blobs are stored in a folder that can become unreachable. */
export interface StoredWorkspace extends AsyncDisposable {
  readonly scratch: ScratchWorkspace;
  readonly storage: FaultyStorage;
  /** The folder of the storage. */
  readonly folder: string;
  /** The options, which tests can change. */
  readonly options: { -readonly [Name in keyof BlobBackendOptions]: BlobBackendOptions[Name] };
  put(content: string): Promise<StoredBlob>;
  /** Puts a blob and waits until the store has it. */
  putStored(content: string): Promise<StoredBlob>;
  read(sha256: BlobDigest, range?: { readonly start: number; readonly end: number }): Promise<string>;
  evictAll(): Promise<void>;
  /** Returns the digests of the blobs in the store. */
  stored(): Promise<readonly string[]>;
  isHere(sha256: BlobDigest): boolean;
}

const MINUTE = 60_000;

export async function storedWorkspace(initialOptions: BlobBackendOptions = {}): Promise<StoredWorkspace> {
  await using stack = new AsyncDisposableStack();
  const { path: folder } = stack.use(await temporaryFolder());
  const storage = faultyStorage(openFolderStorage(folder));
  const options: StoredWorkspace['options'] = { ...initialOptions };
  const scratch = stack.use(await scratchWorkspace({ openBlobs: (parts) => blobBackendIn(storage, options)(parts) }));
  const isHere = (sha256: BlobDigest): boolean =>
    scratch.workspace.database.get('SELECT 1 FROM blob WHERE sha256 = ? AND is_here = 1', sha256) !== undefined;
  const put: StoredWorkspace['put'] = (content) =>
    scratch.workspace.blobs.put(streamOf(content), { limitBytes: 2 ** 20, signal: never });
  const running = stack.move();
  return {
    scratch,
    storage,
    folder,
    options,
    put,
    putStored: async (content) => {
      const blob = await put(content);
      await scratch.workspace.blobs.inStore(blob.sha256, never);
      return blob;
    },
    read: async (sha256, range) => await text(await scratch.workspace.blobs.read(sha256, range ?? null, never)),
    evictAll: async () => {
      scratch.advance(2 * MINUTE);
      options.copyBytes = 0;
      await scratch.workspace.sweep();
      await waitUntil(() => scratch.workspace.store?.().copies.blobs === 0);
      options.copyBytes = null;
    },
    stored: async () => {
      const digests: string[] = [];
      for await (const { key } of openFolderStorage(folder).list('blobs/', never))
        digests.push(key.replace(/^.*\//, ''));
      return digests;
    },
    isHere,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
