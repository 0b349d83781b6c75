import type { BlobDigest, BlobStore, StoredBlob } from '../ports.ts';
import type { TemporaryNames } from './temporary-names.ts';

/** The blobs of an open workspace. */
export interface WorkspaceBlobs extends BlobStore {
  /**
   * Makes a finished, fsynced file a blob; `how` says whether it keeps its own name too (`link`). The name in `blobs/`
   * is durable and the row is there when this settles.
   */
  place(path: string, blob: StoredBlob, how: 'rename' | 'link'): Promise<void>;
  /**
   * Makes a finished, fsynced file the copy of a blob whose row says that it is elsewhere. False, and the file is gone,
   * where no row has the blob any more.
   */
  placeCopy(path: string, blob: StoredBlob): Promise<boolean>;
  /** For other files of storage in `tmp/`. */
  readonly temporaryNames: TemporaryNames;
  /** Lets work on one blob pass one after the other: placing and collecting. */
  exclusively<Value>(sha256: BlobDigest, work: () => Promise<Value>): Promise<Value>;
}
