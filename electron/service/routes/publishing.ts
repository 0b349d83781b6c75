import type { HandlersOf } from '../http/handler.ts';
import { type Clusters, listClusters } from '../publishing/clusters.ts';
import type { Publisher } from '../publishing/publisher.ts';
import { isoTime } from './shapes/iso-time.ts';

export function publishingHandlers({
  publisher,
  clusters,
}: {
  readonly publisher: Publisher;
  readonly clusters: Clusters;
}): HandlersOf<'publishProject' | 'listClusters' | 'listPublished'> {
  return {
    publishProject: async ({ parameters, signal }) => {
      const { uid, cluster, version, publishedAt } = await publisher.publish(parameters.project, parameters.cluster, {
        signal,
      });
      return {
        status: 200,
        json: { 'Published-UID': uid, cluster, version, publishedAt: isoTime(publishedAt) },
      };
    },
    listClusters: () => ({ status: 200, json: { clusters: listClusters(clusters) } }),
    listPublished: async ({ parameters, signal }) => {
      const published = await publisher.list(parameters.cluster, { signal });
      return {
        status: 200,
        json: {
          published: published.map((publication) => ({
            ...publication,
            publishedAt: isoTime(publication.publishedAt),
          })),
        },
      };
    },
  };
}
