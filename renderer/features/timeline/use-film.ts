import { useEffect, useMemo, useRef, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { assetsByKey } from '#renderer/api/client/asset-list.ts';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { useComing } from '#renderer/api/queries/use-uploads.ts';
import { versionsOf } from '#renderer/film/decode/asset-versions.ts';
import { createMediaPort } from '#renderer/film/decode/service-media.ts';
import { createFrameSource } from '#renderer/film/frames/frame-source.ts';
import { createFilmArtist, type FilmArtist } from '#renderer/film/strips/film-artist.ts';
import { createFilmLibrary, type FilmLibrary } from '#renderer/film/strips/film-library.ts';
import { createFilmPort } from '#renderer/film/strips/film-port.ts';
import { createScenePictures, type ScenePictures } from '#renderer/film/strips/scene-pictures.ts';
import { useEditor, useEditorStore } from '#renderer/state/editor-context.tsx';

/** Decoded pictures of videos that stand in scenes which are composed small; the preview has its own. */
const CACHE_BYTES = 48 * 2 ** 20;

interface Film {
  readonly library: FilmLibrary;
  readonly artist: FilmArtist;
  readonly pictures: ScenePictures;
}

/** The pictures and sounds of the project, as long as the timeline is on screen. */
export function useFilm() {
  const api = useApi();
  const { client, queries } = api;
  const editor = useEditorStore();
  const project = useEditor((state) => state.project);
  const { data: assets = null } = useAssets(project, assetsByKey);
  const latest = useRef(assets);
  latest.current = assets;
  const [film, setFilm] = useState<Film | null>(null);
  useEffect(() => {
    const library = createFilmLibrary(createFilmPort(api, project, () => latest.current));
    const artist = createFilmArtist();
    const version = versionsOf(() => queries.getQueryData(queryKeys.assets(project)));
    const pictures = createScenePictures((scale) =>
      createFrameSource(createMediaPort({ client, project, version }), { small: { scale, cacheBytes: CACHE_BYTES } }),
    );
    // What plays or is dragged comes before what stands in the strips.
    const isBusy = () => editor.getState().playing || editor.getState().gesture !== null;
    let wasBusy = isBusy();
    const unsubscribe = editor.subscribe(() => {
      if (isBusy() === wasBusy) return;
      wasBusy = isBusy();
      pictures.rest(wasBusy);
    });
    setFilm({ library, artist, pictures });
    return () => {
      unsubscribe();
      library.dispose();
      artist.dispose();
      pictures.dispose();
    };
  }, [api, client, queries, project, editor]);
  // What was missing may have come, and what is there may have other bytes.
  useEffect(() => {
    if (assets === null) return;
    film?.library.refresh();
    film?.pictures.refresh();
  }, [film, assets]);
  const coming = useComing(project);
  return useMemo(() => film && { ...film, assets, coming }, [film, assets, coming]);
}
