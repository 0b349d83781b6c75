import { createStore } from 'zustand/vanilla';
import {
  chooseSet,
  type EditingRecord,
  editingRecordJson,
  parseEditingRecord,
} from '#shared/editing/model/editing-record.ts';
import { changedDataSet, recordChange, replayed } from '#shared/editing/model/record-change.ts';
import { assertNever } from '#shared/lib/assert.ts';
import type { Message } from '#shared/messages/message.ts';
import type { RecordEdit, RecordSteps } from './document-store.ts';
import { type Clock, systemClock } from './saving/clock.ts';

type RecordJson = Readonly<Record<string, unknown>>;

/**
 * A function that saves the record if the stored version still has `etag`. With `keepalive`, the request outlives the
 * page. The function returns failures as outcomes; an exception counts as `failed`.
 */
export type SaveRecord = (
  record: RecordJson,
  etag: string | null,
  options: { readonly keepalive: boolean },
) => Promise<RecordOutcome>;

export type RecordOutcome =
  | { readonly kind: 'saved'; readonly etag: string }
  /**
   * Another window has saved since this window read the record. The store then applies this window's changes to the
   * other version.
   */
  | { readonly kind: 'conflict'; readonly theirs: { readonly record: RecordJson; readonly etag: string } }
  | { readonly kind: 'failed'; readonly reason: string };

export interface EditingRecordState {
  readonly record: EditingRecord;
  readonly isSaved: boolean;
  /** The reason why the last save failed; null if it succeeded. A failed save is retried. */
  readonly fault: string | null;
}

/**
 * The editing record of an open template: data sets, markers, locks, and view. It is stored separately from the
 * template.
 */
export interface RecordStore extends RecordSteps {
  readonly state: EditingRecordState;
  /** The current record, the same as `state.record`. */
  readonly current: EditingRecord;
  /** Calls the listener after each change. Returns a function that removes the listener. */
  readonly subscribe: (listener: (state: EditingRecordState, before: EditingRecordState) => void) => () => void;
  /** Changes the record like `update`, and records an undo step. */
  readonly edit: (
    label: Message,
    change: (record: EditingRecord) => EditingRecord,
    options?: { readonly key?: string | null; readonly amends?: boolean },
  ) => void;
  /**
   * Changes the record with a function of `shared/editing/model/editing-record.ts` and saves it soon. Makes no undo
   * step, so use it only for the view. Use {@link edit} for changes by the user.
   */
  readonly update: (change: (record: EditingRecord) => EditingRecord) => void;
  /**
   * Merges data sets and markers that another window has saved. The view of this window stays. `since` is the local
   * etag at the start of the read. If the local etag has changed since then, the read is stale: the function changes
   * nothing and returns false, and the caller must read again.
   */
  readonly handleRemoteChange: (
    theirs: { readonly record: RecordJson; readonly etag: string },
    since?: string | null,
  ) => Promise<boolean>;
  /** Returns the etag of the version that was last read or saved; null if there is none. */
  readonly savedEtag: () => string | null;
  /** Returns whether this window last read or saved the version with this etag. */
  readonly isKnownVersion: (etag: string) => Promise<boolean>;
  /** Retries a failed save now. */
  readonly retry: () => void;
  /** Saves unsaved changes now. */
  readonly flush: () => Promise<void>;
  /**
   * Sends unsaved changes if no save is running. Call it when the page is closing. The page never receives the
   * response, so the caller must store the returned record. If the save was lost, the next opening restores that
   * record. Null if everything is saved.
   */
  readonly sendBeforeUnload: () => UnsavedRecord | null;
  /** Saves unsaved changes and stops. */
  readonly close: () => Promise<void>;
}

export interface EditingRecordOptions {
  /** The record as the service returned it. */
  readonly record: RecordJson;
  readonly etag: string | null;
  readonly save: SaveRecord;
  /** Selects the data set that undo or redo has changed. Returns the new record. */
  readonly show?: (record: EditingRecord, set: string) => EditingRecord;
  readonly clock?: Clock;
}

const PAUSE = 800;
const FIRST_RETRY = 2_000;
/**
 * The maximum retry delay in milliseconds. An event that reports the service as reachable triggers an earlier retry.
 */
const MAX_RETRY = 5_000;

