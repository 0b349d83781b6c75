/** The part of `FileSystemFileHandle` that uploads use. The optional methods do not exist in all browsers. */
export interface FileHandle {
  getFile(): Promise<File>;
  queryPermission?(descriptor: { readonly mode: 'read' }): Promise<PermissionState>;
  requestPermission?(descriptor: { readonly mode: 'read' }): Promise<PermissionState>;
}

/** The record with which an upload is resumed after the page is reopened. */
export interface UploadRecord {
  /** The id of the upload in the service. */
  readonly upload: string;
  readonly project: string;
  readonly name: string;
  readonly size: number;
  readonly lastModified: number;
  readonly fingerprint: string;
  /**
   * The browser's handle of the file; null if the browser has no handles. The user must then provide the file again.
   */
  readonly handle: FileHandle | null;
  readonly replaces: boolean;
}

/**
 * A store for upload records. Its methods never reject: losing a record is harmless, because the service has the
 * received bytes.
 */
export interface UploadRecords {
  all(): Promise<readonly UploadRecord[]>;
  put(record: UploadRecord): Promise<void>;
  remove(upload: string): Promise<void>;
}

/** Creates an in-memory store, which is lost when the page is closed. */
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
 * Creates a store in IndexedDB, which can also store file handles. If the browser denies access, as in private windows,
 * the records are in memory.
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
        // The object store contains only values from `put`.
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
