import { useQuery } from '@tanstack/react-query';
import type { JsonOf } from '#shared/contract/client.ts';
import { useApi } from '../api-context.tsx';
import { queryKeys } from '../client/query-keys.ts';

export type ClusterEntry = JsonOf<'listClusters'>['clusters'][number];
export type Publication = JsonOf<'publishProject'>;
export type MissingAsset = JsonOf<'listMissing'>['projects'][number]['assets'][number];

/** Queries the clusters for publishing. Refetches at each mount, because a change of the settings sends no event. */
export function useClusters() {
  const { client } = useApi();
  return useQuery({
    queryKey: queryKeys.clusters,
    queryFn: async ({ signal }): Promise<readonly ClusterEntry[]> =>
      (await client.call('listClusters', { signal })).clusters,
    staleTime: 0,
  });
}

/** Queries the missing assets by project: assets that a template uses but its project lacks. */
export function useMissing() {
  const { client } = useApi();
  return useQuery({
    queryKey: queryKeys.missing,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, readonly MissingAsset[]>> => {
      const { projects } = await client.call('listMissing', { signal });
      return new Map(projects.map(({ uid, assets }) => [uid, assets]));
    },
  });
}
