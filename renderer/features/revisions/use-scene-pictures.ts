import { useEffect, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import { versionsOf } from '#renderer/film/decode/asset-versions.ts';
import { createMediaPort } from '#renderer/film/decode/service-media.ts';
import { createFrameSource } from '#renderer/film/frames/frame-source.ts';
import { createScenePictures, type ScenePictures } from '#renderer/film/strips/scene-pictures.ts';
import { useEditor } from '#renderer/state/editor-context.tsx';
import type { Movie } from '#shared/template/movie/movie.ts';

const CACHE_BYTES = 24 * 2 ** 20;

/** Composes small pictures of the scenes of one version: those of another one may have the same ids. */
export function useScenePictures(movie: Movie | null): ScenePictures | null {
  const { client, queries } = useApi();
  const project = useEditor((state) => state.project);
  const [pictures, setPictures] = useState<ScenePictures | null>(null);
  useEffect(() => {
    if (movie === null) return;
    const version = versionsOf(() => queries.getQueryData(queryKeys.assets(project)));
    const made = createScenePictures((scale) =>
      createFrameSource(createMediaPort({ client, project, version }), { small: { scale, cacheBytes: CACHE_BYTES } }),
    );
    setPictures(made);
    return () => {
      made.dispose();
      setPictures(null);
    };
  }, [client, queries, project, movie]);
  return pictures;
}
