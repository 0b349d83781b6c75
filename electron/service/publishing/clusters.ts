import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../errors/service-error.ts';

/** The cluster that every workspace has: immutable snapshots in the workspace itself. */
export const LOCAL_CLUSTER = 'local';

/** Another server of this interface. */
export interface ServiceCluster {
  readonly kind: 'service';
  /** Scheme, host and port, such as `https://media.example.org`. */
  readonly url: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** Of the other server; `local` unless set. */
  readonly region?: string;
}

/** From the settings, by name; {@link LOCAL_CLUSTER} is there without being named. */
export type Clusters = ReadonlyMap<string, ServiceCluster>;

/** Null for the one that is built in. Throws `cluster/not-found` with the names of those that exist. */
export function findCluster(clusters: Clusters, name: string): ServiceCluster | null {
  if (name === LOCAL_CLUSTER) return null;
  const cluster = clusters.get(name);
  if (cluster !== undefined) return cluster;
  const names = [...new Set([LOCAL_CLUSTER, ...clusters.keys()])];
  throw new ServiceError('cluster/not-found', message('cluster/names', { names }));
}

/** The one that is built in, then the others by name; never their keys, nor what somebody wrote into an address. */
export function listClusters(clusters: Clusters): { name: string; kind: 'local' | 'service'; url: string | null }[] {
  const others = [...clusters]
    .filter(([name]) => name !== LOCAL_CLUSTER)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, { kind, url }]) => ({ name, kind, url: new URL(url).origin }));
  return [{ name: LOCAL_CLUSTER, kind: 'local', url: null }, ...others];
}
