import { useMutation, useQuery } from '@tanstack/react-query';
import type { CallInput, JsonOf } from '#shared/contract/client.ts';
import { useApi } from '../api-context.tsx';
import { queryKeys } from '../client/query-keys.ts';

export type RenderRequest = CallInput<'startRender'>['body'];
export type FormatEntry = JsonOf<'listFormats'>['formats'][number];

export function useRetryRender(project: string) {
  const { client, queries } = useApi();
  return useMutation({
    mutationFn: (render: string) => client.call('retryRender', { parameters: { project, render } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.renders(project) }),
  });
}

/** Queries the output formats, and whether this machine can encode each. */
export function useFormats() {
  const { client } = useApi();
  return useQuery({
    queryKey: queryKeys.formats,
    queryFn: async ({ signal }): Promise<readonly FormatEntry[]> =>
      (await client.call('listFormats', { signal })).formats,
  });
}
