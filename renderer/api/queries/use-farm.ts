import { useMutation, useQuery } from '@tanstack/react-query';
import type { CallInput, JsonOf } from '#shared/contract/client.ts';
import { useApi } from '../api-context.tsx';
import { queryKeys } from '../client/query-keys.ts';

export type Farm = JsonOf<'readFarm'>;
/** A farm with workers. Without a farm, the service itself renders. */
export type WorkerFarm = Extract<Farm, { kind: 'farm' }>;
export type FarmWorker = WorkerFarm['workers'][number];
export type FarmTask = FarmWorker['doing'][number];
export type FarmSettings = JsonOf<'readFarmSettings'>;
export type FarmCheck = JsonOf<'checkFarm'>;
export type FarmSettingsInput = NonNullable<CallInput<'changeFarmSettings'>['body']['farm']>;

/** The poll interval in milliseconds, equal to the workers' report interval. Workers send no events. */
const EVERY = 2000;

/** Queries the workers of the farm, polled every `EVERY` milliseconds while the page is visible. */
export function useFarm() {
  const { client } = useApi();
  return useQuery({
    queryKey: queryKeys.farm,
    queryFn: ({ signal }) => client.call('readFarm', { signal }),
    refetchInterval: EVERY,
    refetchOnMount: 'always',
  });
}

/** Queries the settings of the queue and the store. Refetches at each mount, because another window can change them. */
export function useFarmSettings() {
  const { client } = useApi();
  return useQuery({
    queryKey: queryKeys.farmSettings,
    queryFn: ({ signal }) => client.call('readFarmSettings', { signal }),
    refetchOnMount: 'always',
  });
}

/** Sets the queue and the store; null removes the farm. The change takes effect at the next start of the service. */
export function useChangeFarm() {
  const { client, queries } = useApi();
  return useMutation({
    mutationFn: (farm: FarmSettingsInput | null) => client.call('changeFarmSettings', { body: { farm } }),
    onSuccess: (settings) => queries.setQueryData<FarmSettings>(queryKeys.farmSettings, settings),
  });
}

/** Checks a queue and a store. Null checks the queue and the store in the settings. */
export function useCheckFarm() {
  const { client } = useApi();
  return useMutation({ mutationFn: (farm: FarmSettingsInput | null) => client.call('checkFarm', { body: { farm } }) });
}
