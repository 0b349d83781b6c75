import { ServiceError } from '../errors/service-error.ts';
import { checkedName } from '../storage/checked-name.ts';
import type { Clock, Database, DatabaseRow, EventLog, ProjectUid } from '../storage/ports.ts';
import { integer, text } from '../storage/rows.ts';
import type { Project, ProjectStore } from '../storage/stores.ts';
import { duplicateProject } from './duplicate-project.ts';
import { hiddenProjects, hideProject, IS_LISTED_PROJECT, removeHiddenProjects } from './hidden-projects.ts';
import { newUid } from './project-uid.ts';

const PROJECT = `SELECT project.uid, project.name, project.created_at, project.updated_at,
  (SELECT count(*) FROM asset WHERE asset.project = project.uid) AS assets,
  (SELECT count(*) FROM movie WHERE movie.project = project.uid) AS movies,
  (SELECT count(*) FROM template WHERE template.project = project.uid) AS templates,
  (SELECT coalesce(sum(bytes), 0) FROM asset WHERE asset.project = project.uid) AS bytes,
  (SELECT opened_at FROM project_opened WHERE project_opened.project = project.uid) AS opened_at
  FROM project`;

/**
 * The last publication for each project and cluster. The last snapshot is the row with the highest version. A snapshot
 * in progress has no cluster. SQLite takes the other columns from the row with the maximum.
 */
const LAST_PUBLISHED = `SELECT project, cluster, max(version) AS version, published_at FROM publication
    WHERE cluster <> '' GROUP BY cluster, project
  UNION ALL SELECT project, cluster, version, published_at FROM sent_publication`;

/** The project store, with the operations that the workspace needs. */
export interface WorkspaceProjects extends ProjectStore {
  /** Removes the incomplete copies and deletions that a crash interrupted. */
  removeUnfinished(): Promise<void>;
}

export function createProjectStore(parts: {
  readonly database: Database;
  readonly events: EventLog;
  readonly clock: Clock;
}): WorkspaceProjects {
  const { database, events, clock } = parts;
  const hooks: ((uid: ProjectUid) => Promise<void>)[] = [];
  /** The projects that are the target of a copy or are being deleted. */
  const busyProjects = new Set<ProjectUid>();
  const whileBusy = async <Value>(uid: ProjectUid, work: () => Promise<Value>): Promise<Value> => {
    busyProjects.add(uid);
    try {
      return await work();
    } finally {
      busyProjects.delete(uid);
    }
  };
  const removeUnfinished = async (): Promise<void> => {
    for (const uid of hiddenProjects(database))
      if (!busyProjects.has(uid)) await whileBusy(uid, () => removeHiddenProjects(database, uid));
  };

  const require: ProjectStore['require'] = (uid) => {
    const row = database.get(`SELECT uid FROM project WHERE uid = ? AND ${IS_LISTED_PROJECT}`, uid);
    if (row === undefined) throw new ServiceError('project/not-found');
    return text(row, 'uid') as ProjectUid;
  };
  const get: ProjectStore['get'] = (uid) => {
    const row = database.get(`${PROJECT} WHERE project.uid = ? AND ${IS_LISTED_PROJECT}`, uid);
    if (row === undefined) throw new ServiceError('project/not-found');
    return projectOf(row, lastPublished(uid));
  };
  /** Returns the publications by project, the latest first. */
  const lastPublished = (uid: string | null): Publications => {
    const rows = database.all(`SELECT * FROM (${LAST_PUBLISHED}) WHERE ?1 IS NULL OR project = ?1`, uid);
    const sorted = rows.toSorted((one, other) => integer(other, 'published_at') - integer(one, 'published_at'));
    return Map.groupBy(sorted, (row) => text(row, 'project'));
  };
  return {
    list: () => {
      const published = lastPublished(null);
      return database
        .all(`${PROJECT} WHERE ${IS_LISTED_PROJECT} ORDER BY project.name, project.uid`)
        .map((row) => projectOf(row, published));
    },
    get,
    require,
    create: (name) => {
      checkedName(name, 'project/invalid-name');
      const uid = newUid();
      const now = clock();
      database.transaction(() => {
        database.run(
          'INSERT INTO project (uid, name, created_at, updated_at) VALUES (?, ?, ?, ?)',
          uid,
          name,
          now,
          now,
        );
        events.record({ type: 'project.created', project: uid, data: { uid, name } });
      });
      return get(uid);
    },
    rename: (uid, name) => {
      checkedName(name, 'project/invalid-name');
      const project = require(uid);
      database.transaction(() => {
        const now = clock();
        database.run('UPDATE project SET name = ?, updated_at = ? WHERE uid = ?', name, now, project);
        events.record({ type: 'project.renamed', project, data: { uid: project, name } });
      });
      return get(project);
    },
    opened: (uid) => {
      const project = require(uid);
      database.transaction(() => {
        database.run(
          `INSERT INTO project_opened (project, opened_at) VALUES (?, ?)
            ON CONFLICT (project) DO UPDATE SET opened_at = max(opened_at, excluded.opened_at)`,
          project,
          clock(),
        );
        events.record({ type: 'project.opened', project, data: { uid: project } });
      });
      return get(project);
    },
    duplicate: async (uid, name) => {
      checkedName(name, 'project/invalid-name');
      const source = require(uid);
      await removeUnfinished();
      const copy = newUid();
      await whileBusy(copy, () =>
        duplicateProject(database, source, { uid: copy, name, now: clock() }, () => {
          require(source);
          events.record({ type: 'project.created', project: copy, data: { uid: copy, name } });
        }),
      );
      return get(copy);
    },
    delete: async (uid) => {
      const project = require(uid);
      for (const hook of hooks) await hook(project);
      await database.waitForWriteLock();
      database.transaction(() => {
        // Check again, because another request may have deleted the project while the hooks ran.
        require(project);
        hideProject(database, project, clock());
        events.record({ type: 'project.deleted', project, data: { uid: project } });
      });
      try {
        await whileBusy(project, () => removeHiddenProjects(database, project));
      } catch {
        // Ignore the error: the disk is full, or the service is stopping. The project counts as deleted. Its remaining
        // rows are invisible and are removed later.
      }
    },
    removeUnfinished,
    beforeDelete: (hook) => {
      hooks.push(hook);
    },
  };
}

type Publications = ReadonlyMap<string, readonly DatabaseRow[]>;

function projectOf(row: DatabaseRow, published: Publications): Project {
  return {
    uid: text(row, 'uid') as ProjectUid,
    name: text(row, 'name'),
    counts: {
      assets: integer(row, 'assets'),
      movies: integer(row, 'movies'),
      templates: integer(row, 'templates'),
    },
    bytes: integer(row, 'bytes'),
    published: (published.get(text(row, 'uid')) ?? []).map((publication) => ({
      cluster: text(publication, 'cluster'),
      version: integer(publication, 'version'),
      publishedAt: integer(publication, 'published_at'),
    })),
    createdAt: integer(row, 'created_at'),
    updatedAt: integer(row, 'updated_at'),
    openedAt: row['opened_at'] === null ? null : integer(row, 'opened_at'),
  };
}
