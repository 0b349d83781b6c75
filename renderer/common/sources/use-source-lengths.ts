import { useQueries } from '@tanstack/react-query';
import { useEffect } from 'react';
import { lengthSources, type SourceEnds } from '../../../shared/film/lengths/content-length.ts';
import type { MediaSource } from '../../../shared/template/movie/media-source.ts';
import type { Movie } from '../../../shared/template/movie/movie.ts';
import { sourceKey } from '../../../shared/template/movie/used-sources.ts';
import { useApi } from '../../api/api-context.tsx';
import { useAssets } from '../../api/queries/use-assets.ts';
import { useEditor, useEditorActions } from '../../state/editor-context.tsx';
import { useSteady } from '../../state/use-steady.ts';
import { sourceFactsQuery } from './source-facts.ts';

/** Has scenes that are as long as their content be so, as soon as their sources are known. */
export function useSourceLengths(): void {
  const { client } = useApi();
  const { setSourceEnds } = useEditorActions();
  const project = useEditor((state) => state.project);
  const { data: assets } = useAssets(project);
  const sources = useSteady(({ movie }) => movie, sourcesOf, sameSources);
  const facts = useQueries({ queries: sources.map((source) => sourceFactsQuery(client, project, source, assets)) });
  const ends = facts.flatMap(({ data }, index): readonly (readonly [string, SourceEnds])[] => {
    const source = sources[index];
    if (data === undefined || source === undefined) return [];
    return [[sourceKey(source), { picture: data.video?.endSeconds ?? null, sound: data.audio?.endSeconds ?? null }]];
  });
  // Answers come one by one, and again and again; told is only what is new.
  const told = JSON.stringify(ends);
  useEffect(() => setSourceEnds(new Map(JSON.parse(told))), [told, setSourceEnds]);
}

const NONE: readonly MediaSource[] = [];

function sourcesOf(movie: Movie | null): readonly MediaSource[] {
  return movie === null ? NONE : lengthSources(movie);
}

function sameSources(one: readonly MediaSource[], other: readonly MediaSource[]): boolean {
  return one.map(sourceKey).join('\n') === other.map(sourceKey).join('\n');
}
