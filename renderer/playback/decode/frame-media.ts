import type { Movie } from '#shared/template/movie/movie.ts';
import type { MediaPort } from './media-port.ts';
import { nearbySources } from './nearby-sources.ts';
import { createNearbyThumbnails } from './nearby-thumbnails.ts';
import { createPictureCache } from './picture-cache.ts';
import { createPictureReader, type PictureReader, type PictureRequest } from './picture-reader.ts';
import { createPosters, type Posters } from './posters.ts';
import type { ReadySource, Source } from './source.ts';
import { createSourceLibrary, type SourceLibrary } from './source-library.ts';

/** The sources of a project with their decoded pictures. All frame producers share them. */
export interface FrameMedia {
  readonly library: SourceLibrary;
  /** Posters for sources that cannot be played yet. */
  readonly posters: Pick<Posters, 'get'>;
  /** Creates readers with separate requests. They share the picture cache. */
  readonly createReaders: () => PictureReaders;
  /** Opens the sources near a frame. While the main thread is idle, decodes a picture of each. */
  readonly prepare: (movie: Movie, frame: number) => void;
  /** Notifies the listeners. A producer calls this when one of its frames has changed. */
  readonly changed: () => void;
  /** Calls the listener when frames may have changed. A listener that is added twice is called once. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly dispose: () => void;
}

/** Readers that decode requested pictures. */
export interface PictureReaders {
  /** Replaces the requests, and closes the readers without a request. */
  readonly request: (requests: readonly LayerRequest[]) => void;
  readonly dispose: () => void;
}

/** A decoding request for one layer. */
export interface LayerRequest {
  /** The key of the reader. A reader stays open while its key is requested. */
  readonly key: string;
  readonly source: Source;
  readonly ready: ReadySource;
  readonly request: PictureRequest;
}

/** The maximum number of sources around the playhead to open. */
const NEARBY = 12;

/** @param cacheBytes The size limit in bytes of the cache for decoded pictures. */
export function createFrameMedia(port: MediaPort, cacheBytes?: number): FrameMedia {
  const library = createSourceLibrary(port, createPictureCache(cacheBytes));
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  const posters = createPosters(port, changed);
  const unsubscribe = library.subscribe(changed);
  const nearbyThumbnails = createNearbyThumbnails(library, NEARBY, changed);
  return {
    library,
    posters,
    createReaders: () => createReaders(changed),
    prepare(movie, frame) {
      // Open the nearest source last. It is then the most recently used one, and is closed last.
      for (const source of nearbySources(movie, frame, NEARBY).toReversed()) library.get(source);
      nearbyThumbnails.near(movie, frame);
    },
    changed,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose() {
      listeners.clear();
      unsubscribe();
      nearbyThumbnails.dispose();
      posters.dispose();
      library.dispose();
    },
  };
}

function createReaders(onPicture: () => void): PictureReaders {
  const readers = new Map<string, { readonly ready: ReadySource; readonly reader: PictureReader }>();
  const close = (key: string) => {
    readers.get(key)?.reader.dispose();
    readers.delete(key);
  };
  return {
    request(requests) {
      const requested = new Set(requests.map(({ key }) => key));
      for (const key of [...readers.keys()]) if (!requested.has(key)) close(key);
      for (const { key, source, ready, request } of requests) {
        if (readers.get(key)?.ready !== ready) close(key);
        const reader = readers.get(key)?.reader ?? open(ready, source, onPicture);
        if (reader === null) continue;
        readers.set(key, { ready, reader });
        reader.request(request);
      }
    },
    dispose() {
      for (const key of [...readers.keys()]) close(key);
    },
  };
}

function open({ media, pictures }: ReadySource, source: Source, onPicture: () => void): PictureReader | null {
  if (media.picture === null) return null;
  return createPictureReader(media.picture, pictures, { onPicture, onFailure: source.failed });
}
