import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { required } from '#shared/lib/assert.ts';
import { type DeferredEditor, deferEditor } from './deferred-views.ts';
import type { Editor } from './editor.ts';
import type { EditorState } from './editor-state.ts';
import type { EditorViews } from './editor-views.ts';

const EditorContext = createContext<Editor | null>(null);
/** The open template as deferred views show it; null if all views update immediately. */
const DeferredContext = createContext<DeferredEditor | null>(null);

/** Provides the open template to its children. */
export function EditorProvider({ editor, children }: { readonly editor: Editor; readonly children: ReactNode }) {
  return <EditorContext value={editor}>{children}</EditorContext>;
}

/**
 * Defers the updates of the children: during drags, scrubbing, and playback, they follow when the main thread is idle.
 */
export function Deferred({ children }: { readonly children: ReactNode }) {
  const editor = useEditor();
  const deferred = useMemo(() => deferEditor(editor), [editor]);
  return <DeferredContext value={deferred}>{children}</DeferredContext>;
}

/** Returns the open template, for event handlers and {@link useEditorValue}. */
export function useEditor(): Editor {
  return required(useContext(EditorContext), 'There is no EditorProvider above.');
}

/** Returns the open template; null if none is open. For components that also appear on screens without an editor. */
export function useEditorIfAny(): Editor | null {
  return useContext(EditorContext);
}

/**
 * Returns a value of the open template. The component renders again when the value changes.
 * @param isSame Compares two values; by default `Object.is`. With a custom comparison, `select` must return the same
 * object until its content changes.
 */
export function useEditorValue<Value>(
  select: (editor: DeferredEditor) => Value,
  isSame: (one: Value, other: Value) => boolean = Object.is,
): Value {
  const editor = useEditor();
  const shownEditor = useContext(DeferredContext) ?? editor;
  const last = useRef<{ readonly value: Value } | null>(null);
  return useSyncExternalStore(shownEditor.subscribe, () => {
    const value = select(shownEditor);
    if (last.current === null || !isSame(last.current.value, value)) last.current = { value };
    return last.current.value;
  });
}

/**
 * Registers a view of the open template while the component is mounted; null registers none. Pass a new object, for
 * example from `useMemo`, when the results of its methods change, so that buttons and menus update.
 */
export function useShownView<Name extends keyof EditorViews>(name: Name, view: EditorViews[Name]): void {
  const { views } = useEditor();
  useEffect(() => (view === null ? undefined : views.show(name, view)), [views, name, view]);
}

/** A memoized value, with the part of the state from which it was read. */
interface Reading<Part, Value> {
  readonly part: Part;
  readonly read: (part: Part) => Value;
  readonly value: Value;
}

/**
 * Reads a value from a part of the state. For the same part, `read` is not called again. If the new value is equal, the
 * previous object is returned.
 */
export function readStableValue<Part, Value>(
  before: Reading<Part, Value> | null,
  part: Part,
  read: (part: Part) => Value,
  isSame: (one: Value, other: Value) => boolean,
): Reading<Part, Value> {
  if (before !== null && before.part === part && before.read === read) return before;
  const value = read(part);
  return { part, read, value: before !== null && isSame(before.value, value) ? before.value : value };
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
  isSame: (one: Value, other: Value) => boolean,
): Value {
  const latestReading = useRef<Reading<Part, Value> | null>(null);
  return useEditorValue(({ document: { state } }) => {
    latestReading.current = readStableValue(latestReading.current, select(state), read, isSame);
    return latestReading.current.value;
  });
}

/**
 * Returns the selected value. During a gesture, returns the value from before the gesture. Use this hook for expensive
 * values that need not follow a drag.
 */
export function useBetweenGestures<Value>(select: (state: EditorState) => Value): Value {
  const heldValue = useRef<{ readonly value: Value } | null>(null);
  return useEditorValue(({ document: { state } }) => {
    if (heldValue.current === null || state.gesture === null) heldValue.current = { value: select(state) };
    return heldValue.current.value;
  });
}
