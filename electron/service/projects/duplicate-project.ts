import { groupsOfRows, inSeparateTurn } from '../storage/pieces.ts';
import type { Database, ProjectUid } from '../storage/ports.ts';
import { integer, text } from '../storage/rows.ts';
import { hideProject, removeHiddenProjects, unhideProject } from './hidden-projects.ts';

interface NewProject {
  readonly uid: ProjectUid;
  readonly name: string;
  readonly now: number;
}

/**
 * Copies a project in pieces with pauses in between, because copying fifty revisions of a large template in one
 * transaction would block other requests for seconds. The copy becomes visible in the transaction of `finish`. After a
 * failure, it stays invisible. The copies share the bytes of assets, because a blob exists as long as any row refers to
 * it.
 */
export async function duplicateProject(
  database: Database,
  source: ProjectUid,
  copy: NewProject,
  finish: () => void,
): Promise<void> {
  const { uid, name, now } = copy;
  await database.waitForWriteLock();
  database.transaction(() => {
    hideProject(database, uid, now);
    const sql = 'INSERT INTO project (uid, name, created_at, updated_at) VALUES (?, ?, ?, ?)';
    database.run(sql, uid, name, now, now);
  });
  try {
    for (const table of COPIED_TABLES) await copyRows(database, table, source, uid);
    await copyRevisions(database, source, uid);
    await copyBatchTables(database, source, uid);
    await database.waitForWriteLock();
    database.transaction(() => {
      // Drop a template that was deleted in the meantime and therefore has no newest revision.
      database.run(
        `DELETE FROM template WHERE project = ? AND NOT EXISTS (SELECT 1 FROM template_revision
          WHERE template_revision.template = template.id AND template_revision.revision = template.revision)`,
        uid,
      );
      database.run('INSERT INTO brand SELECT ?, kit, ? FROM brand WHERE project = ?', uid, now, source);
      unhideProject(database, uid);
      finish();
    });
  } catch (error) {
    try {
      await removeHiddenProjects(database, uid);
    } catch {
      // Ignore the error: the disk is full, or the service is stopping. The incomplete copy is invisible and is removed
      // later.
    }
    throw error;
  }
}

interface CopiedTable {
  readonly table: string;
  readonly columns: string;
  /** The SQL expression for the size of a row's large columns in bytes. */
  readonly bytes: string;
}

const COPIED_TABLES: readonly CopiedTable[] = [
  {
    table: 'asset',
    columns: 'name, name_key, sha256, bytes, content_type, etag, media, tags, created_at, updated_at',
    bytes: '0',
  },
  {
    table: 'movie',
    columns: 'name, name_key, xml, etag, duration_frames, variable_count, created_at, updated_at',
    bytes: 'octet_length(xml)',
  },
  {
    table: 'template',
    columns:
      'name, name_key, revision, good_revision, etag, duration_frames, editing, editing_etag, created_at, updated_at',
    bytes: 'octet_length(editing)',
  },
];

async function copyRows(
  database: Database,
  { table, columns, bytes }: CopiedTable,
  source: ProjectUid,
  copyUid: ProjectUid,
): Promise<void> {
  const rows = database.all(
    `SELECT name_key, ${bytes} AS size FROM ${table} WHERE project = ? ORDER BY name_key`,
    source,
  );
  for (const piece of groupsOfRows(rows)) {
    const [first, last] = [piece.at(0), piece.at(-1)];
    if (first === undefined || last === undefined) continue;
    await inSeparateTurn(database, () =>
      database.run(
        `INSERT INTO ${table} (project, ${columns}) SELECT ?, ${columns} FROM ${table}
          WHERE project = ? AND name_key BETWEEN ? AND ?`,
        ...[copyUid, source, text(first, 'name_key'), text(last, 'name_key')],
      ),
    );
  }
}

async function copyRevisions(database: Database, source: ProjectUid, copyUid: ProjectUid): Promise<void> {
  const rows = database.all(
    `SELECT original.id AS original, copied.id AS copied, revision.revision, octet_length(revision.bytes) AS size
      FROM template_revision AS revision
      JOIN template AS original ON original.id = revision.template
      JOIN template AS copied ON copied.project = ? AND copied.name_key = original.name_key
      WHERE original.project = ? ORDER BY original.id, revision.revision`,
    copyUid,
    source,
  );
  for (const piece of groupsOfRows(rows))
    await inSeparateTurn(database, () => {
      for (const row of piece)
        database.run(
          `INSERT INTO template_revision (template, revision, bytes, etag, saved_at, errors)
            SELECT ?, revision, bytes, etag, saved_at, errors FROM template_revision WHERE template = ? AND revision = ?`,
          ...[integer(row, 'copied'), integer(row, 'original'), integer(row, 'revision')],
        );
    });
}

async function copyBatchTables(database: Database, source: ProjectUid, copyUid: ProjectUid): Promise<void> {
  const rows = database.all(
    `SELECT original.id AS original, copied.id AS copied, octet_length(batch_table.content) AS size
      FROM batch_table
      JOIN template AS original ON original.id = batch_table.template
      JOIN template AS copied ON copied.project = ? AND copied.name_key = original.name_key
      WHERE original.project = ? ORDER BY original.id`,
    copyUid,
    source,
  );
  for (const piece of groupsOfRows(rows))
    await inSeparateTurn(database, () => {
      for (const row of piece)
        database.run(
          `INSERT INTO batch_table (template, content, etag, updated_at)
            SELECT ?, content, etag, updated_at FROM batch_table WHERE template = ?`,
          ...[integer(row, 'copied'), integer(row, 'original')],
        );
    });
}
