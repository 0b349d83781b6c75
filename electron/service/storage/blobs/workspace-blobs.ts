import type { BlobDigest, BlobStore, StoredBlob } from '../ports.ts';
import type { TemporaryNames } from './temporary-names.ts';

export interface WorkspaceBlobs extends BlobStore {
  /**
   * Makes a blob from a finished, fsynced file. With `link`, the file also keeps its old name. When the promise
   * resolves, the name in `blobs/` is durable and the row exists.
   */
  place(path: string, blob: StoredBlob, how: 'rename' | 'link'): Promise<void>;
  /**
   * Makes a finished, fsynced file the local copy of a blob whose row marks it as stored only in the backend. Removes
   * the file and returns false if the blob has no row any more.
   */
  placeCopy(path: string, blob: StoredBlob): Promise<boolean>;
  /** The names of the other temporary files of storage. */
  readonly temporaryNames: TemporaryNames;
  /** Runs work on one blob in sequence, so that placing and collecting never overlap. */
  exclusively<Value>(sha256: BlobDigest, work: () => Promise<Value>): Promise<Value>;
}
