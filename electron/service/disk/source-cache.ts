import { emptySources, pruneSources } from '../sources/source-store.ts';
import type { OwnedCache } from './workspace-areas.ts';

export interface SourceCacheOptions {
  /** Absolute; `bytes/` and `addresses/` are in it. */
  readonly folder: string;
  readonly limitBytes: () => number;
}

/** Fetched sources, seen as what can be removed: whoever reads one has taken it under a name of its own. */
export function openSourceCache({ folder, limitBytes }: SourceCacheOptions): OwnedCache {
  return {
    empty: () => emptySources(folder),
    prune: () => pruneSources(folder, { bytes: limitBytes() }),
  };
}
