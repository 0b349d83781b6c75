import { useMutation, useQuery } from '@tanstack/react-query';
import type { CallInput, JsonOf } from '#shared/contract/client.ts';
import { useApi } from '../api-context.tsx';
import { queryKeys } from '../client/query-keys.ts';

export type BatchEntry = JsonOf<'listBatches'>['batches'][number];
export type BatchDetail = JsonOf<'readBatch'>;
export type BatchRequest = CallInput<'startBatch'>['body'];

export function useBatches(project: string) {
  const { client } = useApi();
  return useQuery({
    queryKey: queryKeys.batches(project),
    queryFn: async ({ signal }): Promise<readonly BatchEntry[]> =>
      (await client.call('listBatches', { parameters: { project }, signal })).batches,
  });
}

export function useStartBatch(project: string) {
  const api = useApi();
  return useMutation({
    mutationFn: async (request: BatchRequest) =>
      api.client.call('startBatch', { parameters: { region: await api.region(), project }, body: request }),
    onSuccess: () => api.queries.invalidateQueries({ queryKey: queryKeys.batches(project) }),
  });
}

export function useCancelBatch(project: string) {
  const { client, queries } = useApi();
  return useMutation({
    mutationFn: (batch: string) => client.call('cancelBatch', { parameters: { project, batch } }),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.batches(project) }),
  });
}

export function useRetryBatch(project: string) {
  const { client, queries } = useApi();
  return useMutation({
    mutationFn: (batch: string) => client.call('retryBatch', { parameters: { project, batch } }),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.batches(project) }),
  });
}

/** Renders the outdated films of a batch again as a new batch. */
export function useRenderBatchAgain(project: string) {
  const { client, queries } = useApi();
  return useMutation({
    mutationFn: (batch: string) => client.call('againBatch', { parameters: { project, batch }, query: {} }),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: queryKeys.allBatches });
      return queries.invalidateQueries({ queryKey: queryKeys.batches(project) });
    },
  });
}

/** Pauses or resumes a batch. */
export function usePauseBatch(project: string) {
  const { client, queries } = useApi();
  return useMutation({
    mutationFn: ({ batch, held }: { readonly batch: string; readonly held: boolean }) =>
      client.call(held ? 'pauseBatch' : 'resumeBatch', { parameters: { project, batch } }),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.batches(project) }),
  });
}
