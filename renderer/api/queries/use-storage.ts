import { useMutation, useQuery } from '@tanstack/react-query';
import type { JsonOf } from '#shared/contract/client.ts';
import { useApi } from '../api-context.tsx';
import { queryKeys } from '../client/query-keys.ts';

export type StorageArea = JsonOf<'readStorage'>['areas'][number];
export type StorageLimits = JsonOf<'limitStorage'>;
export type EncoderEntry = JsonOf<'listEncoders'>['encoders'][number];

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
    mutationFn: (area: 'segments' | 'views' | 'sources' | 'links') =>
      client.call('emptyCache', { parameters: { area } }),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.storage }),
  });
}

/**
 * Queries the FFmpeg for rendering and its hardware encoders. The service tests each encoder, so the response takes a
 * moment.
 */
export function useEncoders() {
  const { client } = useApi();
  return useQuery({
    queryKey: queryKeys.encoders,
    queryFn: ({ signal }) => client.call('listEncoders', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
