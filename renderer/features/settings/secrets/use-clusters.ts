import { useMutation, useQuery } from '@tanstack/react-query';
import type { JsonOf } from '../../../../shared/contract/client.ts';
import { useApi } from '../../../api/api-context.tsx';
import { queryKeys } from '../../../api/client/query-keys.ts';

export type ClusterEntry = JsonOf<'listClusters'>['clusters'][number];

/** Where projects can be published to, as the service knows it. */
export function useClusters() {
  const { client } = useApi();
  return useQuery({
    queryKey: queryKeys.clusters,
    queryFn: async ({ signal }): Promise<readonly ClusterEntry[]> =>
      (await client.call('listClusters', { signal })).clusters,
  });
}

/** Asks a cluster what was published there, which needs its address, its keys and its region; gives how long that took. */
export function useTestCluster(cluster: string) {
  const { client } = useApi();
  return useMutation({
    mutationFn: async () => {
      const began = performance.now();
      await client.call('listPublished', { parameters: { cluster } });
      return performance.now() - began;
    },
  });
}
