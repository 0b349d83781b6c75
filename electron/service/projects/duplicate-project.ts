import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database, DatabaseRow, ProjectUid } from '../storage/ports.ts';
import { integer, text } from '../storage/rows.ts';

/** What is copied at a stretch: some milliseconds' worth. One row may be larger. */
const PIECE_ROWS = 500;
const PIECE_BYTES = 2 * 2 ** 20;

/** The setting by which a project is known to be copied into still: nobody sees it before it is whole. */
const UNFINISHED = "'unfinished project ' || project.uid";
/** A condition on rows of `project`. */
export const FINISHED = `NOT EXISTS (SELECT 1 FROM setting WHERE setting.name = ${UNFINISHED})`;

interface NewProject {
  readonly uid: ProjectUid;
  readonly name: string;
  readonly now: number;
}

/**
 * Copies a project into a new one, piece by piece, others going on meanwhile: fifty revisions of a large template would
 * keep them waiting for seconds. The new one is seen once `finish` has run, in the transaction that makes it whole; what
 * fails leaves nothing to be seen. Bytes of assets are shared, since a blob is there as long as any row names it.
 */
export async function copyProject(
  database: Database,
  source: ProjectUid,
  copy: NewProject,
  finish: () => void,
): Promise<void> {
  const { uid, name, now } = copy;
  await database.freeToWrite();
  database.transaction(() => {
    database.run('INSERT INTO setting (name, value) VALUES (?, ?)', settingOf(uid), String(now));
    const sql = 'INSERT INTO project (uid, name, created_at, updated_at) VALUES (?, ?, ?, ?)';
    database.run(sql, uid, name, now, now);
  });
  try {
    for (const table of COPIED) await copyRows(database, table, source, uid);
    await copyRevisions(database, source, uid);
    await database.freeToWrite();
    database.transaction(() => {
      // One that was deleted meanwhile has no newest revision.
      database.run(
        `DELETE FROM template WHERE project = ? AND NOT EXISTS (SELECT 1 FROM template_revision
          WHERE template_revision.template = template.id AND template_revision.revision = template.revision)`,
        uid,
      );
      database.run('DELETE FROM setting WHERE name = ?', settingOf(uid));
      finish();
    });
  } catch (error) {
    try {
      removeProject(database, uid);
    } catch {
      // The disk is full, or the service is stopping: what is left is not seen, and goes before the next copy.
    }
    throw error;
  }
}

/** Removes what copies have left that a crash ended; none may be in the making. */
export function removeUnfinished(database: Database): void {
  const left = database.all(`SELECT uid FROM project WHERE NOT ${FINISHED}`);
  for (const row of left) removeProject(database, text(row, 'uid') as ProjectUid);
}

function removeProject(database: Database, uid: ProjectUid): void {
  database.transaction(() => {
    database.run('DELETE FROM project WHERE uid = ?', uid);
    database.run('DELETE FROM setting WHERE name = ?', settingOf(uid));
  });
}

function settingOf(uid: ProjectUid): string {
  return `unfinished project ${uid}`;
}

interface CopiedTable {
  readonly table: string;
  readonly columns: string;
  /** How many bytes a row has beside its smaller columns. */
  readonly bytes: string;
}

const COPIED: readonly CopiedTable[] = [
  {
    table: 'asset',
    columns: 'name, name_key, sha256, bytes, content_type, etag, media, created_at, updated_at',
    bytes: '0',
  },
  {
    table: 'movie',
    columns: 'name, name_key, xml, etag, duration_frames, variable_count, created_at, updated_at',
    bytes: 'octet_length(xml)',
  },
  {
    table: 'template',
    columns: 'name, name_key, revision, etag, duration_frames, editing, editing_etag, created_at, updated_at',
    bytes: 'octet_length(editing)',
  },
];

async function copyRows(
  database: Database,
  { table, columns, bytes }: CopiedTable,
  source: ProjectUid,
  copy: ProjectUid,
): Promise<void> {
  const rows = database.all(
    `SELECT name_key, ${bytes} AS size FROM ${table} WHERE project = ? ORDER BY name_key`,
    source,
  );
  for (const piece of piecesOf(rows)) {
    const [first, last] = [piece.at(0), piece.at(-1)];
    if (first === undefined || last === undefined) continue;
    await inTurn(database, () =>
      database.run(
        `INSERT INTO ${table} (project, ${columns}) SELECT ?, ${columns} FROM ${table}
          WHERE project = ? AND name_key BETWEEN ? AND ?`,
        ...[copy, source, text(first, 'name_key'), text(last, 'name_key')],
      ),
    );
  }
}

async function copyRevisions(database: Database, source: ProjectUid, copy: ProjectUid): Promise<void> {
  const rows = database.all(
    `SELECT original.id AS original, copied.id AS copied, revision.revision, octet_length(revision.bytes) AS size
      FROM template_revision AS revision
      JOIN template AS original ON original.id = revision.template
      JOIN template AS copied ON copied.project = ? AND copied.name_key = original.name_key
      WHERE original.project = ? ORDER BY original.id, revision.revision`,
    copy,
    source,
  );
  for (const piece of piecesOf(rows))
    await inTurn(database, () => {
      for (const row of piece)
        database.run(
          `INSERT INTO template_revision (template, revision, bytes, etag, saved_at)
            SELECT ?, revision, bytes, etag, saved_at FROM template_revision WHERE template = ? AND revision = ?`,
          ...[integer(row, 'copied'), integer(row, 'original'), integer(row, 'revision')],
        );
    });
}

async function inTurn(database: Database, work: () => void): Promise<void> {
  await nextTurn();
  await database.freeToWrite();
  database.transaction(work);
}

/** Rows that follow one another, with their `size` in bytes, as many together as are not too many. */
function* piecesOf(rows: readonly DatabaseRow[]): Generator<readonly DatabaseRow[]> {
  let piece: DatabaseRow[] = [];
  let bytes = 0;
  for (const row of rows) {
    const size = integer(row, 'size');
    if (piece.length > 0 && (piece.length === PIECE_ROWS || bytes + size > PIECE_BYTES)) {
      yield piece;
      piece = [];
      bytes = 0;
    }
    piece.push(row);
    bytes += size;
  }
  if (piece.length > 0) yield piece;
}
