import { contract } from '#shared/contract/contract.ts';
import type { Foundation, ProjectUid } from '../storage/ports.ts';
import { withCluster } from './cluster-client.ts';
import { type Clusters, findCluster, type ServiceCluster } from './clusters.ts';
import { readContent } from './project-content.ts';
import {
  listSnapshots,
  type Publication,
  type PublishedProject,
  removeUnfinished,
  takeSnapshot,
} from './publications.ts';
import { type SendProgress, sendProject } from './send-project.ts';

export interface PublisherFoundation extends Pick<Foundation, 'database' | 'events' | 'clock' | 'blobs'> {
  /** Throws `project/not-found`. */
  readonly projects: { require(uid: string): ProjectUid };
  readonly clusters: Clusters;
}

/** Both methods throw `cluster/not-found`, `cluster/failed`, and the signal's reason. */
export interface Publisher {
  /** Throws `project/not-found`, and what the database's transactions throw. */
  publish(project: string, cluster: string, options: { readonly signal: AbortSignal }): Promise<Publication>;
  /** What was published there, newest first. */
  list(cluster: string, options: { readonly signal: AbortSignal }): Promise<readonly PublishedProject[]>;
}

export function createPublisher(foundation: PublisherFoundation): Publisher {
  const { database, events, blobs, projects, clusters } = foundation;
  /** Snapshots in the making. */
  let atWork = 0;

  const publishHere = async (project: ProjectUid, signal: AbortSignal): Promise<Publication> => {
    if (atWork === 0) await removeUnfinished(database);
    atWork += 1;
    try {
      return await takeSnapshot(foundation, project, signal);
    } finally {
      atWork -= 1;
    }
  };

  const send = async (project: ProjectUid, name: string, cluster: ServiceCluster, signal: AbortSignal) => {
    const onProgress = (progress: SendProgress): void =>
      events.announce({ type: 'project.published', project, data: { state: 'sending', cluster: name, ...progress } });
    const content = await readContent(foundation, project, signal);
    const there = await withCluster(name, cluster, signal, (client) =>
      sendProject({ client, cluster, blobs, signal, onProgress }, content).then((answer) =>
        contract.publishProject.answers[200].schema.parse(answer),
      ),
    );
    const publication = {
      uid: there['Published-UID'],
      cluster: name,
      version: there.version,
      publishedAt: Date.parse(there.publishedAt),
    };
    database.transaction(() => {
      // Nothing is kept of a project that was deleted while it was sent.
      database.run(
        `INSERT INTO sent_publication (project, cluster, version, published_at)
         SELECT uid, ?, ?, ? FROM project WHERE uid = ?
         ON CONFLICT (project, cluster) DO UPDATE SET version = excluded.version, published_at = excluded.published_at`,
        ...[name, publication.version, publication.publishedAt, project],
      );
      events.record({ type: 'project.published', project, data: { state: 'published', ...publication } });
    });
    return publication;
  };

  return {
    publish: async (project, name, { signal }) => {
      const cluster = findCluster(clusters, name);
      const uid = projects.require(project);
      return cluster === null ? await publishHere(uid, signal) : await send(uid, name, cluster, signal);
    },
    list: async (name, { signal }) => {
      const cluster = findCluster(clusters, name);
      if (cluster === null) return listSnapshots(database);
      const { published } = await withCluster(name, cluster, signal, async (client) =>
        contract.listPublished.answers[200].schema.parse(
          await client.call('listPublished', { parameters: { cluster: 'local' }, query: {}, signal }),
        ),
      );
      return published.map((project) => ({ ...project, publishedAt: Date.parse(project.publishedAt) }));
    },
  };
}
