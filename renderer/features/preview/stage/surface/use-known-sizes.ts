import { useQueries } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { KnownSizes } from '../../../../../shared/film/boxes/layer-size.ts';
import { withInner } from '../../../../../shared/template/movie/inner-layers.ts';
import type { MediaSource } from '../../../../../shared/template/movie/media-source.ts';
import type { Movie } from '../../../../../shared/template/movie/movie.ts';
import { sourceKey } from '../../../../../shared/template/movie/used-sources.ts';
import type { Size } from '../../../../../shared/template/values/placement.ts';
import { useApi } from '../../../../api/api-context.tsx';
import { useAssets } from '../../../../api/queries/use-assets.ts';
import { sourceFactsQuery } from '../../../../common/sources/source-facts.ts';
import type { TextSizes } from '../../../../film/compose/text-sizes.ts';
import { useEditor } from '../../../../state/editor-context.tsx';
import { useSteady } from '../../../../state/use-steady.ts';

/** The sizes of the files that the film shows, as far as the service has told them, and of texts that were set. */
export function useKnownSizes(texts: TextSizes | undefined): KnownSizes {
  const { client } = useApi();
  const project = useEditor((state) => state.project);
  const { data: assets } = useAssets(project);
  const sources = useSteady(({ movie }) => movie, seenSources, sameSources);
  const facts = useQueries({ queries: sources.map((source) => sourceFactsQuery(client, project, source, assets)) });
  const told = JSON.stringify(
    facts.flatMap(({ data }, index): readonly (readonly [string, Size])[] => {
      const source = sources[index];
      if (source === undefined || !data?.video) return [];
      const { displayWidth: width, displayHeight: height } = data.video;
      return [[sourceKey(source), { width, height }]];
    }),
  );
  const movie = useEditor((state) => state.movie);
  const [set, setSet] = useState(0);
  useEffect(() => texts?.subscribe(() => setSet((count) => count + 1)), [texts]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a text that was set meanwhile has another size
  return useMemo(() => {
    const sizes = new Map<string, Size>(JSON.parse(told));
    return {
      ofSource: ({ source }) => sizes.get(sourceKey(source)) ?? null,
      ofText: (layer, look, frame) =>
        movie === null || texts === undefined ? null : texts.sizeOf(movie, layer, look, frame),
    };
  }, [told, texts, movie, set]);
}

const NONE: readonly MediaSource[] = [];

function seenSources(movie: Movie | null): readonly MediaSource[] {
  if (movie === null) return NONE;
  const layers = [...movie.scenes, ...movie.overlays].flatMap((holder) => withInner(holder.layers));
  const sources = layers.flatMap((layer) => (layer.kind === 'video' || layer.kind === 'image' ? [layer.source] : []));
  return [...new Map(sources.map((source) => [sourceKey(source), source])).values()];
}

function sameSources(one: readonly MediaSource[], other: readonly MediaSource[]): boolean {
  return one.length === other.length && one.every((source, at) => sourceKey(source) === sourceKey(other[at] ?? source));
}
