import { useEffect, useRef, useState } from 'react';
import { assetNamed } from '#renderer/api/client/asset-list.ts';
import { frameUrl } from '#renderer/api/client/media-urls.ts';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { useEditor } from '#renderer/state/editor-context.tsx';
import type { EditorState } from '#renderer/state/editor-state.ts';
import { sceneOfId, timelineOf } from '#shared/editing/timeline.ts';
import { rowAt } from '#shared/film/rows/row.ts';
import { sourceSeconds } from '#shared/film/rows/source-moment.ts';
import type { Layer, VideoLayer } from '#shared/template/movie/movie.ts';
import { frames } from '#shared/template/values/frame-rate.ts';

const WIDTH = 240;
/** While the playhead or the scene moves, the picture before stays. */
const SETTLED_MILLISECONDS = 150;
/** Finer is not asked for: the pictures are small, and made one by one. */
const STEP = 0.5;

/** What a video shows at the playhead, without its effects; null while there is nothing. It stays while playing. */
export function useFrameImage(shown: Layer | null): ImageBitmap | null {
  const layer = shown?.kind === 'video' ? shown : null;
  const project = useEditor((state) => state.project);
  const { data: assets } = useAssets(project);
  const seconds = useEditor((state) => (layer === null ? null : shownSeconds(state, layer)));
  const [image, setImage] = useState<ImageBitmap | null>(null);
  const name = layer?.source.kind === 'asset' ? layer.source.name : null;
  const entry = name === null ? undefined : assetNamed(assets, name);
  const source =
    layer?.source.kind === 'url'
      ? ({ kind: 'remote', url: layer.source.url } as const)
      : entry && ({ kind: 'asset', name: entry.name, etag: entry.etag } as const);
  const url =
    source === undefined || seconds === null ? null : frameUrl(project, source, { at: seconds, width: WIDTH });

  const shows = useRef(false);
  useEffect(() => {
    shows.current = image !== null;
  }, [image]);
  useEffect(() => {
    if (url === null) {
      setImage(null);
      return;
    }
    const aborter = new AbortController();
    const load = () => {
      loadImage(url, aborter.signal).then(
        (loaded) => {
          if (!aborter.signal.aborted) setImage(loaded);
        },
        // A picture that cannot be had is none: the source says elsewhere what is wrong with it.
        () => undefined,
      );
    };
    const settling = setTimeout(load, shows.current ? SETTLED_MILLISECONDS : 0);
    return () => {
      clearTimeout(settling);
      aborter.abort();
    };
  }, [url]);
  return image;
}

async function loadImage(url: string, signal: AbortSignal): Promise<ImageBitmap> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`no picture: ${response.status}`);
  return createImageBitmap(await response.blob());
}

/** Where in the source the playhead is, as finely as pictures are asked for. */
function shownSeconds({ movie, playhead, playing }: EditorState, layer: VideoLayer): number | null {
  if (movie === null) return null;
  const scene = movie.scenes.find(({ layers }) => layers.some(({ id }) => id === layer.id));
  const place = scene === undefined ? null : sceneOfId(timelineOf(movie), scene.id);
  if (place === null) return null;
  const within = playing ? 0 : Math.min(Math.max(0, playhead - place.start), Math.max(0, place.end - place.start - 1));
  const seconds = sourceSeconds(rowAt(layer, frames(within)), movie.frameRate);
  return Math.floor(seconds / STEP) * STEP;
}
