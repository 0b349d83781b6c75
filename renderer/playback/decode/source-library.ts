import type { MediaSource } from '#shared/template/movie/movie.ts';
import { sourceKey } from '#shared/template/movie/used-sources.ts';
import type { MediaPort } from './media-port.ts';
import type { PictureCache } from './picture-cache.ts';
import { openSource, type Source } from './source.ts';

/** The open sources of a project, with LRU eviction. */
export interface SourceLibrary {
  /**
   * Returns a source and opens it if needed. Callers must not store the result, because the library can close the
   * source.
   */
  readonly get: (source: MediaSource) => Source;
  /** Calls the listener when the status of any source changes. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly dispose: () => void;
}

/** The maximum number of open sources. The least recently used source is closed first. */
const MAX_OPEN = 24;

export function createSourceLibrary(port: MediaPort, cache: PictureCache): SourceLibrary {
  /** Entries from the least to the most recently used. */
  const open = new Map<string, Source>();
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  const stopRetrying = port.onReachable(() => {
    const failed = [...open].filter(([, source]) => source.status().kind === 'failed');
    for (const [key, source] of failed) {
      open.delete(key);
      source.dispose();
    }
    if (failed.length > 0) changed();
  });
  return {
    get(media) {
      const key = `${sourceKey(media)} ${port.version(media)}`;
      const source = open.get(key) ?? openSource(media, port, cache, changed);
      open.delete(key);
      open.set(key, source);
      for (const [oldest, oldSource] of open) {
        if (open.size <= MAX_OPEN) break;
        open.delete(oldest);
        oldSource.dispose();
      }
      return source;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose() {
      stopRetrying();
      listeners.clear();
      for (const source of open.values()) source.dispose();
      open.clear();
    },
  };
}
