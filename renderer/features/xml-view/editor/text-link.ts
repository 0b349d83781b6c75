import { Annotation, type ChangeSet, EditorState, type Transaction, type TransactionSpec } from '@codemirror/state';
import type { EditorStore } from '#renderer/state/editor-store.ts';
import { applyViewEdits, type TextEdit, viewTextOf } from '#renderer/xml/view-text.ts';
import type { Problem } from '#shared/template/document/problem.ts';
import { minimalEdits } from '../text/minimal-edits.ts';
import type { ReadAside } from './read-aside.ts';

/** Marks what the store changed in the view, so that it is not taken for typing. */
const fromStore = Annotation.define<true>();

/** As much of CodeMirror's view as keeping its text needs. */
export interface TextHolder {
  readonly state: EditorState;
  readonly dispatch: (spec: TransactionSpec) => void;
}

/** Runs something once, soon; the answer takes it back. Asked anew with every change, it may wait for a pause. */
export type Schedule = (run: () => void) => () => void;

export interface TextLink {
  /** Every transaction of the view. */
  readonly took: (transaction: Transaction) => void;
  /** Hands on what was typed, now. */
  readonly flush: () => void;
  /** Whether something was typed that the store does not know yet. */
  readonly isPending: () => boolean;
  /** The text of the store that the view shows, but for what is pending. */
  readonly syncedText: () => string;
  /** Hands on what was typed, and ends. */
  readonly close: () => void;
}

interface TextLinkOptions {
  readonly store: EditorStore;
  readonly view: TextHolder;
  readonly schedule: Schedule;
  /** For texts that take long: what is typed is handed on once it is known what it is refused for. */
  readonly readAside?: ReadAside;
  /** What the store changed, once it is in the view. */
  readonly onStoreChange?: (edits: readonly TextEdit[]) => void;
}

/**
 * Keeps the text of a view and that of the store the same. What is typed goes to the store with the next schedule, all
 * of it at once; what the store changes comes into the view as the smallest edits. If both happen at the same time,
 * both are kept.
 */
export function linkText({ store, view, schedule, readAside, onStoreChange }: TextLinkOptions): TextLink {
  let synced = store.getState().text;
  let pending: ChangeSet | null = null;
  let cancel: (() => void) | null = null;

  /** A text is read aside; what is typed meanwhile waits for its turn. */
  let isReading = false;

  const handOn = (text: string, problems?: readonly Problem[]): void => {
    pending = null;
    synced = text;
    store.actions.setText(text, problems);
    show();
  };

  const flush = (): void => {
    cancel?.();
    cancel = null;
    if (pending !== null) handOn(applyViewEdits(synced, editsOf(pending)));
  };

  const flushSoon = (): void => {
    cancel = null;
    if (pending === null || isReading) return;
    const typed = pending;
    const text = applyViewEdits(synced, editsOf(typed));
    const asked = readAside?.(text) ?? null;
    if (asked === null) {
      handOn(text);
      return;
    }
    isReading = true;
    void asked
      // What could not be read there is read here.
      .catch(() => undefined)
      .then((problems) => {
        isReading = false;
        if (pending === typed) handOn(text, problems);
        else if (pending !== null) cancel ??= schedule(flushSoon);
      });
  };

  /** Brings into the view what the store's text has and it has not. */
  const show = (): void => {
    const { text } = store.getState();
    const before = pending === null ? view.state.doc.toString() : viewTextOf(synced);
    const edits = minimalEdits(before, viewTextOf(text));
    synced = text;
    if (edits.length === 0) return;
    const theirs = EditorState.create({ doc: before }).changes([...edits]);
    const mine: ChangeSet | null = pending;
    pending = mine === null ? null : mine.map(theirs, true);
    view.dispatch({ changes: mine === null ? theirs : theirs.map(mine), annotations: fromStore.of(true) });
    onStoreChange?.(edits);
  };

  const unsubscribe = store.subscribe(({ text }) => {
    if (text !== synced) show();
  });

  return {
    took: (transaction) => {
      if (!transaction.docChanged || transaction.annotation(fromStore) === true) return;
      pending = pending === null ? transaction.changes : pending.compose(transaction.changes);
      cancel?.();
      cancel = schedule(flushSoon);
    },
    flush,
    isPending: () => pending !== null,
    syncedText: () => synced,
    close: () => {
      flush();
      unsubscribe();
    },
  };
}

function editsOf(changes: ChangeSet): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  changes.iterChanges((from, to, _fromB, _toB, inserted) => {
    edits.push({ from, to, insert: inserted.toString() });
  }, true);
  return edits;
}
