import { useQuery } from '@tanstack/react-query';
import type { Client, JsonOf } from '#shared/contract/client.ts';
import { useApi } from '../api-context.tsx';
import type { ProxyState } from '../client/entries.ts';
import { isTemporary } from '../client/query-client.ts';
import { queryKeys } from '../client/query-keys.ts';

export type Waveform = JsonOf<'readMediaWaveform'>;
export type MediaFacts = JsonOf<'readMediaFacts'>;

export function useWaveform(project: string, asset: { readonly name: string; readonly etag: string }, perSecond = 50) {
  const { client } = useApi();
  const { name, etag } = asset;
  return useQuery({
    queryKey: [...queryKeys.waveform(project, name, etag), perSecond],
    queryFn: ({ signal }): Promise<Waveform> =>
      client.call('readMediaWaveform', {
        parameters: { project },
        query: { src: name, v: unquoted(etag), perSecond },
        signal,
      }),
    retry: (failures, error) => failures < 2 && isTemporary(error),
  });
}

/** Queries the exact facts about an asset's streams. */
export function useMediaFacts(project: string, asset: { readonly name: string; readonly etag: string }) {
  const { client } = useApi();
  const { name, etag } = asset;
  return useQuery({
    queryKey: queryKeys.facts(project, name, etag),
    queryFn: ({ signal }) => readMediaFacts(client, project, asset, signal),
    retry: (failures, error) => failures < 2 && isTemporary(error),
  });
}

function readMediaFacts(
  client: Client<Response>,
  project: string,
  { name, etag }: { readonly name: string; readonly etag: string },
  signal?: AbortSignal,
): Promise<MediaFacts> {
  return client.call('readMediaFacts', {
    parameters: { project },
    query: { src: name, v: unquoted(etag) },
    ...(signal && { signal }),
  });
}

/** Returns the states of proxies by asset name. Only events write them. */
export function useProxyStates(project: string): Readonly<Record<string, ProxyState>> {
  const { data } = useQuery({
    queryKey: queryKeys.proxies(project),
    queryFn: (): Readonly<Record<string, ProxyState>> => ({}),
    initialData: {},
  });
  return data;
}

function unquoted(etag: string): string {
  return etag.replaceAll('"', '');
}
