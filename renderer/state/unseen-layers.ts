import { createStore, type StoreApi } from 'zustand/vanilla';
import type { NodeId } from '#shared/template/document/document.ts';
import type { EditorStore } from './editor-store.ts';

/** Which layers the preview leaves out for the moment, though the film has them. */
export interface Unseen {
  /** The text that is being written over the picture, in its place. */
  readonly written: NodeId | null;
  /** Of the scenes in which they stand, only these layers are shown; null for all. */
  readonly only: ReadonlySet<NodeId> | null;
}

export const NOTHING_UNSEEN: Unseen = { written: null, only: null };

const stores = new WeakMap<EditorStore, StoreApi<Unseen>>();

/** What the preview leaves out of the open template; it goes with it, and is never saved. */
export function unseenOf(editor: EditorStore): StoreApi<Unseen> {
  const store = stores.get(editor) ?? createStore<Unseen>(() => NOTHING_UNSEEN);
  stores.set(editor, store);
  return store;
}