/** Creates the store of an editing record. The changes of several windows are merged. */
export function createRecordStore(options: EditingRecordOptions): RecordStore {
  const { save, show = chooseSet, clock = systemClock } = options;
  let etag = options.etag;
  let failures = 0;
  /** The changes since the last save began. */
  let pending: readonly ((record: EditingRecord) => EditingRecord)[] = [];
  let cancelTimer: (() => void) | null = null;
  let running: Promise<void> | null = null;
  /** The record that the running save sends; null if none is running. */
  let underWay: RecordJson | null = null;
  let stopped = false;

  const store = createStore<EditingRecordState>(() => ({
    record: parseEditingRecord(options.record),
    isSaved: true,
    fault: null,
  }));

  const schedule = (milliseconds: number): void => {
    if (!stopped) cancelTimer ??= clock.after(milliseconds, () => void attempt());
  };

  const attempt = (keepalive = false): Promise<void> => {
    cancelTimer?.();
    cancelTimer = null;
    if (pending.length === 0) return running ?? Promise.resolve();
    running ??= send(keepalive).finally(() => {
      running = null;
      underWay = null;
      if (pending.length > 0) schedule(failures === 0 ? PAUSE : retryPause());
    });
    return running;
  };

  const retryPause = (): number => Math.min(MAX_RETRY, FIRST_RETRY * 2 ** (failures - 1));

  const send = async (keepalive: boolean): Promise<void> => {
    const sentChange = pending;
    underWay = editingRecordJson(store.getState().record);
    let outcome: RecordOutcome;
    try {
      outcome = await save(underWay, etag, { keepalive });
    } catch (error) {
      outcome = { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
    }
    switch (outcome.kind) {
      case 'saved':
        etag = outcome.etag;
        failures = 0;
        pending = pending.slice(sentChange.length);
        store.setState({ isSaved: pending.length === 0, fault: null });
        return;
      case 'conflict': {
        etag = outcome.theirs.etag;
        const theirs = parseEditingRecord(outcome.theirs.record);
        store.setState({ record: pending.reduce((record, change) => change(record), theirs) });
        return;
      }
      case 'failed':
        failures += 1;
        store.setState({ fault: outcome.reason });
        return;
      default:
        return assertNever(outcome);
    }
  };

  const flush = async (): Promise<void> => {
    await running;
    await attempt();
  };

  const update: RecordStore['update'] = (change) => {
    const { record } = store.getState();
    const changed = change(record);
    if (changed === record) return;
    pending = [...pending, change];
    store.setState({ record: changed, isSaved: false });
    if (running === null) schedule(PAUSE);
  };

  const listeners = new Set<(edit: RecordEdit) => void>();

  return {
    get state() {
      return store.getState();
    },
    get current() {
      return store.getState().record;
    },
    subscribe: store.subscribe,
    update,
    edit: (label, change, { key = null, amends = false } = {}) => {
      const { record: before } = store.getState();
      update(change);
      const recordedChange = recordChange(before, store.getState().record);
      if (recordedChange !== null)
        for (const listener of listeners) listener({ label, change: recordedChange, key, amends });
    },
    onEdit: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    replay: (replay) =>
      update((record) => {
        const now = replayed(record, replay);
        const set = changedDataSet(now, replay);
        return set === null ? now : show(now, set);
      }),
    isKnownVersion: async (other) => {
      await running;
      return other === etag;
    },
    savedEtag: () => etag,
    handleRemoteChange: async (theirs, since) => {
      while (running !== null) await running;
      if (stopped || theirs.etag === etag) return true;
      if (since !== undefined && since !== etag) return false;
      etag = theirs.etag;
      const { chosen, view } = store.getState().record;
      const record = parseEditingRecord({ ...theirs.record, chosen, view });
      store.setState({ record: pending.reduce((changed, change) => change(changed), record) });
      return true;
    },
    retry: () => {
      failures = 0;
      if (store.getState().fault !== null) void attempt();
    },
    flush,
    sendBeforeUnload: () => {
      if (pending.length === 0) return null;
      const unsaved = { record: editingRecordJson(store.getState().record), etag, underWay };
      if (running === null) void attempt(true);
      return unsaved;
    },
    close: async () => {
      await flush();
      stopped = true;
      cancelTimer?.();
    },
  };
}

/** The editing record of a page that closed with unsaved changes. */
export interface UnsavedRecord {
  readonly record: RecordJson;
  /** The etag of the version on which the record is based. */
  readonly etag: string | null;
  /** An earlier version, whose save was running when the page closed; null if none was. */
  readonly underWay: RecordJson | null;
}

/**
 * Returns the unsaved record of a closed page. Null if another window has saved since, if the record is already saved,
 * or if `stored` is invalid. No other window has saved if the stored version is the base of the record or the version
 * whose save was running.
 */
export function restoredRecord(
  stored: unknown,
  saved: { readonly record: RecordJson; readonly etag: string },
): EditingRecord | null {
  if (!isUnsavedRecord(stored)) return null;
  const now = canonical(saved.record);
  if (canonical(stored.record) === now) return null;
  const isCurrent = stored.etag === saved.etag || (stored.underWay !== null && canonical(stored.underWay) === now);
  return isCurrent ? parseEditingRecord(stored.record) : null;
}

/** Serializes a record in a canonical form: equal records have the same text. */
function canonical(record: RecordJson): string {
  return JSON.stringify(editingRecordJson(parseEditingRecord(record)));
}

function isUnsavedRecord(stored: unknown): stored is UnsavedRecord {
  if (!isObject(stored)) return false;
  const { record, etag, underWay } = stored;
  return isObject(record) && (etag === null || typeof etag === 'string') && (underWay === null || isObject(underWay));
}

function isObject(value: unknown): value is RecordJson {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
