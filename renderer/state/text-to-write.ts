import { createStore, type StoreApi } from 'zustand/vanilla';
import type { NodeId } from '#shared/template/document/document.ts';
import type { EditorStore } from './editor-store.ts';

const stores = new WeakMap<EditorStore, StoreApi<NodeId | null>>();

/**
 * The text that was just added and is to be written in; null where there is none. The picture takes it, and may not be
 * there yet: that of an empty film comes with its first layer.
 */
export function textToWrite(editor: EditorStore): StoreApi<NodeId | null> {
  const store = stores.get(editor) ?? createStore<NodeId | null>(() => null);
  stores.set(editor, store);
  return store;
}
