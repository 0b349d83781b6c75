import { useMutation } from '@tanstack/react-query';
import { useApi } from '#renderer/api/api-context.tsx';

/**
 * Asks a cluster what was published there, which needs its address, its keys and its region; gives how long that took.
 */
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
