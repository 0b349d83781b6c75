import type { ObjectStorage } from '../../store/object-storage.ts';
import type { Tally } from './tally.ts';

/** A store that counts the bytes that come and go. */
export function countedStorage(storage: ObjectStorage, tally: Pick<Tally, 'count'>): ObjectStorage {
  return {
    ...storage,
    put: async (key, file, options) => {
      await storage.put(key, file, options);
      tally.count({ bytesPut: file.bytes });
    },
    fetch: async (key, path, options) => {
      const facts = await storage.fetch(key, path, options);
      if (facts !== null) tally.count({ bytesFetched: facts.bytes });
      return facts;
    },
  };
}
