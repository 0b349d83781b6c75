import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { useStore } from 'zustand';
import { followAtLeisure, type ShownEditor, type Turns } from './at-leisure.ts';
import type { EditorActions, EditorState } from './editor-state.ts';
import type { EditorStore } from './editor-store.ts';

const EditorContext = createContext<EditorStore | null>(null);
/** Where what is drawn follows when there is time; null where it follows at once. */
const LeisureContext = createContext<ShownEditor | null>(null);

/** Gives the open template to what is inside. */
export function EditorProvider({ store, children }: { readonly store: EditorStore; readonly children: ReactNode }) {
  return <EditorContext value={store}>{children}</EditorContext>;
}

/** What is inside shows what is dragged, scrubbed or played elsewhere when there is time. */
export function AtLeisure({ turns, children }: { readonly turns: Turns; readonly children: ReactNode }) {
  const store = useEditorStore();
  const shown = useMemo(() => followAtLeisure(store, turns), [store, turns]);
  return <LeisureContext value={shown}>{children}</LeisureContext>;
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
  return useStore<ShownEditor, Value>(useContext(LeisureContext) ?? store, selector);
}

/** All that changes the state. They stay the same as long as the store does. */
export function useEditorActions(): EditorActions {
  return useEditorStore().actions;
}

/** The store where a template is open, else null; for what is shown on other screens too. */
export function useEditorStoreIfAny(): EditorStore | null {
  return useContext(EditorContext);
}
