import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { invariant } from '#shared/lib/assert.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { makePrivateFile } from '../../files/private-folder.ts';
import { syncFileNow, syncFolderNow } from '../../files/sync-folder.ts';
import { migrations } from './schema.ts';

/**
 * Brings a database to the present schema: a copy beside it first (`<path>.backup-<version>`), then each step in one
 * transaction with its number; a new database gets all in one. Throws `workspace/newer`, and then nothing was changed.
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
  // A new database has no state between that anybody could need: one commit, and its sync to disk, is enough for all.
  const together = version === 0 ? steps.length : 1;
  for (let step = version; step < steps.length; step += together)
    inTransaction(connection, steps.slice(step, step + together), step + together);
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

/** The copy gets its name when it is whole and on disk, and has it for good before a step is taken. */
function backUp(connection: DatabaseSync, path: string): void {
  if (existsSync(path)) return;
  const unfinished = `${path}.part`;
  rmSync(unfinished, { force: true });
  // Into an empty file that is there, because SQLite would make one that others may read.
  makePrivateFile(unfinished);
  connection.prepare('VACUUM INTO ?').run(unfinished);
  syncFileNow(unfinished);
  renameSync(unfinished, path);
  syncFolderNow(dirname(path));
}
