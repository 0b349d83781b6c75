import { useMutation, useQuery } from '@tanstack/react-query';
import type { JsonOf } from '#shared/contract/client.ts';
import { useApi } from '../api-context.tsx';
import { queryKeys } from '../client/query-keys.ts';

export type StorageArea = JsonOf<'readStorage'>['areas'][number];
export type StorageLimits = JsonOf<'limitStorage'>;
export type EncoderEntry = JsonOf<'listEncoders'>['encoders'][number];

/** What the workspace takes up; read anew whenever it is looked at, since it changes without an event. */
export function useStorage() {
  const { client } = useApi();
  return useQuery({
    queryKey: queryKeys.storage,
    queryFn: ({ signal }) => client.call('readStorage', { signal }),
    refetchOnMount: 'always',
  });
}

/** Changes what caches and films may take up. */
export function useLimitStorage() {
  const { client, queries } = useApi();
  return useMutation({
    mutationFn: (change: Partial<StorageLimits>) => client.call('limitStorage', { body: change }),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.storage }),
  });
}

/** Removes what can be made again of one area. */
export function useEmptyCache() {
  const { client, queries } = useApi();
  return useMutation({
    mutationFn: (area: 'segments' | 'views' | 'sources' | 'links') =>
      client.call('emptyCache', { parameters: { area } }),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.storage }),
  });
}

/** The FFmpeg that renders, and the hardware that it can encode with; found out by trying, so it takes a moment. */
export function useEncoders() {
  const { client } = useApi();
  return useQuery({
    queryKey: queryKeys.encoders,
    queryFn: ({ signal }) => client.call('listEncoders', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
