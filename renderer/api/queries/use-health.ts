import { useQuery } from '@tanstack/react-query';
import { useApi } from '../api-context.tsx';
import { queryKeys } from '../client/query-keys.ts';

const EVERY = 30_000;

/** Version, FFmpeg, disk and queue, asked every half minute: the disk fills without an event. */
export function useHealth() {
  const { client } = useApi();
  return useQuery({
    queryKey: queryKeys.health,
    queryFn: ({ signal }) => client.call('readHealth', { signal }),
    refetchInterval: EVERY,
  });
}
