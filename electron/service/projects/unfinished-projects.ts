import { deleteInPieces } from '../storage/pieces.ts';
import type { Database, ProjectUid } from '../storage/ports.ts';
import { text } from '../storage/rows.ts';

/** The setting by which a project is known to be copied into still, or to be deleted: nobody sees it. */
const UNFINISHED = "'unfinished project ' || project.uid";
/** A condition on rows of `project`. */
const FINISHED = `NOT EXISTS (SELECT 1 FROM setting WHERE setting.name = ${UNFINISHED})`;

/** A condition on rows of `project`: those that designs are kept in are nobody's to see. */
export const LISTED = `${FINISHED} AND NOT EXISTS (SELECT 1 FROM design WHERE design.project = project.uid)`;

/** Call inside a transaction, as {@link show}. */
export function hide(database: Database, uid: ProjectUid, now: number): void {
  database.run('INSERT INTO setting (name, value) VALUES (?, ?)', settingOf(uid), String(now));
}

export function show(database: Database, uid: ProjectUid): void {
  database.run('DELETE FROM setting WHERE name = ?', settingOf(uid));
}

export function hiddenProjects(database: Database): readonly ProjectUid[] {
  return database.all(`SELECT uid FROM project WHERE NOT ${FINISHED}`).map((row) => text(row, 'uid') as ProjectUid);
}

/**
 * Removes a hidden project and all that is in it, piece by piece, others going on meanwhile: a thousand movies of some
 * hundred kilobytes would keep them waiting.
 */
export async function removeHidden(database: Database, uid: ProjectUid): Promise<void> {
  for (const [table, sizes] of PARTS) await deleteInPieces(database, table, sizes, uid);
  await database.freeToWrite();
  database.transaction(() => {
    database.run('DELETE FROM project WHERE uid = ?', uid);
    show(database, uid);
  });
}

/** Some bytes for each row that goes with another. */
const ROW_BYTES = 40;

/**
 * What may be much, with the rows of a project. First renders and batches, which are listed beside those of other
 * projects. What is not named here goes with the project's row.
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
