import { createStore, type StoreApi } from 'zustand/vanilla';
import {
  chooseSet,
  type EditingRecord,
  editingRecordJson,
  parseEditingRecord,
} from '#shared/editing/model/editing-record.ts';
import { recordChange, replayed, shownByReplay } from '#shared/editing/model/record-change.ts';
import { assertNever } from '#shared/lib/assert.ts';
import type { Message } from '#shared/messages/message.ts';
import type { RecordEdit, RecordSteps } from './document-store.ts';
import { type Clock, systemClock } from './saving/clock.ts';

type RecordJson = Readonly<Record<string, unknown>>;

/**
 * Saves the record over the version of `etag`; with `keepalive` the request outlives the page. What goes wrong is an
 * outcome; an exception counts as `failed`.
 */
export type SaveRecord = (
  record: RecordJson,
  etag: string | null,
  options: { readonly keepalive: boolean },
) => Promise<RecordOutcome>;

export type RecordOutcome =
  | { readonly kind: 'saved'; readonly etag: string }
  /** Somebody else saved since: what was done here is done again on theirs. */
  | { readonly kind: 'conflict'; readonly theirs: { readonly record: RecordJson; readonly etag: string } }
  | { readonly kind: 'failed'; readonly reason: string };

export interface EditingRecordState {
  readonly record: EditingRecord;
  readonly isSaved: boolean;
  /** Why the last save failed; it is tried again. */
  readonly fault: string | null;
}

export interface EditingRecordStore extends StoreApi<EditingRecordState>, RecordSteps {
  /** As `update`, and a step that undo takes back. */
  readonly edit: (
    label: Message,
    change: (record: EditingRecord) => EditingRecord,
    options?: { readonly key?: string | null; readonly amends?: boolean },
  ) => void;
  /**
   * Changes the record by one of the functions of `shared/editing/model/editing-record.ts`; saved soon after. It is no step of
   * the history: use it for the view, and {@link edit} for what a person changes.
   */
  readonly update: (change: (record: EditingRecord) => EditingRecord) => void;
  /**
   * Takes up what another window saved: sets and markers. What this one looks at stays. `since` is what was saved here,
   * by its tag, when reading theirs began. False, and nothing is taken: it is another one by now, so read theirs again.
   */
  readonly meet: (
    theirs: { readonly record: RecordJson; readonly etag: string },
    since?: string | null,
  ) => Promise<boolean>;
  /** Of the version which was read or saved last. */
  readonly savedEtag: () => string | null;
  /** Whether that is the version which was read or saved last. */
  readonly knows: (etag: string) => Promise<boolean>;
  /** What failed may go well by now: it is tried at once. */
  readonly retry: () => void;
  /** Saves what is not saved, now. */
  readonly flush: () => Promise<void>;
  /**
   * The page goes away: what is not saved is sent at once, unless a save is under way. Nobody will learn whether either
   * arrives, so the caller keeps what this gives until the template is opened again. Null where all is saved.
   */
  readonly leave: () => LeftRecord | null;
  /** Saves what is not saved, and stops. */
  readonly close: () => Promise<void>;
}

export interface EditingRecordOptions {
  /** As the service gave it. */
  readonly record: RecordJson;
  readonly etag: string | null;
  readonly save: SaveRecord;
  /** Shows a data set in which undo or redo changed something. */
  readonly show?: (record: EditingRecord, set: string) => EditingRecord;
  readonly clock?: Clock;
}

const PAUSE = 800;
const FIRST_RETRY = 2_000;
/** Nobody may have said that the service is back. */
const LONGEST_RETRY = 5_000;

/** The editing record of an open template: data sets, markers, view. Two windows' changes are brought together. */
export function createEditingRecordStore(options: EditingRecordOptions): EditingRecordStore {
  const { save, show = chooseSet, clock = systemClock } = options;
  let etag = options.etag;
  let failures = 0;
  /** What was done since the last save. */
  let pending: readonly ((record: EditingRecord) => EditingRecord)[] = [];
  let cancelTimer: (() => void) | null = null;
  let running: Promise<void> | null = null;
  /** What the save that is under way sends. */
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

  const retryPause = (): number => Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** (failures - 1));

  const send = async (keepalive: boolean): Promise<void> => {
    const sent = pending;
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
        pending = pending.slice(sent.length);
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

  const update: EditingRecordStore['update'] = (change) => {
    const { record } = store.getState();
    const changed = change(record);
    if (changed === record) return;
    pending = [...pending, change];
    store.setState({ record: changed, isSaved: false });
    if (running === null) schedule(PAUSE);
  };

  const listeners = new Set<(edit: RecordEdit) => void>();

  return {
    ...store,
    update,
    edit: (label, change, { key = null, amends = false } = {}) => {
      const { record: before } = store.getState();
      update(change);
      const made = recordChange(before, store.getState().record);
      if (made !== null) for (const listener of listeners) listener({ label, change: made, key, amends });
    },
    onEdit: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    replay: (replay) =>
      update((record) => {
        const now = replayed(record, replay);
        const set = shownByReplay(now, replay);
        return set === null ? now : show(now, set);
      }),
    knows: async (other) => {
      await running;
      return other === etag;
    },
    savedEtag: () => etag,
    meet: async (theirs, since) => {
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
    leave: () => {
      if (pending.length === 0) return null;
      const left = { record: editingRecordJson(store.getState().record), etag, underWay };
      if (running === null) void attempt(true);
      return left;
    },
    close: async () => {
      await flush();
      stopped = true;
      cancelTimer?.();
    },
  };
}

/** An editing record that was not known to be saved when its page went away. */
export interface LeftRecord {
  readonly record: RecordJson;
  /** Of the version that it was made from. */
  readonly etag: string | null;
  /** An earlier state of it whose save had been sent then, without an answer; null if there was none. */
  readonly underWay: RecordJson | null;
}

/**
 * The record that a page left, if it goes on from what is saved now: from the version that it was made from, or from the
 * state that was on its way. Null where it is saved already, where another window saved since, and where `stored` is not a
 * left record.
 */
export function takenUp(
  stored: unknown,
  saved: { readonly record: RecordJson; readonly etag: string },
): EditingRecord | null {
  if (!isLeftRecord(stored)) return null;
  const now = canonical(saved.record);
  if (canonical(stored.record) === now) return null;
  const goesOn = stored.etag === saved.etag || (stored.underWay !== null && canonical(stored.underWay) === now);
  return goesOn ? parseEditingRecord(stored.record) : null;
}

/** The same text for records that say the same. */
function canonical(record: RecordJson): string {
  return JSON.stringify(editingRecordJson(parseEditingRecord(record)));
}

function isLeftRecord(stored: unknown): stored is LeftRecord {
  if (!isObject(stored)) return false;
  const { record, etag, underWay } = stored;
  return isObject(record) && (etag === null || typeof etag === 'string') && (underWay === null || isObject(underWay));
}

function isObject(value: unknown): value is RecordJson {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
