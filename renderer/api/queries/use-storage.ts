import { useMutation, useQuery } from '@tanstack/react-query';
import type { JsonOf } from '#shared/contract/client.ts';
import { useApi } from '../api-context.tsx';
import { queryKeys } from '../client/query-keys.ts';

export type StorageArea = JsonOf<'readStorage'>['areas'][number];
export type StorageLimits = JsonOf<'limitStorage'>;
/** The caches, which the user can empty. */
export type CacheName = 'segments' | 'views' | 'sources' | 'links';

/** Queries the disk usage of the workspace. Refetches at each mount, because a change of the usage sends no event. */
export function useStorage() {
  const { client } = useApi();
  return useQuery({
    queryKey: queryKeys.storage,
    queryFn: ({ signal }) => client.call('readStorage', { signal }),
    refetchOnMount: 'always',
  });
}

/** Sets the limits of caches and films. */
export function useSetStorageLimits() {
  const { client, queries } = useApi();
  return useMutation({
    mutationFn: (change: Partial<StorageLimits>) => client.call('limitStorage', { body: change }),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.storage }),
  });
}

/** Deletes the cached data of one kind. */
export function useEmptyCache() {
  const { client, queries } = useApi();
  return useMutation({
    mutationFn: (area: CacheName) => client.call('emptyCache', { parameters: { area } }),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.storage }),
  });
}
