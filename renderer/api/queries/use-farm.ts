import { useMutation, useQuery } from '@tanstack/react-query';
import type { CallInput, JsonOf } from '#shared/contract/client.ts';
import { useApi } from '../api-context.tsx';
import { queryKeys } from '../client/query-keys.ts';

export type Farm = JsonOf<'readFarm'>;
/** A farm with workers, as opposed to a service that renders itself. */
export type WorkerFarm = Extract<Farm, { kind: 'farm' }>;
export type FarmWorker = WorkerFarm['workers'][number];
export type FarmTask = FarmWorker['doing'][number];
export type FarmSettings = JsonOf<'readFarmSettings'>;
export type FarmCheck = JsonOf<'checkFarm'>;
export type FarmSettingsInput = NonNullable<CallInput<'changeFarmSettings'>['body']['farm']>;

/** The poll interval in milliseconds. Workers report at the same interval and send no events. */
const EVERY = 2000;

/** Returns the workers of the farm. Polled every two seconds while the page is visible. */
export function useFarm() {
  const { client } = useApi();
  return useQuery({
    queryKey: queryKeys.farm,
    queryFn: ({ signal }) => client.call('readFarm', { signal }),
    refetchInterval: EVERY,
    refetchOnMount: 'always',
  });
}

/** Returns the settings of queue and store. Read again at each mount, because another window may change them. */
export function useFarmSettings() {
  const { client } = useApi();
  return useQuery({
    queryKey: queryKeys.farmSettings,
    queryFn: ({ signal }) => client.call('readFarmSettings', { signal }),
    refetchOnMount: 'always',
  });
}

/** Sets queue and store, which apply at the next start of the service; null for no farm. */
export function useChangeFarm() {
  const { client, queries } = useApi();
  return useMutation({
    mutationFn: (farm: FarmSettingsInput | null) => client.call('changeFarmSettings', { body: { farm } }),
    onSuccess: (settings) => queries.setQueryData<FarmSettings>(queryKeys.farmSettings, settings),
  });
}

/** Checks queue and store: those of the form, or with null those in the settings. */
export function useCheckFarm() {
  const { client } = useApi();
  return useMutation({ mutationFn: (farm: FarmSettingsInput | null) => client.call('checkFarm', { body: { farm } }) });
}
