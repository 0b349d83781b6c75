import { queryOptions, useQueries } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { type AssetEntry, assetNamed } from '#renderer/api/client/asset-list.ts';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import type { MediaFacts } from '#renderer/api/queries/use-media.ts';
import { useEditor, useEditorValue, useStableValue } from '#renderer/editor/editor-context.tsx';
import type { Client } from '#shared/contract/client.ts';
import type { MediaSource, Movie } from '#shared/template/movie/movie.ts';
import { type RequestedSource, sourceKey } from '#shared/template/movie/used-sources.ts';
import { lengthDeterminingSources } from '#shared/timeline/content-length.ts';
import type { SourceEnds } from '#shared/timeline/timeline-kinds.ts';

/** Returns the query for the facts of a source. `assets` is undefined while the list is loading. */
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

/** Provides the ends of sources to the editor, which sets the length of scenes without a duration. */
export function useSourceLengths(): void {
  const { client } = useApi();
  const { setSourceEnds } = useEditor().document;
  const project = useEditorValue(({ document }) => document.state.project);
  const { data: assets } = useAssets(project);
  const sources = useStableValue(({ movie }) => movie, sourcesOf, sameSources);
  const facts = useQueries({
    queries: sources.map(({ source }) => sourceFactsQuery(client, project, source, assets)),
  });
  const ends = facts.flatMap(({ data }, index): readonly (readonly [string, SourceEnds])[] => {
    const requested = sources[index];
    if (data === undefined || requested === undefined) return [];
    const { kind, source } = requested;
    if (kind === 'captions') return [[sourceKey(source), { picture: data.durationSeconds || null, sound: null }]];
    return [[sourceKey(source), { picture: data.video?.endSeconds ?? null, sound: data.audio?.endSeconds ?? null }]];
  });
  // The queries resolve one after another. Serialize the result, so that the store changes only if the content differs.
  const serialized = JSON.stringify(ends);
  useEffect(() => setSourceEnds(new Map(JSON.parse(serialized))), [serialized, setSourceEnds]);
}

const NONE: readonly RequestedSource[] = [];

function sourcesOf(movie: Movie | null): readonly RequestedSource[] {
  return movie === null ? NONE : lengthDeterminingSources(movie);
}

function sameSources(one: readonly RequestedSource[], other: readonly RequestedSource[]): boolean {
  const keysOf = (requested: readonly RequestedSource[]) =>
    requested.map(({ kind, source }) => `${kind} ${sourceKey(source)}`);
  return keysOf(one).join('\n') === keysOf(other).join('\n');
}
