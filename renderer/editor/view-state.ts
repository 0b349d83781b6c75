import { createStore, type StoreApi } from 'zustand/vanilla';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Editor } from './editor.ts';

/** The layers that are temporarily hidden in the preview. */
export interface HiddenLayers {
  /** The text layer that the user is editing on the stage; null for none. */
  readonly written: NodeId | null;
  /** The layers with solo. In their scenes, all other layers are hidden; null if no layer has solo. */
  readonly only: ReadonlySet<NodeId> | null;
}

export const NOTHING_HIDDEN: HiddenLayers = { written: null, only: null };

const hiddenByEditor = new WeakMap<Editor, StoreApi<HiddenLayers>>();

/** Returns the hidden layers of an open template. They exist as long as the template is open, and are never saved. */
export function hiddenLayersOf(editor: Editor): StoreApi<HiddenLayers> {
  const store = hiddenByEditor.get(editor) ?? createStore<HiddenLayers>(() => NOTHING_HIDDEN);
  hiddenByEditor.set(editor, store);
  return store;
}

const textToWriteByEditor = new WeakMap<Editor, StoreApi<NodeId | null>>();

/**
 * Returns a store with the text layer to edit next; null if there is none. The stage reads it when it is mounted, which
 * in an empty movie is after the first layer was added.
 */
export function textToWrite(editor: Editor): StoreApi<NodeId | null> {
  const store = textToWriteByEditor.get(editor) ?? createStore<NodeId | null>(() => null);
  textToWriteByEditor.set(editor, store);
  return store;
}

/** A variable and the value for which a choice plays a case. */
export interface CaseValue {
  readonly variable: string;
  readonly value: string;
}

interface CasePreview {
  /** The previewed case; null if the data set determines the values. */
  readonly shown: CaseValue | null;
}

const casePreviewByEditor = new WeakMap<Editor, StoreApi<CasePreview>>();

/** Returns the previewed case of an open template. It belongs to this window and is never saved. */
export function casePreviewOf(editor: Editor): StoreApi<CasePreview> {
  const store = casePreviewByEditor.get(editor) ?? createStore<CasePreview>(() => ({ shown: null }));
  casePreviewByEditor.set(editor, store);
  return store;
}

/** Previews a case. If this case is already previewed, the values of the data set are shown again. */
export function toggleCase(editor: Editor, requested: CaseValue | null): void {
  casePreviewOf(editor).setState(({ shown }) => ({ shown: sameCase(shown, requested) ? null : requested }));
}

export function sameCase(one: CaseValue | null, other: CaseValue | null): boolean {
  return one?.variable === other?.variable && one?.value === other?.value;
}
