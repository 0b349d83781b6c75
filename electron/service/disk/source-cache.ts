import { emptySources, pruneSources } from '../sources/source-store.ts';
import type { OwnedCache } from './workspace-areas.ts';

export interface SourceCacheOptions {
  /** The absolute path of the cache. The folder contains `bytes/` and `addresses/`. */
  readonly folder: string;
  readonly limitBytes: () => number;
}

/**
 * Opens the cache of fetched sources. Emptying the cache does not affect readers, because each reader has a second name
 * for its source.
 */
export function openSourceCache({ folder, limitBytes }: SourceCacheOptions): OwnedCache {
  return {
    empty: () => emptySources(folder),
    prune: () => pruneSources(folder, { bytes: limitBytes() }),
  };
}
