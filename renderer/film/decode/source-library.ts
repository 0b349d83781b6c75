import type { MediaSource } from '#shared/template/movie/media-source.ts';
import { sourceKey } from '#shared/template/movie/used-sources.ts';
import type { MediaPort } from './media-port.ts';
import type { PictureCache } from './picture-cache.ts';
import { openSource, type Source } from './source.ts';

/** The sources of a project that are open. */
export interface SourceLibrary {
  /** Opens it if it is not open yet. Do not keep it: ask again. */
  readonly get: (source: MediaSource) => Source;
  /** Told when the status of any source changed. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly dispose: () => void;
}

/** More are not kept open; those asked for least recently are closed. */
const MOST_OPEN = 24;

export function createSourceLibrary(port: MediaPort, cache: PictureCache): SourceLibrary {
  /** In the order of their use. */
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
