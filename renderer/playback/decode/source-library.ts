import type { MediaSource } from '#shared/template/movie/movie.ts';
import { sourceKey } from '#shared/template/movie/used-sources.ts';
import type { MediaPort } from './media-port.ts';
import type { PictureCache } from './picture-cache.ts';
import { openSource, type Source } from './source.ts';

/** The open sources of a project. */
export interface SourceLibrary {
  /** Returns a source and opens it if necessary. Callers must not store it, because it can be closed. */
  readonly get: (source: MediaSource) => Source;
  /** Calls the listener when the status of any source changes. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly dispose: () => void;
}

/** The number of open sources. The least recently used are closed. */
const MOST_OPEN = 24;

export function createSourceLibrary(port: MediaPort, cache: PictureCache): SourceLibrary {
  /** Ordered by their use. */
  const open = new Map<string, Source>();
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  return {
    get(what) {
      const key = `${sourceKey(what)} ${port.version(what)}`;
      const source = open.get(key) ?? openSource(what, port, cache, changed);
      open.delete(key);
      open.set(key, source);
      for (const [oldest, old] of open) {
        if (open.size <= MOST_OPEN) break;
        open.delete(oldest);
        old.dispose();
      }
      return source;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose() {
      listeners.clear();
      for (const source of open.values()) source.dispose();
      open.clear();
    },
  };
}
