import type { z } from 'zod';
import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import { storageLimits } from '#shared/contract/shapes/shapes.ts';
import type { Database } from '../storage/ports.ts';

/** The limits of caches and films, in bytes. */
export type StorageLimits = z.output<typeof storageLimits>;

/** The limits of a workspace's areas. They are stored in the workspace. */
export interface AreaLimits {
  get(): StorageLimits;
  /** Changes the given limits. Returns all current limits. Throws the errors of the database's transactions. */
  set(change: { readonly [Area in keyof StorageLimits]?: number | undefined }): StorageLimits;
}

const CACHE_BYTES = 8e9;
const DEFAULTS: StorageLimits = {
  segments: CACHE_BYTES,
  views: CACHE_BYTES,
  sources: CACHE_BYTES,
  films: serviceLimits.filmsBytes,
  links: CACHE_BYTES,
};
const SETTING_NAME = 'storage-limits';

export function createAreaLimits(database: Database): AreaLimits {
  let limits = read(database);
  return {
    get: () => limits,
    set: (change) => {
      const changedLimits = Object.fromEntries(Object.entries(change).filter(([, bytes]) => bytes !== undefined));
      const next = storageLimits.parse({ ...limits, ...changedLimits });
      database.transaction(() =>
        database.run('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)', SETTING_NAME, JSON.stringify(next)),
      );
      limits = next;
      return next;
    },
  };
}

function read(database: Database): StorageLimits {
  const value = database.get('SELECT value FROM setting WHERE name = ?', SETTING_NAME)?.['value'];
  const stored: unknown = typeof value === 'string' ? JSON.parse(value) : {};
  // The stored value may come from an earlier or later version with other areas.
  return storageLimits.parse({ ...DEFAULTS, ...(typeof stored === 'object' ? stored : {}) });
}
