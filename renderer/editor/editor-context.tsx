import { createContext, type ReactNode, use, useContext, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { EditingRecord } from '#shared/editing/model/editing-record.ts';
import { required } from '#shared/lib/assert.ts';
import type { EditorStore } from './document-store.ts';
import { type EditorActions, type EditorState, isHistoryMove } from './editor-state.ts';
import type { EditingRecordStore } from './record-store.ts';

const EditorContext = createContext<EditorStore | null>(null);
/** The store for deferred views; null if all views update immediately. */
const DeferredContext = createContext<DeferredEditor | null>(null);

/** Provides the open template to its children. */
export function EditorProvider({ store, children }: { readonly store: EditorStore; readonly children: ReactNode }) {
  return <EditorContext value={store}>{children}</EditorContext>;
}

/** Makes the children follow drags, scrubbing, and playback only while the main thread is idle. */
export function Deferred({ turns, children }: { readonly turns: DeferredQueue; readonly children: ReactNode }) {
  const store = useEditorStore();
  const shown = useMemo(() => followDeferred(store, turns), [store, turns]);
  return <DeferredContext value={shown}>{children}</DeferredContext>;
}

/** Returns the store. Event handlers read its current state, and effects subscribe to it. */
export function useEditorStore(): EditorStore {
  const store = useContext(EditorContext);
  if (store === null) throw new Error('there is no editor here');
  return store;
}

/**
 * Returns the selected part of the state, and renders when it changes. A selector that creates objects must be
 * memoized.
 */
export function useEditor<Value>(selector: (state: EditorState) => Value): Value {
  const store = useEditorStore();
  return useStore<DeferredEditor, Value>(useContext(DeferredContext) ?? store, selector);
}

/** Returns the actions of the store. The object stays the same as long as the store. */
export function useEditorActions(): EditorActions {
  return useEditorStore().actions;
}

/** Returns the store of the open template; null if none is open. It is for components that other screens have too. */
export function useEditorStoreIfAny(): EditorStore | null {
  return useContext(EditorContext);
}

/** A store with the open template as it is displayed, in the current state or a slightly older one. */
export type DeferredEditor = Pick<StoreApi<EditorState>, 'getState' | 'getInitialState' | 'subscribe'>;

/** A queue for tasks that run when the main thread is idle. A queued task runs once. */
export interface DeferredQueue {
  readonly add: (task: () => void) => void;
  readonly remove: (task: () => void) => void;
}

/**
 * Returns the store for views beside a gesture. During drags, scrubbing, and playback, and after undo or redo, its
 * state follows while the main thread is idle, and intermediate states are skipped. At rest, it equals the store. The
 * frames of a gesture then draw only the picture and the timeline. Undo and redo are included because users press them
 * many times in a row.
 */
export function followDeferred(store: DeferredEditor, turns: DeferredQueue): DeferredEditor {
  let shown = store.getState();
  const listeners = new Set<(state: EditorState, before: EditorState) => void>();
  let stop: (() => void) | null = null;
  let waits = false;

  const catchUp = () => {
    turns.remove(catchUp);
    waits = false;
    const before = shown;
    shown = store.getState();
    if (shown !== before) for (const listener of [...listeners]) listener(shown, before);
  };
  const follow = (state: EditorState, before: EditorState) => {
    // The start and the end of playback and scrubbing are followed immediately, because buttons show them.
    const isOnItsWay = state.scrubbing === before.scrubbing && state.playing === before.playing;
    if (isOnItsWay && mayWait(state, before, waits)) {
      waits = true;
      turns.add(catchUp);
    } else catchUp();
  };
  return {
    getInitialState: store.getInitialState,
    getState: () => {
      // Without listeners, the state is not followed, so the current one is read.
      if (stop === null) shown = store.getState();
      return shown;
    },
    subscribe(listener) {
      if (listeners.size === 0) {
        shown = store.getState();
        stop = store.subscribe(follow);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        turns.remove(catchUp);
        waits = false;
        stop?.();
        stop = null;
      };
    },
  };
}

/**
 * Whether views beside a gesture can show a change later. While a change waits, changes that result from it wait too,
 * such as the template becoming unsaved.
 */
export function mayWait(state: EditorState, before: EditorState, waits: boolean): boolean {
  if (isMoving(state) || isHistoryMove(state, before)) return true;
  return waits && state.document === before.document && state.selection === before.selection;
}

/** Whether the user drags or scrubs, or the movie plays. */
export function isMoving({ isInteractive, scrubbing, playing }: EditorState): boolean {
  return isInteractive || scrubbing || playing;
}

const EditingRecordContext = createContext<EditingRecordStore | null>(null);

/** Provides the editing record of the open template to its children. */
export function EditingRecordProvider({
  store,
  children,
}: {
  readonly store: EditingRecordStore;
  readonly children: ReactNode;
}) {
  return <EditingRecordContext value={store}>{children}</EditingRecordContext>;
}

/**
 * Returns the store of the record. Its `update` method applies the functions in
 * `shared/editing/model/editing-record.ts`.
 */
export function useEditingRecordStore(): EditingRecordStore {
  return required(use(EditingRecordContext), 'There is no EditingRecordProvider above.');
}

/** Returns the selected part of the record, such as its data sets, its markers, or its view. */
export function useOpenRecord<Value>(selector: (record: EditingRecord) => Value): Value {
  return useStore(useEditingRecordStore(), (state) => selector(state.record));
}

/** A value that was read from a part of the state. */
interface Reading<Part, Value> {
  readonly part: Part;
  readonly read: (part: Part) => Value;
  readonly value: Value;
}

/**
 * Reads a value from a part of the state. If the part is the same object, the value is not read again. If the value is
 * equal, it stays the same object.
 */
export function readSteadily<Part, Value>(
  before: Reading<Part, Value> | null,
  part: Part,
  read: (part: Part) => Value,
  same: (one: Value, other: Value) => boolean,
): Reading<Part, Value> {
  if (before !== null && before.part === part && before.read === read) return before;
  const value = read(part);
  return { part, read, value: before !== null && same(before.value, value) ? before.value : value };
}

/**
 * Returns a value that is read from a part of the state. An equal value stays the same object, so that edits of other
 * parts do not render the component again.
 * @param select Returns the same object for the same input, as selectors do.
 * @param read Runs only when the selected part changes. It must be a stable function.
 */
export function useSteady<Part, Value>(
  select: (state: EditorState) => Part,
  read: (part: Part) => Value,
  same: (one: Value, other: Value) => boolean,
): Value {
  const latestReading = useRef<Reading<Part, Value> | null>(null);
  return useEditor((state) => {
    latestReading.current = readSteadily(latestReading.current, select(state), read, same);
    return latestReading.current.value;
  });
}

/**
 * Returns the selected value. During a gesture, it is the value from before the gesture. Use it for values that take
 * long to compute and need not follow a drag.
 */
export function useBetweenGestures<Value>(select: (state: EditorState) => Value): Value {
  const held = useRef<{ readonly value: Value } | null>(null);
  return useEditor((state) => {
    if (held.current === null || state.gesture === null) held.current = { value: select(state) };
    return held.current.value;
  });
}
