import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { ServiceError } from '../service-error.ts';
import { createAssetStore } from './assets.ts';
import { createBlobs } from './blobs.ts';
import { createDatabase, openDatabaseFile } from './database.ts';
import { isDamage, isUnwritable } from './database-error.ts';
import { createEventLog } from './events.ts';
import { type FileSystem, nodeFileSystem, systemCode } from './file-system.ts';
import { guardFiles } from './guarded-files.ts';
import { createHealth, type StorageLogger } from './health.ts';
import { migrate } from './migrate.ts';
import { type Ownership, ownWorkspace } from './owner.ts';
import type { Clock } from './ports.ts';
import { createProjectStore } from './projects.ts';
import type { Workspace } from './stores.ts';
import { sweep } from './sweep.ts';
import { createUploadStore } from './uploads.ts';

interface WorkspaceOptions {
  /** Made where it is not there. */
  readonly folder: string;
  readonly clock: Clock;
  readonly logger?: StorageLogger;
  /** Where storage reaches the disk; tests fail some of its calls. */
  readonly files?: FileSystem;
  /** How long to wait for a lock on the database. */
  readonly databaseTimeout?: number;
}

const DATABASE_TIMEOUT = 5000;
const silent: StorageLogger = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Opens a workspace, or makes an empty one, and owns it until it is closed. Throws `workspace/in-use`,
 * `workspace/newer`, `workspace/damaged` and `storage/unwritable`; what is there is never replaced by something new.
 */
export async function openWorkspace(options: WorkspaceOptions): Promise<Workspace> {
  const { folder, clock, logger = silent, files = nodeFileSystem, databaseTimeout = DATABASE_TIMEOUT } = options;
  makeFolders(folder);
  const owner = own(folder);
  let connection: DatabaseSync;
  try {
    if (owner.afterUncleanEnd) logger.warn({ folder }, 'the workspace was not closed; its database is checked');
    connection = openSound(join(folder, 'db.sqlite'), folder, owner, databaseTimeout);
    // Whoever wrote these is gone.
    await emptyFolder(join(folder, 'tmp'));
  } catch (error) {
    // The mark stays: nothing was found to be sound.
    owner.release(false);
    throw isDamage(error) ? damaged(folder, 'SQLite cannot read it.', error) : error;
  }

  const health = createHealth(logger);
  const database = createDatabase(connection, health, logger);
  const guarded = guardFiles(files, health, folder);
  const blobs = createBlobs({ files: guarded, database, clock }, folder);
  const events = createEventLog(database, clock, logger);
  const projects = createProjectStore({ database, events, clock });
  const assets = createAssetStore({ database, blobs, events, projects, clock });
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
    uploads,
    sweep: () => sweep({ ...parts, uploads }, folder),
    state: health.state,
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      owner.databaseCloses();
      database.close();
      owner.release(health.state() === 'ok');
    },
  };
}

function own(folder: string): Ownership {
  try {
    return ownWorkspace(folder);
  } catch (error) {
    const isRefused = systemCode(error) !== null || isUnwritable(error);
    throw error instanceof ServiceError || !isRefused ? error : unwritable(folder, error);
  }
}

function makeFolders(folder: string): void {
  try {
    for (const name of ['blobs', 'tmp', 'uploads']) mkdirSync(join(folder, name), { recursive: true });
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

/** Opens the database, checked if there is reason to doubt it, at the present schema. */
function openSound(path: string, folder: string, owner: Ownership, timeout: number): DatabaseSync {
  const isNew = !existsSync(path);
  if (isNew && holdsBlobs(folder)) throw damaged(folder, 'db.sqlite is gone, and the files that it lists are there.');
  if (owner.databaseWasOpen && !existsSync(`${path}-wal`))
    throw damaged(folder, 'db.sqlite-wal, which held the latest changes, is gone.');
  const connection = openDatabaseFile(path, timeout);
  try {
    if (owner.afterUncleanEnd) {
      const finding = connection.prepare('PRAGMA integrity_check').get()?.['integrity_check'];
      if (finding !== 'ok') throw damaged(folder, String(finding));
    }
    migrate(connection, path);
    // A write, so that the log is there from now on for as long as the database is open.
    connection.exec(
      `PRAGMA user_version = ${String(connection.prepare('PRAGMA user_version').get()?.['user_version'])}`,
    );
    owner.databaseIsOpen();
    return connection;
  } catch (error) {
    owner.databaseCloses();
    connection.close();
    throw error;
  }
}

function holdsBlobs(folder: string): boolean {
  return readdirSync(join(folder, 'blobs')).length > 0 || backupsIn(folder).length > 0;
}

function backupsIn(folder: string): readonly string[] {
  return readdirSync(folder).filter((name) => /^db\.sqlite\.backup-\d+$/.test(name));
}

function damaged(folder: string, finding: string, cause?: unknown): ServiceError {
  const backup = backupsIn(folder).toSorted().at(-1);
  const way =
    backup === undefined
      ? 'Restore it from your backup.'
      : `Restore it from your backup, or put ${backup} in its place: that is its state before the last update.`;
  return new ServiceError('workspace/damaged', `${folder}: ${finding} Nothing was changed. ${way}`, { cause });
}
