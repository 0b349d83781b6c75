import type { ObjectStorage } from '../store/object-storage.ts';

export interface StoredFilesOptions {
  readonly storage: ObjectStorage;
  /** Absolute; made when it is first needed. Several processes may use it at the same time. */
  readonly folder: string;
  /** What is kept; the least recently used go first. What is in use stays, and counts. */
  readonly limitBytes: number;
  /** Told of everything that came from the store. */
  readonly onFetched?: (bytes: number) => void;
}

/** Objects of the store that are named by their digest, on this machine. */
export interface StoredFiles {
  /** For one order: what it takes stays until its scope ends. */
  open(): FilesInUse;
}

export interface FilesInUse extends AsyncDisposable {
  /**
   * The absolute path of an object's bytes, fetched once for all who ask at the same time. Throws `farm/lacking` where the
   * store does not have it, the signal's reason, and as the store does.
   */
  path(key: string, sha256: string, signal: AbortSignal): Promise<string>;
}
