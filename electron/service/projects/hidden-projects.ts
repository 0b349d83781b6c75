import { deleteInGroups } from '../storage/pieces.ts';
import type { Database, ProjectUid } from '../storage/ports.ts';
import { text } from '../storage/rows.ts';

/** The SQL expression for the name of the setting that hides a project while it is copied or deleted. */
const UNFINISHED = "'unfinished project ' || project.uid";
/** The SQL condition for rows of `project` that are not hidden. */
const NOT_HIDDEN = `NOT EXISTS (SELECT 1 FROM setting WHERE setting.name = ${UNFINISHED})`;

/** The SQL condition for rows of `project` that are listed. It excludes hidden projects and the projects of designs. */
export const IS_LISTED_PROJECT = `${NOT_HIDDEN} AND NOT EXISTS (SELECT 1 FROM design WHERE design.project = project.uid)`;

/** Hides a project. Call this and {@link unhideProject} inside a transaction. */
export function hideProject(database: Database, uid: ProjectUid, now: number): void {
  database.run('INSERT INTO setting (name, value) VALUES (?, ?)', settingOf(uid), String(now));
}

export function unhideProject(database: Database, uid: ProjectUid): void {
  database.run('DELETE FROM setting WHERE name = ?', settingOf(uid));
}

export function hiddenProjects(database: Database): readonly ProjectUid[] {
  return database.all(`SELECT uid FROM project WHERE NOT ${NOT_HIDDEN}`).map((row) => text(row, 'uid') as ProjectUid);
}

/**
 * Removes a hidden project and its content in pieces with pauses in between, because removing a thousand movies of some
 * hundred kilobytes in one transaction would block other requests.
 */
export async function removeHiddenProjects(database: Database, uid: ProjectUid): Promise<void> {
  for (const [table, sizes] of PARTS) await deleteInGroups(database, table, sizes, uid);
  await database.waitForWriteLock();
  database.transaction(() => {
    database.run('DELETE FROM project WHERE uid = ?', uid);
    unhideProject(database, uid);
  });
}

/** The estimated bytes of a row that is deleted with its parent row. */
const ROW_BYTES = 40;

/**
 * The tables with many rows per project, with the SQL for the sizes of their rows. Renders and batches come first,
 * because lists of all projects contain them. The rows of other tables are deleted together with the row of the
 * project.
 */
const PARTS: readonly (readonly [table: string, sizes: string])[] = [
  [
    'render',
    `SELECT rowid AS id, octet_length(request) + octet_length(template) + ${ROW_BYTES} *
      (SELECT count(*) FROM render_input WHERE render_input.render = render.id) AS size FROM render WHERE project = ?`,
  ],
  ['batch', 'SELECT rowid AS id, 0 AS size FROM batch WHERE project = ?'],
  [
    'upload',
    `SELECT rowid AS id, ${ROW_BYTES} * (SELECT count(*) FROM chunk WHERE chunk.upload = upload.id) AS size
      FROM upload WHERE project = ?`,
  ],
  ['asset', 'SELECT rowid AS id, 0 AS size FROM asset WHERE project = ?'],
  ['trashed_asset', 'SELECT id, 0 AS size FROM trashed_asset WHERE project = ?'],
  ['movie', 'SELECT rowid AS id, octet_length(xml) AS size FROM movie WHERE project = ?'],
  [
    'template_revision',
    `SELECT template_revision.rowid AS id, octet_length(bytes) AS size FROM template_revision
      JOIN template ON template.id = template_revision.template WHERE template.project = ?`,
  ],
  ['template', 'SELECT rowid AS id, octet_length(editing) AS size FROM template WHERE project = ?'],
];

function settingOf(uid: ProjectUid): string {
  return `unfinished project ${uid}`;
}
