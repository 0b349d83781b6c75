import { join } from 'node:path';
import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import type { WorkspaceTrash } from '../assets/asset-trash.ts';
import type { FileSystem } from '../files/file-system.ts';
import type { WorkspaceBlobs } from '../storage/blobs/workspace-blobs.ts';
import type { WorkspaceDatabase } from '../storage/database/database.ts';
import { forgetOldEvents } from '../storage/database/events.ts';
import type { BlobDigest, Clock, EventLog, ProjectUid } from '../storage/ports.ts';
import { text } from '../storage/rows.ts';
import type { SweepReport } from '../storage/stores.ts';
import { UPLOAD_LIFE, type WorkspaceUploads } from '../uploads/uploads.ts';

const HOUR = 3600 * 1000;
/** The time before data without a row is removed. The service may write the row later. */
const GRACE = HOUR;
/** The time for which the service distinguishes an expired or abandoned upload from an unknown one. */
const ENDED_UPLOADS_LIFE = 90 * 24 * HOUR;

const NEEDED = `EXISTS (SELECT 1 FROM asset WHERE asset.sha256 = blob.sha256)
  OR EXISTS (SELECT 1 FROM trashed_asset WHERE trashed_asset.sha256 = blob.sha256)
  OR EXISTS (SELECT 1 FROM render WHERE render.film = blob.sha256)
  OR EXISTS (SELECT 1 FROM linked_film WHERE linked_film.film = blob.sha256)
  OR EXISTS (SELECT 1 FROM render_input WHERE render_input.sha256 = blob.sha256)
  OR EXISTS (SELECT 1 FROM render_file WHERE render_file.sha256 = blob.sha256)
  OR EXISTS (SELECT 1 FROM link_photo WHERE link_photo.sha256 = blob.sha256)
  OR EXISTS (SELECT 1 FROM publication_item WHERE publication_item.sha256 = blob.sha256)`;

const RECORD_REMOVAL = `INSERT INTO stored_removal (sha256, noted_at)
  SELECT sha256, ? FROM blob WHERE sha256 = ? AND stored_at IS NOT NULL ON CONFLICT DO UPDATE SET noted_at = excluded.noted_at`;

interface SweepDependencies {
  readonly database: WorkspaceDatabase;
  readonly files: FileSystem;
  readonly blobs: WorkspaceBlobs;
  readonly events: EventLog;
  readonly uploads: WorkspaceUploads;
  readonly trash: WorkspaceTrash;
  readonly clock: Clock;
}

/** Removes expired data, and data that no row, queued render, running upload, or open download needs. */
export async function sweep(dependencies: SweepDependencies, workspace: string): Promise<SweepReport> {
  await dependencies.database.waitForWriteLock();
  const uploads = endUploads(dependencies);
  removeOldPhotos(dependencies);
  const trash = await dependencies.trash.removeExpired();
  const files =
    (await removeUploadFolders(dependencies, workspace)) + (await removeTemporaryFiles(dependencies, workspace));
  const blobs = (await collectBlobs(dependencies)) + (await removeStrayBlobs(dependencies, workspace));
  return { uploads, trash, files, blobs, events: forgetOldEvents(dependencies.database, dependencies.clock()) };
}

function endUploads({ database, events, uploads, clock }: SweepDependencies): number {
  const now = clock();
  const expired = database
    .all("SELECT id, project, name FROM upload WHERE state = 'open' AND touched_at < ?", now - UPLOAD_LIFE)
    .filter((row) => !uploads.isBusy(text(row, 'id')));
  return database.transaction(() => {
    for (const row of expired) {
      const id = text(row, 'id');
      database.run('DELETE FROM chunk WHERE upload = ?', id);
      database.run("UPDATE upload SET state = 'expired', ended_at = ? WHERE id = ?", now, id);
      const project = text(row, 'project') as ProjectUid;
      events.record({ type: 'upload.changed', project, data: { id, name: text(row, 'name'), state: 'expired' } });
    }
    database.run(
      "DELETE FROM upload WHERE state = 'finished' AND ended_at < ?",
      now - serviceLimits.finishedUploadHours * HOUR,
    );
    database.run(
      "DELETE FROM upload WHERE state IN ('expired', 'abandoned') AND ended_at < ?",
      now - ENDED_UPLOADS_LIFE,
    );
    return expired.length;
  });
}

