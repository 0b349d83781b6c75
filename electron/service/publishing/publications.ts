import { randomUUID } from 'node:crypto';
import { deleteInGroups } from '../storage/pieces.ts';
import type { Database, DatabaseRow, Foundation, ProjectUid } from '../storage/ports.ts';
import { integer as integerOf, text as textOf } from '../storage/rows.ts';
import { LOCAL_CLUSTER } from './clusters.ts';
import { copyItemsConsistently, IS_PUBLISHED, type ProjectItem } from './project-items.ts';

/** A publication of a project, with the snapshot that it contains. */
export interface Publication {
  readonly uid: string;
  readonly cluster: string;
  /** The version, counted from 1 for each project. */
  readonly version: number;
  readonly publishedAt: number;
}

export interface ListedPublication extends Omit<Publication, 'cluster'> {
  readonly project: string;
  readonly name: string;
  readonly assets: readonly string[];
  readonly movies: readonly string[];
  readonly templates: readonly string[];
}

/** The cluster of an unfinished snapshot. Lists do not contain this cluster. */
const UNFINISHED = '';

interface SnapshotFoundation extends Pick<Foundation, 'database' | 'events' | 'clock'> {
  /** The projects. `require` returns the uid, and throws `project/not-found` for an unknown uid. */
  readonly projects: { require(uid: string): ProjectUid };
}

/**
 * Makes an immutable snapshot of a project's state at one time. When the promise resolves, the snapshot is durable.
 * Other work continues during the copy; the snapshot is visible only when it is complete. Throws `project/not-found`
 * and the signal's reason.
 */
export async function takePublication(
  foundation: SnapshotFoundation,
  project: ProjectUid,
  signal: AbortSignal,
): Promise<Publication> {
  const { database, events, clock, projects } = foundation;
  const uid = randomUUID();
  await database.waitForWriteLock();
  database.run(
    `INSERT INTO publication (uid, cluster, project, project_name, version, published_at)
     SELECT ?, ?, uid, name, coalesce((SELECT max(version) FROM publication WHERE cluster = ?2 AND project = ?3), 0) + 1, 0
     FROM project WHERE uid = ?3`,
    ...[uid, UNFINISHED, project],
  );
  const drop = ({ kind, name }: ProjectItem): void =>
    void database.run('DELETE FROM publication_item WHERE publication = ? AND kind = ? AND name = ?', uid, kind, name);
  try {
    return await copyItemsConsistently(foundation, project, {
      signal,
      take: ({ kind, name, key }) => void database.run(ITEM_INSERTS[kind], uid, name, project, key),
      drop,
      finish: () => {
        projects.require(project);
        const publishedAt = clock();
        const last = database.get(
          'SELECT coalesce(max(version), 0) AS version FROM publication WHERE cluster = ? AND project = ?',
          LOCAL_CLUSTER,
          project,
        );
        const version = (last === undefined ? 0 : integerOf(last, 'version')) + 1;
        database.run(
          `UPDATE publication SET cluster = ?, version = ?, published_at = ?,
            project_name = (SELECT name FROM project WHERE project.uid = publication.project),
            brand = (SELECT kit FROM brand WHERE brand.project = publication.project) WHERE uid = ?`,
          ...[LOCAL_CLUSTER, version, publishedAt, uid],
        );
        const publication = { uid, cluster: LOCAL_CLUSTER, version, publishedAt };
        events.record({ type: 'project.published', project, data: { state: 'published', ...publication } });
        return publication;
      },
    });
  } catch (error) {
    try {
      await removeSnapshot(database, uid);
    } catch {
      // Ignore the error: the disk is full, or the service is stopping. The unfinished snapshot is hidden, and the
      // first publication after the next start removes it.
    }
    throw error;
  }
}

/** Removes the unfinished snapshots that a crash left behind. Call this only while no snapshot is being made. */
export async function removeUnfinishedPublications(database: Database): Promise<void> {
  const unfinished = database.all('SELECT uid FROM publication WHERE cluster = ?', UNFINISHED);
  for (const row of unfinished) await removeSnapshot(database, textOf(row, 'uid'));
}

async function removeSnapshot(database: Database, uid: string): Promise<void> {
  const sizes =
    'SELECT rowid AS id, coalesce(octet_length(text), 0) AS size FROM publication_item WHERE publication = ?';
  await deleteInGroups(database, 'publication_item', sizes, uid);
  database.run('DELETE FROM publication WHERE uid = ?', uid);
}

/** The SQL statements by kind of item. The parameters are the publication, the name, the project, and the name key. */
const ITEM_INSERTS: Readonly<Record<ProjectItem['kind'], string>> = {
  asset: `INSERT INTO publication_item (publication, kind, name, sha256, content_type)
   SELECT ?, 'asset', ?, sha256, content_type FROM asset WHERE project = ? AND name_key = ?`,
  movie: `INSERT INTO publication_item (publication, kind, name, text)
   SELECT ?, 'movie', ?, CAST(xml AS BLOB) FROM movie WHERE project = ? AND name_key = ?`,
  template: `INSERT INTO publication_item (publication, kind, name, text)
   SELECT ?, 'template', ?, template_revision.bytes FROM template
   JOIN template_revision ON ${IS_PUBLISHED}
   WHERE template.project = ? AND template.name_key = ?`,
};

/** Returns all snapshots of the workspace, the newest first. */
export function listPublications(database: Database): readonly ListedPublication[] {
  // Select the names as JSON lists, because SQLite builds them faster than twenty thousand row objects can be
  // converted.
  const rows = database.all(
    `SELECT publication, kind, json_group_array(name) AS names
      FROM (SELECT publication, kind, name FROM publication_item ORDER BY publication, kind, name)
      GROUP BY publication, kind`,
  );
  const items = new Map(
    rows.map((row) => [`${textOf(row, 'kind')} ${textOf(row, 'publication')}`, textOf(row, 'names')]),
  );
  const names = (kind: string, uid: string): readonly string[] => JSON.parse(items.get(`${kind} ${uid}`) ?? '[]');
  return database
    .all('SELECT * FROM publication WHERE cluster = ? ORDER BY published_at DESC, rowid DESC', LOCAL_CLUSTER)
    .map((row: DatabaseRow) => {
      const uid = textOf(row, 'uid');
      return {
        uid,
        project: textOf(row, 'project'),
        name: textOf(row, 'project_name'),
        version: integerOf(row, 'version'),
        publishedAt: integerOf(row, 'published_at'),
        assets: names('asset', uid),
        movies: names('movie', uid),
        templates: names('template', uid),
      };
    });
}
