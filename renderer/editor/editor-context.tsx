import { createContext, type ReactNode, use, useContext, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { EditingRecord } from '#shared/editing/model/editing-record.ts';
import { required } from '#shared/lib/assert.ts';
import type { EditorStore } from './document-store.ts';
import { type EditorActions, type EditorState, isHistoryMove } from './editor-state.ts';
import type { EditingRecordStore } from './record-store.ts';

const EditorContext = createContext<EditorStore | null>(null);
/** Where what is drawn follows when there is time; null where it follows at once. */
const DeferredContext = createContext<DeferredEditor | null>(null);

/** Gives the open template to what is inside. */
export function EditorProvider({ store, children }: { readonly store: EditorStore; readonly children: ReactNode }) {
  return <EditorContext value={store}>{children}</EditorContext>;
}

/** What is inside shows what is dragged, scrubbed or played elsewhere when there is time. */
export function Deferred({ turns, children }: { readonly turns: Turns; readonly children: ReactNode }) {
  const store = useEditorStore();
  const shown = useMemo(() => followDeferred(store, turns), [store, turns]);
  return <DeferredContext value={shown}>{children}</DeferredContext>;
}

/** The store itself: for handlers that read it when they run, and for `subscribe`. */
export function useEditorStore(): EditorStore {
  const store = useContext(EditorContext);
  if (store === null) throw new Error('there is no editor here');
  return store;
}

/** What a selector takes of the state; drawn anew when that changes. Selectors that build something are memoised. */
export function useEditor<Value>(selector: (state: EditorState) => Value): Value {
  const store = useEditorStore();
  return useStore<DeferredEditor, Value>(useContext(DeferredContext) ?? store, selector);
}

/** All that changes the state. They stay the same as long as the store does. */
export function useEditorActions(): EditorActions {
  return useEditorStore().actions;
}

/** The store where a template is open, else null; for what is shown on other screens too. */
export function useEditorStoreIfAny(): EditorStore | null {
  return useContext(EditorContext);
}

/** The open template as it is shown: as it is, or as it was a moment ago. */
export type DeferredEditor = Pick<StoreApi<EditorState>, 'getState' | 'getInitialState' | 'subscribe'>;

/** Turns that are given when there is time, one for each task that waits. */
export interface Turns {
  readonly add: (task: () => void) => void;
  readonly remove: (task: () => void) => void;
}

/**
 * The template as what stands beside a gesture shows it. While something is dragged, scrubbed or played, and after an undo
 * or a redo, it follows when there is time, and only to where things are by then; at rest it is always the same as the
 * store. The frame that shows what the hand does then has nothing else to draw: a step back changes the picture and the
 * timeline first, and people press undo many times in a row.
 */
export function followDeferred(store: DeferredEditor, turns: Turns): DeferredEditor {
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
    // Where it begins and ends is followed at once: buttons say so.
    const isOnItsWay = state.scrubbing === before.scrubbing && state.playing === before.playing;
    if (isOnItsWay && mayWait(state, before, waits)) {
      waits = true;
      turns.add(catchUp);
    } else catchUp();
  };
  return {
    getInitialState: store.getInitialState,
    getState: () => {
      // What nobody listened to was not followed.
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
 * Whether a change need not be seen at once by what stands beside it. With what waits already also waits what comes of it,
 * such as that there is something to save.
 */
export function mayWait(state: EditorState, before: EditorState, waits: boolean): boolean {
  if (isMoving(state) || isHistoryMove(state, before)) return true;
  return waits && state.document === before.document && state.selection === before.selection;
}

/** Whether something is dragged, scrubbed or played: what need not be seen in each frame of that waits. */
export function isMoving({ isInteractive, scrubbing, playing }: EditorState): boolean {
  return isInteractive || scrubbing || playing;
}

const EditingRecordContext = createContext<EditingRecordStore | null>(null);

/** Gives the open template's editing record to what is inside. */
export function EditingRecordProvider({
  store,
  children,
}: {
  readonly store: EditingRecordStore;
  readonly children: ReactNode;
}) {
  return <EditingRecordContext value={store}>{children}</EditingRecordContext>;
}

/** The record's store: `update(change)` with the functions of `shared/editing/model/editing-record.ts`. */
export function useEditingRecordStore(): EditingRecordStore {
  return required(use(EditingRecordContext), 'There is no EditingRecordProvider above.');
}

/** What a selector takes of the record: data sets, markers, the view. */
export function useOpenRecord<Value>(selector: (record: EditingRecord) => Value): Value {
  return useStore(useEditingRecordStore(), (state) => selector(state.record));
}

/** What was read of a part of the state. */
interface Reading<Part, Value> {
  readonly part: Part;
  readonly read: (part: Part) => Value;
  readonly value: Value;
}

/** Reads a part that may be another one; the value is the one before as long as it says the same. */
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
 * What is read from a part of the state; the same value as long as it says the same, so that what shows it is not drawn
 * anew by edits of something else.
 * @param select Gives the same for the same, as selectors do.
 * @param read The same as long as it reads the same; asked only when the selected part is another one.
 */
export function useSteady<Part, Value>(
  select: (state: EditorState) => Part,
  read: (part: Part) => Value,
  same: (one: Value, other: Value) => boolean,
): Value {
  const kept = useRef<Reading<Part, Value> | null>(null);
  return useEditor((state) => {
    kept.current = readSteadily(kept.current, select(state), read, same);
    return kept.current.value;
  });
}

/**
 * What is selected of the state; while a gesture is on, what it was before. For what need not follow each move of a
 * drag, and costs more than a field.
 */
export function useBetweenGestures<Value>(select: (state: EditorState) => Value): Value {
  const held = useRef<{ readonly value: Value } | null>(null);
  return useEditor((state) => {
    if (held.current === null || state.gesture === null) held.current = { value: select(state) };
    return held.current.value;
  });
}