function removeOldPhotos({ database, clock }: SweepDependencies): void {
  const before = clock() - serviceLimits.formPhotos.hours * HOUR;
  if (database.get('SELECT 1 FROM link_photo WHERE created_at < ? LIMIT 1', before) === undefined) return;
  database.transaction(() => database.run('DELETE FROM link_photo WHERE created_at < ?', before));
}

/** Removes the folders of ended uploads. In the folders of open uploads, removes files that contain no chunk. */
async function removeUploadFolders(
  { database, files, uploads }: SweepDependencies,
  workspace: string,
): Promise<number> {
  const root = join(workspace, 'uploads');
  let removed = 0;
  for (const id of await files.list(root)) {
    if (uploads.isBusy(id)) continue;
    const isOpen = (): boolean =>
      database.get("SELECT 1 FROM upload WHERE id = ? AND state = 'open'", id) !== undefined;
    if (!isOpen()) {
      await files.remove(join(root, id));
      removed += 1;
      continue;
    }
    for (const name of await files.list(join(root, id))) {
      const isChunk =
        database.get('SELECT 1 FROM chunk WHERE upload = ? AND file = ?', id, `own:${name}`) !== undefined;
      if (name === 'data' || isChunk || uploads.isBusy(id)) continue;
      await files.remove(join(root, id, name));
      removed += 1;
    }
  }
  return removed;
}

/** Removes temporary files that a failed write left. The start of the service removes everything in `tmp/`. */
async function removeTemporaryFiles({ files, blobs }: SweepDependencies, workspace: string): Promise<number> {
  const folder = join(workspace, 'tmp');
  let removed = 0;
  for (const name of await files.list(folder)) {
    if (!blobs.temporaryNames.isLeftOver(name)) continue;
    await files.remove(join(folder, name));
    removed += 1;
  }
  return removed;
}

async function collectBlobs({ database, files, blobs, clock }: SweepDependencies): Promise<number> {
  const orphans = database
    .all(`SELECT sha256 FROM blob WHERE created_at < ? AND NOT (${NEEDED})`, clock() - GRACE)
    .map((row) => text(row, 'sha256') as BlobDigest);
  let collected = 0;
  for (const sha256 of orphans) {
    await blobs.exclusively(sha256, async () => {
      if (blobs.isHeld(sha256)) return;
      const isGone = database.transaction(() => {
        // Record the removal, so that the backend also removes the blob as soon as it is reachable.
        database.run(RECORD_REMOVAL, clock(), sha256);
        const { changes } = database.run(
          `DELETE FROM blob WHERE sha256 = ? AND created_at < ? AND NOT (${NEEDED})`,
          sha256,
          clock() - GRACE,
        );
        if (changes === 0) database.run('DELETE FROM stored_removal WHERE sha256 = ?', sha256);
        return changes > 0;
      });
      if (!isGone) return;
      await files.remove(blobs.pathOf(sha256));
      collected += 1;
    });
  }
  return collected;
}

/** Removes files in `blobs/` without a row. They remain after a crash between the rename and the commit. */
async function removeStrayBlobs(
  { database, files, blobs, clock }: SweepDependencies,
  workspace: string,
): Promise<number> {
  const root = join(workspace, 'blobs');
  let removed = 0;
  for (const outer of await files.list(root))
    for (const inner of await files.list(join(root, outer)))
      for (const name of await files.list(join(root, outer, inner))) {
        const sha256 = name as BlobDigest;
        await blobs.exclusively(sha256, async () => {
          if (database.get('SELECT 1 FROM blob WHERE sha256 = ? AND is_here = 1', sha256) !== undefined) return;
          const path = join(root, outer, inner, name);
          const facts = await files.fileFacts(path);
          if (facts === null || clock() - facts.changedAt < GRACE || blobs.isHeld(sha256)) return;
          await files.remove(path);
          removed += 1;
        });
      }
  return removed;
}
