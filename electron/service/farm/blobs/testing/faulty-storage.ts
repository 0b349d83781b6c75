import { ServiceError } from '#service/errors/service-error.ts';
import { message } from '#shared/messages/message.ts';
import type { ObjectStorage } from '../../storage/object-storage.ts';

type Call = 'put' | 'facts' | 'fetch' | 'read' | 'remove' | 'list';

/** A storage whose faults a test controls. */
export interface FaultyStorage extends ObjectStorage {
  /** Whether all calls fail as unreachable. */
  isAway: boolean;
  /** Called before each call. It can throw to fail the call, or wait to delay it. */
  before: (call: Call, key: string) => Promise<void> | void;
  /** The keys of all calls that reached the storage, by call. */
  readonly calls: Readonly<Record<Call, readonly string[]>>;
}

export function faultyStorage(storage: ObjectStorage): FaultyStorage {
  const calls: Record<Call, string[]> = { put: [], facts: [], fetch: [], read: [], remove: [], list: [] };
  const reach = async (call: Call, key: string): Promise<void> => {
    if (faulty.isAway) throw unreachableError();
    await faulty.before(call, key);
    if (faulty.isAway) throw unreachableError();
    calls[call].push(key);
  };
  const faulty: FaultyStorage = {
    ...storage,
    isAway: false,
    before: () => undefined,
    calls,
    put: async (key, file, options) => {
      await reach('put', key);
      await storage.put(key, file, options);
    },
    facts: async (key, signal) => {
      await reach('facts', key);
      return await storage.facts(key, signal);
    },
    fetch: async (key, path, options) => {
      await reach('fetch', key);
      return await storage.fetch(key, path, options);
    },
    read: async (key, range, signal) => {
      await reach('read', key);
      return await storage.read(key, range, signal);
    },
    remove: async (keys, signal) => {
      for (const key of keys) await reach('remove', key);
      await storage.remove(keys, signal);
    },
    async *list(prefix, signal) {
      await reach('list', prefix);
      yield* storage.list(prefix, signal);
    },
  };
  return faulty;
}

export function unreachableError(): ServiceError {
  return new ServiceError('destination/failed', message('store/silent'));
}
