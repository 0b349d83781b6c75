import { useQuery } from '@tanstack/react-query';
import { useApi } from '../api-context.tsx';
import { queryKeys } from '../client/query-keys.ts';

const EVERY = 30_000;

/** Returns version, FFmpeg, disk, and queue. Polled every 30 seconds, because the disk fills without events. */
export function useHealth() {
  const { client } = useApi();
  return useQuery({
    queryKey: queryKeys.health,
    queryFn: ({ signal }) => client.call('readHealth', { signal }),
    refetchInterval: EVERY,
  });
}
