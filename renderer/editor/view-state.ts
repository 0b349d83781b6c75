import { createStore, type StoreApi } from 'zustand/vanilla';
import { isEqual } from '#renderer/interaction/equality.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { EditorStore } from './document-store.ts';

/** Layers that the preview hides temporarily. */
export interface HiddenLayers {
  /** The text layer that is being edited on the stage. */
  readonly written: NodeId | null;
  /** In the scenes of these layers, only these layers are visible; null for all. */
  readonly only: ReadonlySet<NodeId> | null;
}

export const NOTHING_HIDDEN: HiddenLayers = { written: null, only: null };

const hiddenByEditor = new WeakMap<EditorStore, StoreApi<HiddenLayers>>();

/** Returns the hidden layers of an open template. They last as long as it is open and are not saved. */
export function hiddenLayersOf(editor: EditorStore): StoreApi<HiddenLayers> {
  const store = hiddenByEditor.get(editor) ?? createStore<HiddenLayers>(() => NOTHING_HIDDEN);
  hiddenByEditor.set(editor, store);
  return store;
}

const textToWriteByEditor = new WeakMap<EditorStore, StoreApi<NodeId | null>>();

/**
 * Returns a store with the text layer to edit next; null if there is none. The stage takes it when the layer exists: in
 * an empty movie, the stage appears with the first layer.
 */
export function textToWrite(editor: EditorStore): StoreApi<NodeId | null> {
  const store = textToWriteByEditor.get(editor) ?? createStore<NodeId | null>(() => null);
  textToWriteByEditor.set(editor, store);
  return store;
}

/** A value of a variable that plays a case of a choice. */
export interface CaseValue {
  readonly variable: string;
  readonly value: string;
}

interface CasePreview {
  /** The previewed case; null for the values of the data set. */
  readonly shown: CaseValue | null;
}

const casePreviewByEditor = new WeakMap<EditorStore, StoreApi<CasePreview>>();

/** Returns the previewed case of an open template. It exists only in this window and is never saved. */
export function casePreviewOf(editor: EditorStore): StoreApi<CasePreview> {
  const store = casePreviewByEditor.get(editor) ?? createStore<CasePreview>(() => ({ shown: null }));
  casePreviewByEditor.set(editor, store);
  return store;
}

/** Previews a case. If the case is previewed already, shows the data set again. */
export function toggleCase(editor: EditorStore, requested: CaseValue | null): void {
  casePreviewOf(editor).setState(({ shown }) => ({ shown: isEqual(shown, requested) ? null : requested }));
}
