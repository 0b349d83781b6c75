import { createStore, type StoreApi } from 'zustand/vanilla';
import type { NodeId } from '#shared/template/document/document.ts';
import type { EditorStore } from './document-store.ts';

/** Which layers the preview leaves out for the moment, though the film has them. */
export interface HiddenLayers {
  /** The text that is being written over the picture, in its place. */
  readonly written: NodeId | null;
  /** Of the scenes in which they stand, only these layers are shown; null for all. */
  readonly only: ReadonlySet<NodeId> | null;
}

export const NOTHING_HIDDEN: HiddenLayers = { written: null, only: null };

const hiddenByEditor = new WeakMap<EditorStore, StoreApi<HiddenLayers>>();

/** What the preview leaves out of the open template; it goes with it, and is never saved. */
export function hiddenLayersOf(editor: EditorStore): StoreApi<HiddenLayers> {
  const store = hiddenByEditor.get(editor) ?? createStore<HiddenLayers>(() => NOTHING_HIDDEN);
  hiddenByEditor.set(editor, store);
  return store;
}

const textToWriteByEditor = new WeakMap<EditorStore, StoreApi<NodeId | null>>();

/**
 * The text that was just added and is to be written in; null where there is none. The picture takes it, and may not be
 * there yet: that of an empty film comes with its first layer.
 */
export function textToWrite(editor: EditorStore): StoreApi<NodeId | null> {
  const store = textToWriteByEditor.get(editor) ?? createStore<NodeId | null>(() => null);
  textToWriteByEditor.set(editor, store);
  return store;
}

/** A value of a variable with which a case of a choice is played. */
export interface CaseValue {
  readonly variable: string;
  readonly value: string;
}

interface CasePreview {
  /** Null while the film is shown as the data set has it. */
  readonly shown: CaseValue | null;
}

const casePreviewByEditor = new WeakMap<EditorStore, StoreApi<CasePreview>>();

/** With which case the open template is looked at, in this window alone: no data set has it, and nothing saves it. */
export function casePreviewOf(editor: EditorStore): StoreApi<CasePreview> {
  const store = casePreviewByEditor.get(editor) ?? createStore<CasePreview>(() => ({ shown: null }));
  casePreviewByEditor.set(editor, store);
  return store;
}

/** Shows the film with a case, or as the data set has it where that case is shown already. */
export function toggleCase(editor: EditorStore, requested: CaseValue | null): void {
  casePreviewOf(editor).setState(({ shown }) => ({ shown: sameCase(shown, requested) ? null : requested }));
}

export function sameCase(one: CaseValue | null, other: CaseValue | null): boolean {
  return one?.variable === other?.variable && one?.value === other?.value;
}
