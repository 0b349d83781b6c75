import type { FileSystem } from '../../files/file-system.ts';
import type { StorageLogger } from '../health.ts';
import type { Clock, Database, StoreStatus } from '../ports.ts';
import type { WorkspaceBlobs } from './workspace-blobs.ts';

/** The parts of a workspace that a blob backend uses. */
export interface BlobBackendParts {
  readonly database: Database;
  readonly files: FileSystem;
  /** The blobs in the workspace's folder, without the backend. */
  readonly blobs: WorkspaceBlobs;
  readonly clock: Clock;
  readonly logger: StorageLogger;
  /** The absolute path of the workspace. */
  readonly workspace: string;
}

/** Another place of a workspace's blobs: a storage that other machines reach too. */
export interface BlobBackend {
  /** All blobs, including the ones that are only in the storage. */
  readonly blobs: WorkspaceBlobs;
  /** Called after a blob was stored here. */
  placed(): void;
  /** Starts removing unneeded blobs from the storage and local copies above their limit, in the background. */
  sweep(): void;
  status(): StoreStatus;
  /** Resolves when no work is running. */
  stop(): Promise<void>;
}

/** Opens a backend. Throws `workspace/foreign-store` if the storage contains the files of another workspace. */
export type OpenBlobBackend = (parts: BlobBackendParts) => Promise<BlobBackend>;
