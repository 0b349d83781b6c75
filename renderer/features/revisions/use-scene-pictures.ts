import { useEffect, useState } from 'react';
import type { Movie } from '../../../shared/template/movie/movie.ts';
import { useApi } from '../../api/api-context.tsx';
import { queryKeys } from '../../api/client/query-keys.ts';
import { versionsOf } from '../../film/decode/asset-versions.ts';
import { createMediaPort } from '../../film/decode/service-media.ts';
import { createFrameSource } from '../../film/frames/frame-source.ts';
import { createScenePictures, type ScenePictures } from '../../film/strips/scene-pictures.ts';
import { useEditor } from '../../state/editor-context.tsx';

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
