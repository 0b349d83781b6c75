import { emptySources, pruneSources } from '../sources/source-store.ts';
import type { OwnedCache } from './workspace-areas.ts';

export interface SourceCacheOptions {
  /** An absolute path; the folder contains `bytes/` and `addresses/`. */
  readonly folder: string;
  readonly limitBytes: () => number;
}

/**
 * Opens the cache of fetched sources. Emptying it does not affect a reader, because each reader has a second name for
 * its source.
 */
export function openSourceCache({ folder, limitBytes }: SourceCacheOptions): OwnedCache {
  return {
    empty: () => emptySources(folder),
    prune: () => pruneSources(folder, { bytes: limitBytes() }),
  };
}
