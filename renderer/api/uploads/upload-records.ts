/** What of `FileSystemFileHandle` is used; not every browser has all of it. */
export interface FileHandle {
  getFile(): Promise<File>;
  queryPermission?(descriptor: { readonly mode: 'read' }): Promise<PermissionState>;
  requestPermission?(descriptor: { readonly mode: 'read' }): Promise<PermissionState>;
}

/** What this page remembers of an upload that it began, so that it goes on after a restart. */
export interface UploadRecord {
  /** The service's id. */
  readonly upload: string;
  readonly project: string;
  readonly name: string;
  readonly size: number;
  readonly lastModified: number;
  readonly fingerprint: string;
  /** Null where the browser gives none: then the file has to be chosen or dropped again. */
  readonly handle: FileHandle | null;
  readonly replaces: boolean;
}

/** Where records are kept. Losing them costs convenience, never bytes: methods do not throw. */
export interface UploadRecords {
  all(): Promise<readonly UploadRecord[]>;
  put(record: UploadRecord): Promise<void>;
  remove(upload: string): Promise<void>;
}

/** Records for as long as the page lives. */
export function memoryRecords(): UploadRecords {
  const records = new Map<string, UploadRecord>();
  return {
    all: async () => [...records.values()],
    put: async (record) => void records.set(record.upload, record),
    remove: async (upload) => void records.delete(upload),
  };
}
