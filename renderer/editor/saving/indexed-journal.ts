import type { Journal, JournalSession, RecoveryRecord } from './recovery.ts';

const DATABASE = 'scenewright-recovery';
const STORE = 'unsaved';
const LOCK = 'scenewright-session ';

/**
 * Creates the journal in IndexedDB. A completed IndexedDB transaction has reached the operating system and survives a
 * crash of all browser processes. Browsers flush `localStorage` only seconds later.
 */
export function createIndexedJournal(factory: IDBFactory = indexedDB, locks: LockManager = navigator.locks): Journal {
  let opened: Promise<IDBDatabase> | null = null;
  const database = (): Promise<IDBDatabase> => {
    opened ??= openDatabase(factory).then(
      (connection) => {
        connection.onclose = () => {
          opened = null;
        };
        connection.onversionchange = () => {
          connection.close();
          opened = null;
        };
        return connection;
      },
      (error: unknown) => {
        opened = null;
        throw error;
      },
    );
    return opened;
  };
  const inStore = async <Value>(
    mode: IDBTransactionMode,
    action: (store: IDBObjectStore) => IDBRequest<Value>,
  ): Promise<Value> => {
    const transaction = (await database()).transaction(STORE, mode, { durability: 'strict' });
    const request = action(transaction.objectStore(STORE));
    await completed(transaction);
    return request.result;
  };
  return {
    write: async (record) => {
      await inStore('readwrite', (store) => store.put(record));
    },
    remove: async (key) => {
      await inStore('readwrite', (store) => store.delete(key));
    },
    list: async (project, template) => {
      const live = await liveSessions(locks);
      const all: readonly unknown[] = await inStore('readonly', (store) => store.getAll());
      return all
        .filter(isRecord)
        .filter((each) => each.project === project && each.template === template && !live.has(each.key))
        .sort((left, right) => right.at - left.at);
    },
  };
}

/** Begins a session. The browser holds a Web Lock for it until the session ends or its window closes for any reason. */
export function beginSession(locks: LockManager = navigator.locks): JournalSession {
  const name = crypto.randomUUID();
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const released = locks.request(LOCK + name, () => over);
  return {
    name,
    end: async () => {
      resolve();
      await released;
    },
  };
}

async function liveSessions(locks: LockManager): Promise<ReadonlySet<string>> {
  const { held = [] } = await locks.query();
  return new Set(held.flatMap(({ name }) => (name?.startsWith(LOCK) ? [name.slice(LOCK.length)] : [])));
}

function openDatabase(factory: IDBFactory): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'key' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the recovery journal cannot be opened'));
    request.onblocked = () => reject(new Error('the recovery journal is held by another version'));
  });
}

function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (): void => reject(transaction.error ?? new Error('the recovery journal cannot be written'));
    transaction.oncomplete = () => resolve();
    transaction.onerror = fail;
    transaction.onabort = fail;
  });
}

function isRecord(value: unknown): value is RecoveryRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { key, project, template, text, at } = value as Readonly<Record<string, unknown>>;
  const texts = [key, project, template, text];
  return texts.every((each) => typeof each === 'string') && typeof at === 'number';
}
