import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { invariant } from '#shared/lib/assert.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { makePrivateFile } from '../../files/private-folder.ts';
import { syncFileNow, syncFolderNow } from '../../files/sync-folder.ts';
import { migrations } from './schema.ts';

/**
 * Upgrades a database to the current schema. First copies the database to `<path>.backup-<version>`. Then runs each
 * step and stores its number in one transaction. A new database gets all steps in one transaction. Throws
 * `workspace/newer` without any change.
 */
export function migrate(connection: DatabaseSync, path: string, steps: readonly string[] = migrations): void {
  const version = schemaVersion(connection);
  if (version > steps.length)
    throw new ServiceError(
      'workspace/newer',
      `It has schema ${version}; this version supports up to ${steps.length}. Update Scenewright.`,
    );
  if (version === steps.length) return;
  if (version > 0) backUp(connection, `${path}.backup-${version}`);
  // Use one transaction and one sync for a new database, because it needs no intermediate states.
  const stepsAtOnce = version === 0 ? steps.length : 1;
  for (let step = version; step < steps.length; step += stepsAtOnce)
    inTransaction(connection, steps.slice(step, step + stepsAtOnce), step + stepsAtOnce);
}

function inTransaction(connection: DatabaseSync, steps: readonly string[], version: number): void {
  connection.exec('BEGIN IMMEDIATE');
  try {
    for (const step of steps) connection.exec(step);
    connection.exec(`PRAGMA user_version = ${version}`);
    connection.exec('COMMIT');
  } catch (error) {
    if (connection.isTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}

function schemaVersion(connection: DatabaseSync): number {
  const version = connection.prepare('PRAGMA user_version').get()?.['user_version'];
  invariant(typeof version === 'number', 'a database has a version');
  return version;
}

/**
 * Copies the database. The copy gets its final name when it is complete and synced. The name is durable before the
 * first step.
 */
function backUp(connection: DatabaseSync, path: string): void {
  if (existsSync(path)) return;
  const unfinished = `${path}.part`;
  rmSync(unfinished, { force: true });
  // Create the file first, because SQLite would create a file that other users can read.
  makePrivateFile(unfinished);
  connection.prepare('VACUUM INTO ?').run(unfinished);
  syncFileNow(unfinished);
  renameSync(unfinished, path);
  syncFolderNow(dirname(path));
}
