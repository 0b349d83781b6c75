import { mkdirSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createAssetTrash } from '../assets/asset-trash.ts';
import { createAssetStore } from '../assets/assets.ts';
import { ServiceError } from '../errors/service-error.ts';
import { systemCode } from '../errors/system-code.ts';
import { type FileSystem, nodeFileSystem } from '../files/file-system.ts';
import { makePrivate, type PermissionChange } from '../files/private-folder.ts';
import { PRIVATE_FOLDER } from '../files/rights.ts';
import { createProjectStore } from '../projects/projects.ts';
import type { BlobBackend, OpenBlobBackend } from '../storage/blobs/blob-backend.ts';
import { createBlobs } from '../storage/blobs/blobs.ts';
import { guardFiles } from '../storage/blobs/guarded-files.ts';
import { createDatabase } from '../storage/database/database.ts';
import { isUnwritable } from '../storage/database/database-error.ts';
import { createEventLog } from '../storage/database/events.ts';
import { type CheckedDatabase, openCheckedDatabase } from '../storage/database/open-database.ts';
import { type Ownership, ownWorkspace } from '../storage/database/owner.ts';
import { createHealth, type StorageLogger } from '../storage/health.ts';
import type { Clock, Database } from '../storage/ports.ts';
import type { Workspace } from '../storage/stores.ts';
import { createUploadStore } from '../uploads/uploads.ts';
import { sweep } from './sweep.ts';

interface WorkspaceOptions {
  /** The folder of the workspace. It is created if it is missing. */
  readonly folder: string;
  readonly clock: Clock;
  readonly logger?: StorageLogger;
  /** The file system of the storage; tests make some of its calls fail. */
  readonly files?: FileSystem;
  /** Opens the blob backend, if the workspace has one. */
  readonly openBlobs?: OpenBlobBackend;
  /** The maximum time in milliseconds that a database call waits for a lock. The wait blocks the thread. */
  readonly databaseTimeout?: number;
  /** The maximum time in milliseconds that a write or the start waits for a lock without blocking the thread. */
  readonly databaseLockTimeout?: number;
}

const DATABASE_TIMEOUT = 100;
const DATABASE_LOCK_TIMEOUT = 5000;
/** The known content of the folder of a workspace. Everything else is foreign and stays unchanged. */
const OUR_FOLDERS = new Set([
  ...['blobs', 'uploads', 'tmp', 'cache', 'rendering', 'samples', 'secrets', 'streams', 'workshop'],
]);
const OUR_FILES = /^(db\.sqlite|owner\.|credentials\.json|editor\.json|agents\.)/;
const silent: StorageLogger = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Opens or creates a workspace and owns it until it is closed. Throws `workspace/in-use`, `workspace/newer`,
 * `workspace/damaged`, `workspace/foreign-store`, and `storage/unwritable`. Never replaces existing data with an empty
 * workspace.
 */
export async function openWorkspace(options: WorkspaceOptions): Promise<Workspace> {
  const { folder, clock, logger = silent, files = nodeFileSystem } = options;
  const tightening = makeFolders(folder, logger);
  const owner = takeOwnership(folder);
  let opened: CheckedDatabase;
  try {
    if (owner.afterUncleanEnd) logger.warn({ folder }, 'the workspace was not closed properly; checking its database');
    opened = openCheckedDatabase(folder, owner, {
      timeout: options.databaseTimeout ?? DATABASE_TIMEOUT,
      lockTimeout: options.databaseLockTimeout ?? DATABASE_LOCK_TIMEOUT,
      logger,
    });
    // The processes that wrote these files have ended.
    await emptyFolder(join(folder, 'tmp'));
    await tightening.soon;
  } catch (error) {
    await tightening.stop();
    // Keep the mark of the unclean end, because no check has passed.
    owner.release(false);
    throw error;
  }

  const health = createHealth(logger);
  const onCommit = (count: number): void => {
    opened.commitCount.note(count);
    owner.databaseIsOpen();
  };
  const database = createDatabase(opened.connection, health, logger, {
    commits: { count: opened.count, onCommit },
    lockTimeoutMilliseconds: options.databaseLockTimeout ?? DATABASE_LOCK_TIMEOUT,
  });
  const guarded = guardFiles(files, health, folder);
  const closeDatabase = (isHealthy: boolean): void => {
    owner.databaseCloses();
    database.close();
    opened.commitCount.close();
    owner.release(isHealthy);
  };
  let backend: BlobBackend | null = null;
  const local = createBlobs({ files: guarded, database, clock, onPlaced: () => backend?.placed() }, folder);
  try {
    backend =
      (await options.openBlobs?.({ database, files: guarded, blobs: local, clock, logger, workspace: folder })) ?? null;
  } catch (error) {
    await tightening.stop();
    closeDatabase(health.state() === 'ok');
    throw error;
  }
  if (backend === null) warnOfRemoteBlobs(database, logger);
  const { blobs } = backend ?? { blobs: local };
  const events = createEventLog(database, clock, logger);
  const projects = createProjectStore({ database, events, clock });
  const trash = createAssetTrash({ database, events, projects, clock });
  const assets = createAssetStore({ database, blobs, events, projects, trash, clock });
  const parts = { database, files: guarded, blobs, events, projects, assets, clock };
  const uploads = createUploadStore(parts, folder);
  let isClosed = false;
  return {
    database,
    blobs,
    events,
    clock,
    workspace: folder,
    projects,
    assets,
    trash,
    uploads,
    sweep: async () => {
      await projects.removeUnfinished();
      const report = await sweep({ ...parts, uploads, trash }, folder);
      backend?.sweep();
      return report;
    },
    store: backend === null ? null : backend.status,
    state: health.state,
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      await tightening.stop();
      await backend?.stop();
      closeDatabase(health.state() === 'ok');
    },
  };
}

/**
 * Warns about blobs in a storage that this start does not use. They are readable again after a start with that storage.
 */
function warnOfRemoteBlobs(database: Database, logger: StorageLogger): void {
  if (database.get('SELECT 1 FROM blob WHERE is_here = 0 LIMIT 1') === undefined) return;
  logger.warn({}, 'this workspace has files in an object store, but the service was started without one');
}

function takeOwnership(folder: string): Ownership {
  try {
    return ownWorkspace(folder);
  } catch (error) {
    const isRefused = systemCode(error) !== null || isUnwritable(error);
    throw error instanceof ServiceError || !isRefused ? error : unwritable(folder, error);
  }
}

/** Creates the folder and its known subfolders. Only the owner can access them. */
function makeFolders(folder: string, logger: StorageLogger): PermissionChange {
  try {
    const isOurs = (name: string): boolean => OUR_FOLDERS.has(name) || OUR_FILES.test(name);
    const onOpen = (reason: string): void =>
      logger.warn({ folder, reason }, 'other users of this machine may be able to access the workspace folder');
    const tightening = makePrivate({ folder, isOurs, onOpen });
    for (const name of ['blobs', 'tmp', 'uploads'])
      mkdirSync(join(folder, name), { recursive: true, mode: PRIVATE_FOLDER });
    return tightening;
  } catch (error) {
    throw unwritable(folder, error);
  }
}

function unwritable(folder: string, cause: unknown): ServiceError {
  return new ServiceError('storage/unwritable', `(${folder}: ${systemCode(cause) ?? 'unknown'})`, { cause });
}

async function emptyFolder(folder: string): Promise<void> {
  for (const name of readdirSync(folder)) await rm(join(folder, name), { recursive: true, force: true });
}
