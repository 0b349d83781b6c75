import type { FileSystem } from '../../files/file-system.ts';
import type { StorageLogger } from '../health.ts';
import type { Clock, Database, StoreStatus } from '../ports.ts';
import type { WorkspaceBlobs } from './workspace-blobs.ts';

/** What of a workspace its depot works with. */
export interface BlobBackendParts {
  readonly database: Database;
  readonly files: FileSystem;
  /** Those of the workspace's folder, without a store. */
  readonly blobs: WorkspaceBlobs;
  readonly clock: Clock;
  readonly logger: StorageLogger;
  /** Absolute path of the workspace. */
  readonly workspace: string;
}

/** Where else the blobs of a workspace are: a store that other machines reach too. */
export interface BlobBackend {
  /** The same blobs, those among them that are only in the store. */
  readonly blobs: WorkspaceBlobs;
  /** Tells that a blob was put here. */
  placed(): void;
  /** Begins to remove what the store need not have any more, and copies beyond their limit; goes on behind. */
  sweep(): void;
  status(): StoreStatus;
  /** Settles when nothing of it runs any more. */
  stop(): Promise<void>;
}

/** Throws `workspace/foreign-store` where the files of another workspace are in the store. */
export type OpenBlobBackend = (parts: BlobBackendParts) => Promise<BlobBackend>;
