import { useMutation, useQuery } from '@tanstack/react-query';
import type { CallInput, JsonOf } from '#shared/contract/client.ts';
import { useApi } from '../api-context.tsx';
import { queryKeys } from '../client/query-keys.ts';

export type Farm = JsonOf<'readFarm'>;
/** A farm with workers, as against films that are made by the service itself. */
export type WorkerFarm = Extract<Farm, { kind: 'farm' }>;
export type FarmWorker = WorkerFarm['workers'][number];
export type FarmTask = FarmWorker['doing'][number];
export type FarmSettings = JsonOf<'readFarmSettings'>;
export type FarmCheck = JsonOf<'checkFarm'>;
export type FarmSettingsInput = NonNullable<CallInput<'changeFarmSettings'>['body']['farm']>;

/** Workers say how they are as often; they have no events of their own. */
const EVERY = 2000;

/** Who makes the films, asked every two seconds while the page is in sight. */
export function useFarm() {
  const { client } = useApi();
  return useQuery({
    queryKey: queryKeys.farm,
    queryFn: ({ signal }) => client.call('readFarm', { signal }),
    refetchInterval: EVERY,
    refetchOnMount: 'always',
  });
}

/** Where queue and store are; read anew whenever it is looked at, since another window may have changed it. */
export function useFarmSettings() {
  const { client } = useApi();
  return useQuery({
    queryKey: queryKeys.farmSettings,
    queryFn: ({ signal }) => client.call('readFarmSettings', { signal }),
    refetchOnMount: 'always',
  });
}

/** Sets where queue and store are, from the next start of the service on; null for no farm. */
export function useChangeFarm() {
  const { client, queries } = useApi();
  return useMutation({
    mutationFn: (farm: FarmSettingsInput | null) => client.call('changeFarmSettings', { body: { farm } }),
    onSuccess: (settings) => queries.setQueryData<FarmSettings>(queryKeys.farmSettings, settings),
  });
}

/** Tries queue and store: those of the form, or with null those that are set. */
export function useCheckFarm() {
  const { client } = useApi();
  return useMutation({ mutationFn: (farm: FarmSettingsInput | null) => client.call('checkFarm', { body: { farm } }) });
}
