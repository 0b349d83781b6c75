import { useQuery } from '@tanstack/react-query';
import { useApi } from '../api-context.tsx';
import { queryKeys } from '../client/query-keys.ts';

const EVERY = 30_000;

/**
 * Queries the version, FFmpeg, the disk, and the queue. Polls every 30 seconds, because a filling disk sends no event.
 */
export function useHealth() {
  const { client } = useApi();
  return useQuery({
    queryKey: queryKeys.health,
    queryFn: ({ signal }) => client.call('readHealth', { signal }),
    refetchInterval: EVERY,
  });
}
