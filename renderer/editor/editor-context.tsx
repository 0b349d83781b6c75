import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { required } from '#shared/lib/assert.ts';
import type { Editor } from './editor.ts';
import { type DocumentStore, type EditorState, isHistoryMove } from './editor-state.ts';
import type { EditorViews } from './editor-views.ts';

const EditorContext = createContext<Editor | null>(null);
/** The open template as deferred views show it; null if all views update immediately. */
const DeferredContext = createContext<DeferredEditor | null>(null);

/** Provides the open template to its children. */
export function EditorProvider({ editor, children }: { readonly editor: Editor; readonly children: ReactNode }) {
  return <EditorContext value={editor}>{children}</EditorContext>;
}

/** Makes the children follow drags, scrubbing, and playback only while the main thread is idle. */
export function Deferred({ turns, children }: { readonly turns: DeferredQueue; readonly children: ReactNode }) {
  const editor = useEditor();
  const shown = useMemo(() => deferredEditor(editor, turns), [editor, turns]);
  return <DeferredContext value={shown}>{children}</DeferredContext>;
}

function deferredEditor(editor: Editor, turns: DeferredQueue): DeferredEditor {
  const shown = followDeferred(editor.document, turns);
  return {
    ...editor,
    document: shown,
    subscribe: (listener) => {
      const { record, timeline, keyframes, captions, loudness, view, views } = editor;
      const stops = [shown, record, timeline, keyframes, captions, loudness, view, views].map((part) =>
        part.subscribe(listener),
      );
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

/** Returns the open template, for event handlers and {@link useEditorValue}. */
export function useEditor(): Editor {
  return required(useContext(EditorContext), 'There is no EditorProvider above.');
}

/** Returns the open template; null if none is open. It is for components that other screens have too. */
export function useEditorIfAny(): Editor | null {
  return useContext(EditorContext);
}

/**
 * Returns a value of the open template, and renders when it changes.
 * @param isSame Compares two values. Without it, a selector that creates objects must be memoized.
 */
export function useEditorValue<Value>(
  select: (editor: DeferredEditor) => Value,
  isSame: (one: Value, other: Value) => boolean = Object.is,
): Value {
  const editor = useEditor();
  const shown = useContext(DeferredContext) ?? editor;
  const last = useRef<{ readonly value: Value } | null>(null);
  return useSyncExternalStore(shown.subscribe, () => {
    const value = select(shown);
    if (last.current === null || !isSame(last.current.value, value)) last.current = { value };
    return last.current.value;
  });
}

/**
 * Shows a view of the open template while the component is mounted; null shows none. Pass a new object, for example from
 * `useMemo`, when its answers change; buttons and menus then update.
 */
export function useShownView<Name extends keyof EditorViews>(name: Name, view: EditorViews[Name]): void {
  const { views } = useEditor();
  useEffect(() => (view === null ? undefined : views.show(name, view)), [views, name, view]);
}

/** The document as it is displayed, in the current state or a slightly older one. */
export type DeferredDocument = Pick<DocumentStore, 'state' | 'subscribe'>;

/** The open template as it is displayed. */
export interface DeferredEditor extends Omit<Editor, 'document'> {
  readonly document: DeferredDocument;
}

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
export function followDeferred(store: DeferredDocument, turns: DeferredQueue): DeferredDocument {
  let shown = store.state;
  const listeners = new Set<(state: EditorState, before: EditorState) => void>();
  let stop: (() => void) | null = null;
  let waits = false;

  const catchUp = () => {
    turns.remove(catchUp);
    waits = false;
    const before = shown;
    shown = store.state;
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
    get state() {
      // Without listeners, `shown` is not updated, so the current state is read.
      if (stop === null) shown = store.state;
      return shown;
    },
    subscribe(listener) {
      if (listeners.size === 0) {
        shown = store.state;
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
 * Returns whether views beside a gesture can show a change later. While a change waits, changes that result from it
 * wait too, such as the template becoming unsaved.
 */
export function mayWait(state: EditorState, before: EditorState, waits: boolean): boolean {
  if (isMoving(state) || isHistoryMove(state, before)) return true;
  return waits && state.document === before.document && state.selection === before.selection;
}

/** Returns whether the user drags or scrubs, or the movie plays. */
export function isMoving({ isInteractive, scrubbing, playing }: EditorState): boolean {
  return isInteractive || scrubbing || playing;
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
export function readStableValue<Part, Value>(
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
export function useStableValue<Part, Value>(
  select: (state: EditorState) => Part,
  read: (part: Part) => Value,
  same: (one: Value, other: Value) => boolean,
): Value {
  const latestReading = useRef<Reading<Part, Value> | null>(null);
  return useEditorValue(({ document: { state } }) => {
    latestReading.current = readStableValue(latestReading.current, select(state), read, same);
    return latestReading.current.value;
  });
}

/**
 * Returns the selected value. During a gesture, it is the value from before the gesture. Use it for values that take
 * long to compute and need not follow a drag.
 */
export function useBetweenGestures<Value>(select: (state: EditorState) => Value): Value {
  const held = useRef<{ readonly value: Value } | null>(null);
  return useEditorValue(({ document: { state } }) => {
    if (held.current === null || state.gesture === null) held.current = { value: select(state) };
    return held.current.value;
  });
}
