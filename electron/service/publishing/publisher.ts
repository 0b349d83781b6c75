import { type Client, createClient, type FetchAnswer, ProblemError } from '#shared/contract/client.ts';
import { contract } from '#shared/contract/contract.ts';
import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { Foundation, ProjectUid } from '../storage/ports.ts';
import { type Clusters, findCluster, type ServiceCluster } from './clusters.ts';
import { readContent } from './project-content.ts';
import {
  type ListedPublication,
  listPublications,
  type Publication,
  removeUnfinishedPublications,
  takePublication,
} from './publications.ts';
import { type SendProgress, sendProject } from './send-project.ts';

export interface PublisherFoundation extends Pick<Foundation, 'database' | 'events' | 'clock' | 'blobs'> {
  /** The projects. `require` returns the uid, and throws `project/not-found` for an unknown uid. */
  readonly projects: { require(uid: string): ProjectUid };
  readonly clusters: Clusters;
}

/**
 * Publishes projects and lists publications. Both methods throw `cluster/not-found`, `cluster/failed`, and the signal's
 * reason.
 */
export interface Publisher {
  /** Publishes a project. Also throws `project/not-found` and the errors of the database's transactions. */
  publish(project: string, cluster: string, options: { readonly signal: AbortSignal }): Promise<Publication>;
  /** Returns the publications of a cluster, the newest first. */
  list(cluster: string, options: { readonly signal: AbortSignal }): Promise<readonly ListedPublication[]>;
}

export function createPublisher(foundation: PublisherFoundation): Publisher {
  const { database, events, blobs, projects, clusters } = foundation;
  /** The number of snapshots in progress. */
  let runningSnapshots = 0;

  const publishHere = async (project: ProjectUid, signal: AbortSignal): Promise<Publication> => {
    if (runningSnapshots === 0) await removeUnfinishedPublications(database);
    runningSnapshots += 1;
    try {
      return await takePublication(foundation, project, signal);
    } finally {
      runningSnapshots -= 1;
    }
  };

  const send = async (project: ProjectUid, name: string, cluster: ServiceCluster, signal: AbortSignal) => {
    const onProgress = (progress: SendProgress): void =>
      events.announce({ type: 'project.published', project, data: { state: 'sending', cluster: name, ...progress } });
    const content = await readContent(foundation, project, signal);
    const remote = await withCluster(name, cluster, signal, (client) =>
      sendProject({ client, cluster, blobs, signal, onProgress }, content).then((answer) =>
        contract.publishProject.answers[200].schema.parse(answer),
      ),
    );
    const publication = {
      uid: remote['Published-UID'],
      cluster: name,
      version: remote.version,
      publishedAt: Date.parse(remote.publishedAt),
    };
    database.transaction(() => {
      // Record nothing if the project was deleted during the transfer.
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
      if (cluster === null) return listPublications(database);
      const { published } = await withCluster(name, cluster, signal, async (client) =>
        contract.listPublished.answers[200].schema.parse(
          await client.call('listPublished', { parameters: { cluster: 'local' }, query: {}, signal }),
        ),
      );
      return published.map((project) => ({ ...project, publishedAt: Date.parse(project.publishedAt) }));
    },
  };
}

/** The maximum number of characters of another service's message in an error. */
const MAX_MESSAGE_CHARACTERS = 500;

function clusterClient({ url, apiKey, apiSecret }: ServiceCluster): Client<FetchAnswer> {
  const { origin, pathname } = new URL(url);
  return createClient({
    // The cast is safe: the client's types allow the `fetch` of any platform, and requests have this type on this
    // platform.
    fetch: (target, request) => fetch(target, request as RequestInit),
    // Omit the user and the password that the address in the settings may contain.
    baseUrl: origin + pathname.replace(/\/$/, ''),
    credentials: { key: apiKey, secret: apiSecret },
  });
}

/**
 * Runs work with a cluster. A failure of the cluster becomes `cluster/failed` with the other service's message and
 * without secrets. Rethrows failures of this service and the signal's reason unchanged.
 */
async function withCluster<Value>(
  name: string,
  cluster: ServiceCluster,
  signal: AbortSignal,
  work: (client: Client<FetchAnswer>) => Promise<Value>,
): Promise<Value> {
  try {
    return await work(clusterClient(cluster));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ServiceError) throw error;
    throw failureOf(error, name, cluster);
  }
}

function failureOf(error: unknown, name: string, cluster: ServiceCluster): ServiceError {
  const words = withoutSecrets(wordsOf(error), cluster).slice(0, MAX_MESSAGE_CHARACTERS).toWellFormed();
  // Omit the cause, because details of a request must not get into the logs.
  return new ServiceError('cluster/failed', message('cluster/told', { cluster: name, words }));
}

function wordsOf(error: unknown): string {
  if (error instanceof ProblemError) return error.problem.detail;
  if (!(error instanceof Error)) return 'It failed.';
  // Read the cause, because `fetch` puts the reason there.
  const { cause } = error;
  const reason = cause instanceof Error ? cause.message || ('code' in cause ? String(cause.code) : '') : '';
  return reason === '' ? error.message : `It cannot be reached (${reason}).`;
}

function withoutSecrets(words: string, { apiKey, apiSecret }: ServiceCluster): string {
  const secrets = [apiSecret, apiKey, Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')];
  return secrets.reduce((text, secret) => (secret === '' ? text : text.replaceAll(secret, '…')), words);
}
