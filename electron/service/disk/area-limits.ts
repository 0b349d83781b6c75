import type { z } from 'zod';
import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import { storageLimits } from '#shared/contract/shapes/shapes.ts';
import type { Database } from '../storage/ports.ts';

/** What caches and films may take up, in bytes. */
export type StorageLimits = z.output<typeof storageLimits>;

/** The bounds of a workspace's areas, as they were set; kept with the workspace. */
export interface AreaLimits {
  get(): StorageLimits;
  /** Changes what is given, and gives back what holds now. Throws what the database's transactions throw. */
  set(change: { readonly [Area in keyof StorageLimits]?: number | undefined }): StorageLimits;
}

const CACHE_BYTES = 8e9;
const USUAL: StorageLimits = {
  segments: CACHE_BYTES,
  views: CACHE_BYTES,
  sources: CACHE_BYTES,
  films: serviceLimits.filmsBytes,
  links: CACHE_BYTES,
};
const NAME = 'storage-limits';

export function createAreaLimits(database: Database): AreaLimits {
  let limits = read(database);
  return {
    get: () => limits,
    set: (change) => {
      const given = Object.fromEntries(Object.entries(change).filter(([, bytes]) => bytes !== undefined));
      const next = storageLimits.parse({ ...limits, ...given });
      database.transaction(() =>
        database.run('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)', NAME, JSON.stringify(next)),
      );
      limits = next;
      return next;
    },
  };
}

function read(database: Database): StorageLimits {
  const value = database.get('SELECT value FROM setting WHERE name = ?', NAME)?.['value'];
  const kept: unknown = typeof value === 'string' ? JSON.parse(value) : {};
  // Written by this file, and by versions that may know more or fewer areas.
  return storageLimits.parse({ ...USUAL, ...(typeof kept === 'object' ? kept : {}) });
}
