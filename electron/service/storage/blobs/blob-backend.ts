import type { FileSystem } from '../../files/file-system.ts';
import type { StorageLogger } from '../health.ts';
import type { Clock, Database, StoreStatus } from '../ports.ts';
import type { WorkspaceBlobs } from './workspace-blobs.ts';

/** The dependencies of a blob backend. */
export interface BlobBackendParts {
  readonly database: Database;
  readonly files: FileSystem;
  /** The blobs in the folder of the workspace, without blobs that only the backend has. */
  readonly blobs: WorkspaceBlobs;
  readonly clock: Clock;
  readonly logger: StorageLogger;
  /** The absolute path of the workspace. */
  readonly workspace: string;
}

/** A second location of a workspace's blobs: a storage that other machines can also reach. */
export interface BlobBackend {
  /** The blobs of the workspace, including blobs that are only in the storage. */
  readonly blobs: WorkspaceBlobs;
  /** Called after a blob was stored in the folder of the workspace. */
  placed(): void;
  /** Starts a background task that removes unneeded blobs from the storage, and local copies above their limit. */
  sweep(): void;
  status(): StoreStatus;
  /** Resolves when no background task is running. */
  stop(): Promise<void>;
}

/** Opens a backend. Throws `workspace/foreign-store` if the storage contains the files of another workspace. */
export type OpenBlobBackend = (parts: BlobBackendParts) => Promise<BlobBackend>;
