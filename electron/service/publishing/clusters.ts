import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../errors/service-error.ts';

/** The built-in cluster of every workspace: immutable snapshots in the workspace itself. */
export const LOCAL_CLUSTER = 'local';

/** Another server with the same HTTP interface. */
export interface ServiceCluster {
  readonly kind: 'service';
  /** The scheme, host, and port, such as `https://media.example.org`. */
  readonly url: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** The region on the other server; `local` by default. */
  readonly region?: string;
}

/** The clusters in the settings, by name. {@link LOCAL_CLUSTER} always exists and needs no entry. */
export type Clusters = ReadonlyMap<string, ServiceCluster>;

/** Returns a cluster; null for the built-in one. Throws `cluster/not-found` with the names of the existing clusters. */
export function findCluster(clusters: Clusters, name: string): ServiceCluster | null {
  if (name === LOCAL_CLUSTER) return null;
  const cluster = clusters.get(name);
  if (cluster !== undefined) return cluster;
  const names = [...new Set([LOCAL_CLUSTER, ...clusters.keys()])];
  throw new ServiceError('cluster/not-found', message('cluster/names', { names }));
}

/** Returns the built-in cluster first, and then the others by name. Omits keys, and credentials in addresses. */
export function listClusters(clusters: Clusters): { name: string; kind: 'local' | 'service'; url: string | null }[] {
  const others = [...clusters]
    .filter(([name]) => name !== LOCAL_CLUSTER)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, { kind, url }]) => ({ name, kind, url: new URL(url).origin }));
  return [{ name: LOCAL_CLUSTER, kind: 'local', url: null }, ...others];
}
