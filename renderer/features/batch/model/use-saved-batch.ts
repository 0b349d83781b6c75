import { useCallback, useEffect, useRef, useState } from 'react';
import { type BatchSettings, readSettings } from './batch-settings.ts';
import type { PreparedBatch } from './prepared-batch.ts';

export interface BatchMemory {
  /** The stored batch; null until it is loaded. */
  readonly saved: SavedBatch | null;
  readonly change: (change: (prepared: PreparedBatch) => PreparedBatch) => void;
  readonly put: (prepared: PreparedBatch | null) => void;
  readonly set: (settings: Partial<BatchSettings>) => void;
}

/**
 * Returns the table and the settings of a template. The browser stores them, so that they still exist after a reload.
 */
export function useSavedBatch(project: string, template: string): BatchMemory {
  const key = `${project} ${template}`;
  const [saved, setSaved] = useState<SavedBatch | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void readSavedBatch(key).then((found) => {
      if (!isCurrent) return;
      const settings = readSettings(found?.settings ?? {}, template);
      setSaved({ key, prepared: found?.prepared ?? null, settings });
    });
    return () => {
      isCurrent = false;
    };
  }, [key, template]);

  const written = useRef<SavedBatch | null>(null);
  useEffect(() => {
    // The batch that was just loaded is already stored.
    if (saved === null || written.current === null) {
      written.current = saved;
      return;
    }
    if (written.current === saved) return;
    written.current = saved;
    void writeSavedBatch(saved);
  }, [saved]);

  const update = useCallback(
    (change: (saved: SavedBatch) => SavedBatch) => setSaved((current) => current && change(current)),
    [],
  );
  return {
    saved,
    change: useCallback(
      (change) =>
        update((current) => (current.prepared === null ? current : { ...current, prepared: change(current.prepared) })),
      [update],
    ),
    put: useCallback((prepared) => update((current) => ({ ...current, prepared })), [update]),
    set: useCallback(
      (settings) => update((current) => ({ ...current, settings: { ...current.settings, ...settings } })),
      [update],
    ),
  };
}

/** The stored batch of a template. */
export interface SavedBatch {
  readonly key: string;
  readonly prepared: PreparedBatch | null;
  readonly settings: BatchSettings;
}

/** The record in the browser's IndexedDB. Existing records have the same field names. */
interface StoredBatch {
  readonly key: string;
  readonly draft: PreparedBatch | null;
  readonly settings: BatchSettings;
}

const DATABASE = 'scenewright-batches';
const STORE = 'batches';
/** The version of the record's format. Records of other versions are ignored. */
const VERSION = 1;

/** Reads the stored batch; null if there is none, or if the browser refuses access. */
async function readSavedBatch(key: string): Promise<SavedBatch | null> {
  try {
    const database = await open();
    const found: unknown = await resultOf(database.transaction(STORE, 'readonly').objectStore(STORE).get(key));
    database.close();
    return isStored(found) ? { key: found.key, prepared: found.draft, settings: found.settings } : null;
  } catch {
    // A private window refuses access. The table is then lost when the page closes.
    return null;
  }
}

/** Stores a batch. If the browser refuses access, the batch exists until the page closes. */
async function writeSavedBatch({ key, prepared, settings }: SavedBatch): Promise<void> {
  const stored: StoredBatch = { key, draft: prepared, settings };
  try {
    const database = await open();
    await resultOf(database.transaction(STORE, 'readwrite').objectStore(STORE).put(stored));
    database.close();
  } catch {
    // A private window refuses access, as in `readSavedBatch`.
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, VERSION);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'key' });
  return resultOf(request);
}

function resultOf<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The browser keeps nothing.'));
  });
}

/** Only `writeSavedBatch` of the same version writes such records, so checking the version is enough. */
function isStored(value: unknown): value is StoredBatch {
  return typeof value === 'object' && value !== null && 'key' in value && 'draft' in value && 'settings' in value;
}
