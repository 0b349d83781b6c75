/** The part of `FileSystemFileHandle` in use. Some browsers lack some of it. */
export interface FileHandle {
  getFile(): Promise<File>;
  queryPermission?(descriptor: { readonly mode: 'read' }): Promise<PermissionState>;
  requestPermission?(descriptor: { readonly mode: 'read' }): Promise<PermissionState>;
}

/** The record of an upload, which lets it continue after the page is reopened. */
export interface UploadRecord {
  /** The id of the upload in the service. */
  readonly upload: string;
  readonly project: string;
  readonly name: string;
  readonly size: number;
  readonly lastModified: number;
  readonly fingerprint: string;
  /** Null if the browser has no handles. The user must then choose or drop the file again. */
  readonly handle: FileHandle | null;
  readonly replaces: boolean;
}

/** Stores records. The service has the bytes, so a lost record is harmless and the methods never throw. */
export interface UploadRecords {
  all(): Promise<readonly UploadRecord[]>;
  put(record: UploadRecord): Promise<void>;
  remove(upload: string): Promise<void>;
}

/** Creates records that last as long as the page. */
export function memoryRecords(): UploadRecords {
  const records = new Map<string, UploadRecord>();
  return {
    all: async () => [...records.values()],
    put: async (record) => void records.set(record.upload, record),
    remove: async (upload) => void records.delete(upload),
  };
}

const DATABASE = 'scenewright-uploads';
const STORE = 'records';

/**
 * Creates records in the browser's database, which also stores file handles. Falls back to memory where the browser
 * refuses it, as in private windows.
 */
export function indexedRecords(factory: IDBFactory | undefined = globalThis.indexedDB): UploadRecords {
  const fallback = memoryRecords();
  let opening: Promise<IDBDatabase> | null = null;
  const database = () => {
    opening ??= openDatabase(factory);
    return opening;
  };
  const store = async (mode: IDBTransactionMode) => (await database()).transaction(STORE, mode).objectStore(STORE);
  return {
    all: async () => {
      try {
        // The store contains only values of `put`.
        return await resultOf<readonly UploadRecord[]>((await store('readonly')).getAll());
      } catch {
        return fallback.all();
      }
    },
    put: async (record) => {
      try {
        await resultOf((await store('readwrite')).put(record));
      } catch {
        await fallback.put(record);
      }
    },
    remove: async (upload) => {
      try {
        await resultOf((await store('readwrite')).delete(upload));
      } catch {
        await fallback.remove(upload);
      }
    },
  };
}

function openDatabase(factory: IDBFactory | undefined): Promise<IDBDatabase> {
  if (factory === undefined) return Promise.reject(new Error('The browser keeps no records.'));
  const request = factory.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'upload' });
  return resultOf(request);
}

interface DatabaseRequest<Value> {
  readonly result: Value;
  readonly error: DOMException | null;
  onsuccess: unknown;
  onerror: unknown;
}

function resultOf<Value>(request: DatabaseRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The browser keeps no records.'));
  });
}
