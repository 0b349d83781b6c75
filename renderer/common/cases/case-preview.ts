import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EditorStore } from '#renderer/state/editor-store.ts';

/** A value of a variable with which a case of a choice is played. */
export interface CaseValue {
  readonly variable: string;
  readonly value: string;
}

interface CasePreview {
  /** Null while the film is shown as the data set has it. */
  readonly shown: CaseValue | null;
}

const stores = new WeakMap<EditorStore, StoreApi<CasePreview>>();

/** With which case the open template is looked at, in this window alone: no data set has it, and nothing saves it. */
export function casePreviewOf(editor: EditorStore): StoreApi<CasePreview> {
  const store = stores.get(editor) ?? createStore<CasePreview>(() => ({ shown: null }));
  stores.set(editor, store);
  return store;
}

/** Shows the film with a case, or as the data set has it where that case is shown already. */
export function toggleCase(editor: EditorStore, wanted: CaseValue | null): void {
  casePreviewOf(editor).setState(({ shown }) => ({ shown: sameCase(shown, wanted) ? null : wanted }));
}

export function sameCase(one: CaseValue | null, other: CaseValue | null): boolean {
  return one?.variable === other?.variable && one?.value === other?.value;
}
