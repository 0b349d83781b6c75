import { queryOptions } from '@tanstack/react-query';
import { type AssetEntry, assetNamed } from '#renderer/api/client/asset-list.ts';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import type { MediaFacts } from '#renderer/api/queries/use-media.ts';
import type { Client } from '#shared/contract/client.ts';
import type { MediaSource } from '#shared/template/movie/media-source.ts';

/** The query of a source's facts; `assets` are those of the project, undefined until they are known. */
export function sourceFactsQuery(
  client: Client<Response>,
  project: string,
  source: MediaSource,
  assets: readonly AssetEntry[] | undefined,
) {
  const entry = source.kind === 'asset' ? assetNamed(assets, source.name) : undefined;
  const etag = entry?.etag.replaceAll('"', '');
  return queryOptions({
    queryKey:
      source.kind === 'asset'
        ? queryKeys.facts(project, source.name, entry?.etag ?? '')
        : queryKeys.facts(project, source.url, ''),
    queryFn: ({ signal }): Promise<MediaFacts> =>
      client.call('readMediaFacts', {
        parameters: { project },
        query:
          source.kind === 'url' ? { url: source.url } : { src: source.name, ...(etag !== undefined && { v: etag }) },
        signal,
      }),
    enabled: source.kind === 'url' || entry !== undefined,
    retry: false,
  });
}
