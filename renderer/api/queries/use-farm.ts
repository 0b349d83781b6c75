import { useMutation, useQuery } from '@tanstack/react-query';
import type { CallInput, JsonOf } from '#shared/contract/client.ts';
import { useApi } from '../api-context.tsx';
import { queryKeys } from '../client/query-keys.ts';

export type Farm = JsonOf<'readFarm'>;
/** A farm with workers. Without one, the service itself renders. */
export type WorkerFarm = Extract<Farm, { kind: 'farm' }>;
export type FarmWorker = WorkerFarm['workers'][number];
export type FarmTask = FarmWorker['doing'][number];
export type FarmSettings = JsonOf<'readFarmSettings'>;
export type FarmCheck = JsonOf<'checkFarm'>;
export type FarmSettingsInput = NonNullable<CallInput<'changeFarmSettings'>['body']['farm']>;

/**
 * The poll interval in milliseconds. It equals the interval at which workers report, because workers send no events.
 */
const EVERY = 2000;

/** Returns the workers of the farm. The list is polled every two seconds while the page is visible. */
export function useFarm() {
  const { client } = useApi();
  return useQuery({
    queryKey: queryKeys.farm,
    queryFn: ({ signal }) => client.call('readFarm', { signal }),
    refetchInterval: EVERY,
    refetchOnMount: 'always',
  });
}

/**
 * Returns the settings of the queue and the store. They are read at each mount, because another window can change them.
 */
export function useFarmSettings() {
  const { client } = useApi();
  return useQuery({
    queryKey: queryKeys.farmSettings,
    queryFn: ({ signal }) => client.call('readFarmSettings', { signal }),
    refetchOnMount: 'always',
  });
}

/** Sets the queue and the store, or removes the farm with null. The change applies at the next start of the service. */
export function useChangeFarm() {
  const { client, queries } = useApi();
  return useMutation({
    mutationFn: (farm: FarmSettingsInput | null) => client.call('changeFarmSettings', { body: { farm } }),
    onSuccess: (settings) => queries.setQueryData<FarmSettings>(queryKeys.farmSettings, settings),
  });
}

/** Checks a queue and a store: the given ones, or those of the settings for null. */
export function useCheckFarm() {
  const { client } = useApi();
  return useMutation({ mutationFn: (farm: FarmSettingsInput | null) => client.call('checkFarm', { body: { farm } }) });
}
