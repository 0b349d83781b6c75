import { createStore, type StoreApi } from 'zustand/vanilla';
import { indexOf } from '#shared/editing/document-index.ts';
import type { KeyRef } from '#shared/editing/keys/animated.ts';
import type { CopiedKey } from '#shared/editing/keys/key-commands.ts';
import type { NodeId, TemplateDocument } from '#shared/template/document/document.ts';
import type { EditorStore } from './editor-store.ts';

/** What the editor's parts show of keys together: the timeline, the inspector, the picture. */
export interface KeyState {
  /** Those that are selected, in the order in which they were. */
  readonly selected: readonly KeyRef[];
  /** Where on the page the easing of the selected keys is being chosen; null while it is not. */
  readonly easingAt: PagePlace | null;
  /** Which of its lines is edited in a curve with two, by element and property; the first without it. */
  readonly lines: ReadonlyMap<string, number>;
  /** What was copied last. */
  readonly copied: readonly CopiedKey[];
}

/** Pixels from the upper left corner of the page. */
export interface PagePlace {
  readonly x: number;
  readonly y: number;
}

export type KeyStore = StoreApi<KeyState>;

const stores = new WeakMap<EditorStore, KeyStore>();

/** The keys' own state beside the open template; it goes with it. */
export function keyStoreOf(editor: EditorStore): KeyStore {
  const known = stores.get(editor);
  if (known !== undefined) return known;
  const store = createStore<KeyState>(() => ({
    selected: [],
    easingAt: null,
    lines: new Map(),
    copied: [],
  }));
  stores.set(editor, store);
  editor.subscribe(({ selection: { ids }, document }, before) => {
    if (ids === before.selection.ids) return;
    const { selected } = store.getState();
    if (selected.length === 0 || ids.join() === before.selection.ids.join()) return;
    // Keys of several layers stay while one of these is selected: by a click on a key, its layer is.
    const nodes = new Set(selected.map(({ node }) => node));
    if (!haveInCommon(document, nodes, new Set(ids))) store.setState({ selected: [], easingAt: null });
  });
  return store;
}

/** Whether an element of one set is also in the other, or within one of those, such as an effect in its layer. */
function haveInCommon(document: TemplateDocument, one: ReadonlySet<NodeId>, other: ReadonlySet<NodeId>): boolean {
  const { elements } = indexOf(document);
  const isWithin = (inner: NodeId, outer: ReadonlySet<NodeId>): boolean => {
    for (let id: NodeId | undefined = inner; id !== undefined; id = elements.get(id)?.parent?.id)
      if (outer.has(id)) return true;
    return false;
  };
  return [...one].some((id) => isWithin(id, other)) || [...other].some((id) => isWithin(id, one));
}

export function sameKey(one: KeyRef, other: KeyRef): boolean {
  return one.key === other.key && one.property === other.property && one.node === other.node;
}
