import { useCallback, useEffect, useRef, useState } from 'react';
import {
  emptyHistory,
  moveInHistory,
  type UndoHistory,
  useUndoKeys,
  withUndoStep,
} from '#renderer/actions/undo-history.ts';
import { useApi } from '#renderer/api/api-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { type BatchSettings, changedSettings, readSettings } from './batch-settings.ts';
import { type BatchSync, type LocalBatch, openBatchSync } from './batch-sync.ts';
import { isSameButLinks, type PreparedBatch, withLinksOf } from './prepared-batch.ts';
import type { SharedBatch } from './shared-table.ts';

export interface BatchMemory {
  /** The stored batch; null while loading. */
  readonly saved: SavedBatch | null;
  /** Changes the table. The change is an undo step unless it only links rows to films. */
  readonly change: (change: (prepared: PreparedBatch) => PreparedBatch) => void;
  /** Replaces the table, or removes it with null. Replacing a table is an undo step. */
  readonly put: (prepared: PreparedBatch | null) => void;
  readonly set: (settings: Partial<BatchSettings>) => void;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly undo: () => void;
  readonly redo: () => void;
}

/** A batch with its undo steps in this window. */
interface UndoableBatch {
  /** The stored batch; null while loading. */
  readonly saved: SavedBatch | null;
  readonly history: UndoHistory<PreparedBatch | null>;
}

/** Returns the stored table and settings of a template, which all windows share. */
export function useSavedBatch(project: string, template: string): BatchMemory {
  const api = useApi();
  const toasts = useToast();
  const { batch: strings } = useStrings();
  const key = `${project} ${template}`;
  const [{ saved, history }, setBatch] = useState<UndoableBatch>({ saved: null, history: emptyHistory() });
  const synced = useRef<{ readonly sync: BatchSync; readonly saved: SavedBatch | null } | null>(null);
  const latestWords = useRef(strings);
  latestWords.current = strings;
  useEffect(() => {
    let isCurrent = true;
    const applyBatch = (shared: SharedBatch | null) => {
      if (!isCurrent) return;
      const settings = readSettings(shared?.settings ?? {}, template);
      const loaded = { key, prepared: shared?.prepared ?? null, settings };
      // Record the loaded batch as stored, so that it is not sent again.
      synced.current = { sync, saved: loaded };
      // The steps of this window would undo the changes of the other window, too.
      setBatch({ saved: loaded, history: emptyHistory() });
    };
    const sync = openBatchSync({
      ...{ api, project, template },
      local: { read: () => readLocalBatch(key), write: (batch) => writeLocalBatch(key, batch) },
      onTheirs: applyBatch,
      onTooLarge: () =>
        toasts.show({ id: 'batch-not-shared', message: latestWords.current.tableNotShared, tone: 'warning' }),
    });
    synced.current = { sync, saved: null };
    void sync.load().then(applyBatch);
    return () => {
      isCurrent = false;
      sync[Symbol.dispose]();
    };
  }, [api, project, template, key, toasts]);

  useEffect(() => {
    const { current } = synced;
    if (saved === null || current === null || current.saved === saved || saved.key !== key) return;
    synced.current = { ...current, saved };
    current.sync.save(saved);
  }, [saved, key]);

  const update = useCallback(
    (change: (saved: SavedBatch, history: UndoableBatch['history']) => UndoableBatch | null) =>
      setBatch((current) => (current.saved && change(current.saved, current.history)) ?? current),
    [],
  );
  const step = (direction: -1 | 1) =>
    update((current, steps) => {
      const moved = moveInHistory(steps, current.prepared, direction);
      if (moved === null) return null;
      return { saved: { ...current, prepared: withLinksOf(moved.state, current.prepared) }, history: moved.history };
    });
  const [undo, redo] = [() => step(-1), () => step(1)];
  useUndoKeys(undo, redo);
  return {
    saved,
    change: useCallback(
      (change) =>
        update((current, steps) => {
          const { prepared: before } = current;
          const prepared = before && change(before);
          if (prepared === null || prepared === before) return null;
          const isStep = before !== null && !isSameButLinks(before, prepared);
          return { saved: { ...current, prepared }, history: isStep ? withUndoStep(steps, before) : steps };
        }),
      [update],
    ),
    put: useCallback(
      (prepared) =>
        update((current, steps) => {
          const { prepared: before } = current;
          // Skip the empty screen, so that undo after a new table restores the removed table.
          const next = before === null ? { past: steps.past, future: [] } : withUndoStep(steps, before);
          return { saved: { ...current, prepared }, history: next };
        }),
      [update],
    ),
    set: useCallback(
      (settings) =>
        update((current, steps) => {
          const changed = changedSettings(current.settings, settings, template);
          return { saved: { ...current, settings: changed }, history: steps };
        }),
      [update, template],
    ),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo,
    redo,
  };
}

/** The stored batch of a template. */
export interface SavedBatch {
  readonly key: string;
  readonly prepared: PreparedBatch | null;
  readonly settings: BatchSettings;
}

/**
 * The record in the browser's IndexedDB. Field names must not change, because browsers contain records with these
 * names. In old records, the last three fields can be missing.
 */
interface StoredBatch {
  readonly key: string;
  readonly draft: PreparedBatch | null;
  readonly settings: BatchSettings;
  readonly etag?: string | null;
  readonly isSent?: boolean;
  readonly sent?: string | null;
}

const DATABASE = 'scenewright-batches';
const STORE = 'batches';
/** The version of the database. A browser refuses to open a database with a higher version. */
const VERSION = 1;

/** Reads this browser's copy of a batch; null if there is none, or if the browser denies access. */
async function readLocalBatch(key: string): Promise<LocalBatch | null> {
  try {
    const database = await openDatabase();
    const stored: unknown = await resultOf(database.transaction(STORE, 'readonly').objectStore(STORE).get(key));
    database.close();
    if (!isStored(stored)) return null;
    const { draft, settings, etag = null, isSent = false, sent = null } = stored;
    return { prepared: draft, settings, etag, isSent, sent };
  } catch {
    // Private windows deny access. The service has the table.
    return null;
  }
}

/** Stores a copy of a batch in this browser, if the browser allows access. */
async function writeLocalBatch(key: string, { prepared, settings, etag, isSent, sent }: LocalBatch): Promise<void> {
  const stored: StoredBatch = { key, draft: prepared, settings, etag, isSent, sent };
  try {
    const database = await openDatabase();
    await resultOf(database.transaction(STORE, 'readwrite').objectStore(STORE).put(stored));
    database.close();
  } catch {
    // Private windows deny access. The service has the table.
  }
}

function openDatabase(): Promise<IDBDatabase> {
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

/** Checks only that the fields exist, because only `writeLocalBatch` writes such records. */
function isStored(value: unknown): value is StoredBatch {
  return typeof value === 'object' && value !== null && 'key' in value && 'draft' in value && 'settings' in value;
}
