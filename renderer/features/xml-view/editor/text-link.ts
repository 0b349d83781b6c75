import { Annotation, type ChangeSet, EditorState, type Transaction, type TransactionSpec } from '@codemirror/state';
import type { Editor } from '#renderer/editor/editor.ts';
import { applyViewEdits, type TextEdit, viewTextOf } from '#renderer/xml/view-text.ts';
import type { Problem } from '#shared/template/document/problem.ts';
import { minimalEdits } from '../text/minimal-edits.ts';
import type { ReadAside } from './read-aside.ts';

/** Marks transactions that come from the store and therefore do not count as typing. */
const fromStore = Annotation.define<true>();

/** The part of CodeMirror's view that the link uses. */
export interface TextHolder {
  readonly state: EditorState;
  readonly dispatch: (spec: TransactionSpec) => void;
}

/**
 * A function that schedules a call and returns a function that cancels the call. Each keystroke reschedules the call
 * (debouncing).
 */
export type Schedule = (run: () => void) => () => void;

export interface TextLink {
  /** Handles a transaction of the view. Must be called for all transactions. */
  readonly took: (transaction: Transaction) => void;
  /** Sends pending typing to the store now. */
  readonly flush: () => void;
  /** Returns whether the store has not received some typing yet. */
  readonly isPending: () => boolean;
  /** Returns the last text that view and store had in common. */
  readonly syncedText: () => string;
  /** Sends pending typing to the store and closes the link. */
  readonly close: () => void;
}

interface TextLinkOptions {
  readonly store: Editor;
  readonly view: TextHolder;
  readonly schedule: Schedule;
  /** A parser for long texts. A long text is sent to the store only after its problems are known. */
  readonly readAside?: ReadAside;
  /** Called after a change of the store was applied to the view. */
  readonly onStoreChange?: (edits: readonly TextEdit[]) => void;
}

/**
 * Keeps the text of a view and of the store in sync. Typing is sent to the store at the next scheduled call. Changes of
 * the store are applied to the view as minimal edits, and merged with pending typing.
 */
export function linkText({ store, view, schedule, readAside, onStoreChange }: TextLinkOptions): TextLink {
  let synced = store.document.state.text;
  let pending: ChangeSet | null = null;
  let cancel: (() => void) | null = null;

  /** Whether the worker is parsing. If so, typing is sent when the worker has finished. */
  let isReading = false;

  const handOn = (text: string, problems?: readonly Problem[]): void => {
    pending = null;
    synced = text;
    store.document.setText(text, problems);
    showText();
  };

  const flush = (): void => {
    cancel?.();
    cancel = null;
    if (pending !== null) handOn(applyViewEdits(synced, editsOf(pending)));
  };

  const flushSoon = (): void => {
    cancel = null;
    if (pending === null || isReading) return;
    const typedText = pending;
    const text = applyViewEdits(synced, editsOf(typedText));
    const pendingProblems = readAside?.(text) ?? null;
    if (pendingProblems === null) {
      handOn(text);
      return;
    }
    isReading = true;
    void pendingProblems
      // If the worker fails, parse on the main thread.
      .catch(() => undefined)
      .then((problems) => {
        isReading = false;
        if (pending === typedText) handOn(text, problems);
        else if (pending !== null) cancel ??= schedule(flushSoon);
      });
  };

  /** Applies the difference between the view and the store to the view. */
  const showText = (): void => {
    const { text } = store.document.state;
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

  const unsubscribe = store.document.subscribe(({ text }) => {
    if (text !== synced) showText();
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
