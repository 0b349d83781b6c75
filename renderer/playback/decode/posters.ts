import type { MediaSource } from '#shared/template/movie/movie.ts';
import { sourceKey } from '#shared/template/movie/used-sources.ts';
import type { ImagePicture } from '../picture/picture.ts';
import type { MediaPort } from './media-port.ts';

/** Pictures that the service decodes. They are used for thumbnails, and for sources that cannot be played yet. */
export interface Posters {
  /** Returns the poster of a source at a time. If the poster is not loaded, requests it. The width is in pixels. */
  readonly get: (source: MediaSource, at: { readonly seconds: number; readonly width: number }) => Poster;
  readonly dispose: () => void;
}

/** A poster with its loading state. */
export type Poster =
  | { readonly state: 'loaded'; readonly picture: ImagePicture }
  /** `picture` is the most recently loaded picture of the source; null if there is none. */
  | { readonly state: 'loading' | 'failed'; readonly picture: ImagePicture | null };

/** The maximum number of cached posters per source. The oldest poster is dropped first. */
const CACHE_SIZE = 24;
/** The minimum delay in milliseconds before a failed request for a source is repeated. */
export const RETRY_MILLISECONDS = 15_000;

interface SourcePosters {
  /** The loaded pictures by URL, the latest one last. */
  readonly loaded: Map<string, ImagePicture>;
  readonly loading: Set<string>;
  readonly failed: Set<string>;
}

/** @param onChange Called when a poster was loaded, or could not be loaded. */
export function createPosters(port: MediaPort, onChange: () => void): Posters {
  const sources = new Map<string, SourcePosters>();
  const stopped = new AbortController();
  const { signal } = stopped;

  const load = async (url: string, { loaded }: SourcePosters) => {
    const response = await fetch(url, { signal });
    if (!response.ok) throw new Error(`HTTP status ${response.status}`);
    const image = await createImageBitmap(await response.blob());
    loaded.set(url, wholePicture(image));
    for (const oldest of loaded.keys()) {
      if (loaded.size <= CACHE_SIZE) break;
      loaded.delete(oldest);
    }
  };

  const stopRetrying = port.onReachable(() => {
    for (const { failed } of sources.values()) failed.clear();
    onChange();
  });
  return {
    get(source, { seconds, width }) {
      const key = `${sourceKey(source)} ${port.version(source)}`;
      const posters: SourcePosters = sources.get(key) ?? { loaded: new Map(), loading: new Set(), failed: new Set() };
      sources.set(key, posters);
      const { loaded, loading, failed } = posters;
      const url = port.posterUrl(source, seconds, width);
      const loadedPoster = loaded.get(url);
      if (loadedPoster !== undefined) return { state: 'loaded', picture: loadedPoster };
      const picture = [...loaded.values()].at(-1) ?? null;
      if (failed.has(url)) return { state: 'failed', picture };
      if (!loading.has(url)) {
        loading.add(url);
        load(url, posters)
          .catch(() => {
            failed.add(url);
            setTimeout(() => failed.delete(url), RETRY_MILLISECONDS);
          })
          .finally(() => {
            loading.delete(url);
            if (!signal.aborted) onChange();
          });
      }
      return { state: 'loading', picture };
    },
    dispose() {
      stopRetrying();
      stopped.abort();
      sources.clear();
    },
  };
}

function wholePicture(image: ImageBitmap): ImagePicture {
  const { width, height } = image;
  return { kind: 'image', image, left: 0, top: 0, width, height, bytes: width * height * 4 };
}
