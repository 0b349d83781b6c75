import { useQueries } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { useEditor, useEditorActions } from '#renderer/state/editor-context.tsx';
import { useSteady } from '#renderer/state/use-steady.ts';
import { lengthSources, type SourceEnds } from '#shared/film/lengths/content-length.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { sourceKey, type WantedSource } from '#shared/template/movie/used-sources.ts';
import { sourceFactsQuery } from './source-facts.ts';

/** Has scenes that are as long as their content be so, as soon as their sources are known. */
export function useSourceLengths(): void {
  const { client } = useApi();
  const { setSourceEnds } = useEditorActions();
  const project = useEditor((state) => state.project);
  const { data: assets } = useAssets(project);
  const sources = useSteady(({ movie }) => movie, sourcesOf, sameSources);
  const facts = useQueries({
    queries: sources.map(({ source }) => sourceFactsQuery(client, project, source, assets)),
  });
  const ends = facts.flatMap(({ data }, index): readonly (readonly [string, SourceEnds])[] => {
    const wanted = sources[index];
    if (data === undefined || wanted === undefined) return [];
    const { kind, source } = wanted;
    if (kind === 'captions') return [[sourceKey(source), { picture: data.durationSeconds || null, sound: null }]];
    return [[sourceKey(source), { picture: data.video?.endSeconds ?? null, sound: data.audio?.endSeconds ?? null }]];
  });
  // Answers come one by one, and again and again; told is only what is new.
  const told = JSON.stringify(ends);
  useEffect(() => setSourceEnds(new Map(JSON.parse(told))), [told, setSourceEnds]);
}

const NONE: readonly WantedSource[] = [];

function sourcesOf(movie: Movie | null): readonly WantedSource[] {
  return movie === null ? NONE : lengthSources(movie);
}

function sameSources(one: readonly WantedSource[], other: readonly WantedSource[]): boolean {
  const keysOf = (wanted: readonly WantedSource[]) => wanted.map(({ kind, source }) => `${kind} ${sourceKey(source)}`);
  return keysOf(one).join('\n') === keysOf(other).join('\n');
}
