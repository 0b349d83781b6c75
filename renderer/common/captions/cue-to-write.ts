import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EditorStore } from '#renderer/state/editor-store.ts';
import type { NodeId } from '#shared/template/document/document.ts';

const wanted = new WeakMap<EditorStore, StoreApi<NodeId | null>>();

/** The layer of captions whose first words shall be written as soon as they are listed: it was just made for that. */
export function cueToWrite(editor: EditorStore): StoreApi<NodeId | null> {
  const store = wanted.get(editor) ?? createStore<NodeId | null>(() => null);
  wanted.set(editor, store);
  return store;
}
