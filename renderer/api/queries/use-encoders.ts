import { useQuery } from '@tanstack/react-query';
import type { JsonOf } from '#shared/contract/client.ts';
import { useApi } from '../api-context.tsx';
import { queryKeys } from '../client/query-keys.ts';

export type EncoderEntry = JsonOf<'listEncoders'>['encoders'][number];

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
