import { randomUUID } from 'node:crypto';
import type { Database, DatabaseRow, Foundation, ProjectUid } from '../storage/ports.ts';
import { integer as integerOf, text as textOf } from '../storage/rows.ts';
import { LOCAL_CLUSTER } from './clusters.ts';

/** One publishing of a project, and the snapshot that it made. */
export interface Publication {
  readonly uid: string;
  readonly cluster: string;
  /** From 1, of each project. */
  readonly version: number;
  readonly publishedAt: number;
}

export interface PublishedProject extends Omit<Publication, 'cluster'> {
  readonly project: string;
  readonly name: string;
  readonly assets: readonly string[];
  readonly movies: readonly string[];
  readonly templates: readonly string[];
}

/** Takes an immutable snapshot of a project, which must exist: all of it as it is at one moment, and durable on return. */
export function takeSnapshot(
  { database, events, clock }: Pick<Foundation, 'database' | 'events' | 'clock'>,
  project: ProjectUid,
): Publication {
  return database.transaction(() => {
    const uid = randomUUID();
    const publishedAt = clock();
    const last = database.get(
      'SELECT coalesce(max(version), 0) AS version FROM publication WHERE cluster = ? AND project = ?',
      LOCAL_CLUSTER,
      project,
    );
    const version = (last === undefined ? 0 : integerOf(last, 'version')) + 1;
    database.run(
      `INSERT INTO publication (uid, cluster, project, project_name, version, published_at)
       SELECT ?, ?, uid, name, ?, ? FROM project WHERE uid = ?`,
      ...[uid, LOCAL_CLUSTER, version, publishedAt, project],
    );
    for (const statement of ITEMS) database.run(statement, uid, project);
    const publication = { uid, cluster: LOCAL_CLUSTER, version, publishedAt };
    events.record({ type: 'project.published', project, data: { state: 'published', ...publication } });
    return publication;
  });
}

/** By kind; each takes the publication and the project. */
const ITEMS = [
  `INSERT INTO publication_item (publication, kind, name, sha256, content_type)
   SELECT ?, 'asset', name, sha256, content_type FROM asset WHERE project = ?`,
  `INSERT INTO publication_item (publication, kind, name, text)
   SELECT ?, 'movie', name, CAST(xml AS BLOB) FROM movie WHERE project = ?`,
  `INSERT INTO publication_item (publication, kind, name, text)
   SELECT ?, 'template', template.name, template_revision.bytes FROM template
   JOIN template_revision ON template_revision.template = template.id AND template_revision.revision = template.revision
   WHERE template.project = ?`,
] as const;

/** All snapshots of the workspace, newest first. */
export function listSnapshots(database: Database): readonly PublishedProject[] {
  const items = Map.groupBy(
    database.all('SELECT publication, kind, name FROM publication_item ORDER BY name'),
    (row) => `${textOf(row, 'kind')} ${textOf(row, 'publication')}`,
  );
  const names = (kind: string, uid: string): readonly string[] =>
    (items.get(`${kind} ${uid}`) ?? []).map((row) => textOf(row, 'name'));
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
