import { useEffect, useMemo, useRef, useState } from 'react';
import { assetsByKey } from '#renderer/api/client/asset-list.ts';
import { frameUrl } from '#renderer/api/client/media-urls.ts';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { useEditorValue } from '#renderer/editor/editor-context.tsx';
import { createFilmstripPainter, type FilmstripPainter } from '#renderer/playback/strips/filmstrip-painter.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import type { MediaSource } from '#shared/template/movie/movie.ts';

/** The pictures of scenes during a comparison. */
export interface Posters {
  readonly painter: FilmstripPainter;
  /** Returns the address of a source's picture; null if the source does not exist, undefined while it is unknown. */
  readonly url: (source: MediaSource, at: number, width: number) => string | null | undefined;
  readonly load: (url: string, signal: AbortSignal) => Promise<ImageBitmap>;
}

/** The maximum number of cached decoded pictures. */
const MAX_CACHED = 300;

/** Returns the pictures of a comparison, which are created once; null in the first frames. */
export function useNewPosters(): Posters | null {
  const project = useEditorValue(({ document }) => document.state.project);
  const { data: assets } = useAssets(project, assetsByKey);
  const [painter, setPainter] = useState<FilmstripPainter | null>(null);
  useEffect(() => {
    const made = createFilmstripPainter();
    setPainter(made);
    return () => made.dispose();
  }, []);
  const images = useRef(new Map<string, ImageBitmap>());
  return useMemo(() => {
    if (painter === null) return null;
    return {
      painter,
      url: (source, at, width) => {
        if (source.kind === 'url') return frameUrl(project, { kind: 'remote', url: source.url }, { at, width });
        if (assets === undefined) return undefined;
        const entry = assets.get(nameKey(source.name));
        if (entry === undefined) return null;
        return frameUrl(project, { kind: 'asset', name: entry.name, etag: entry.etag }, { at, width });
      },
      load: async (url, signal) => {
        const known = images.current.get(url);
        if (known !== undefined) return known;
        const answer = await fetch(url, { signal });
        if (!answer.ok) throw new Error(`the picture could not be had: ${answer.status}`);
        const image = await createImageBitmap(await answer.blob());
        images.current.set(url, image);
        for (const oldest of images.current.keys()) {
          if (images.current.size <= MAX_CACHED) break;
          images.current.delete(oldest);
        }
        return image;
      },
    };
  }, [painter, assets, project]);
}
