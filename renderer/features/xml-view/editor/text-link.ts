import { Annotation, type ChangeSet, EditorState, type Transaction, type TransactionSpec } from '@codemirror/state';
import type { Editor } from '#renderer/editor/editor.ts';
import { applyViewEdits, type TextEdit, viewTextOf } from '#renderer/xml/view-text.ts';
import type { Problem } from '#shared/template/document/problem.ts';
import { minimalEdits } from '../text/minimal-edits.ts';
import type { ReadAside } from './read-aside.ts';

/** Marks changes that come from the store, so that they do not count as typing. */
const fromStore = Annotation.define<true>();

/** The part of CodeMirror's view that the link needs. */
export interface TextHolder {
  readonly state: EditorState;
  readonly dispatch: (spec: TransactionSpec) => void;
}

/**
 * A function that schedules a run and returns a function that cancels it. Each change schedules the run again, so that
 * the run can wait for a pause in typing.
 */
export type Schedule = (run: () => void) => () => void;

export interface TextLink {
  /** Handles a transaction of the view. Call it with every transaction. */
  readonly took: (transaction: Transaction) => void;
  /** Sends pending typing to the store immediately. */
  readonly flush: () => void;
  /** Returns whether there is typing that the store has not received. */
  readonly isPending: () => boolean;
  /** Returns the text that view and store share, without typing that is pending. */
  readonly syncedText: () => string;
  /** Sends pending typing to the store and ends the link. */
  readonly close: () => void;
}

interface TextLinkOptions {
  readonly store: Editor;
  readonly view: TextHolder;
  readonly schedule: Schedule;
  /** A parser for long texts. Typing is sent to the store when the problems of its text are known. */
  readonly readAside?: ReadAside;
  /** Called when a change of the store has been applied to the view. */
  readonly onStoreChange?: (edits: readonly TextEdit[]) => void;
}

/**
 * Keeps the text of a view and of the store equal. Typing goes to the store at the next scheduled run. Changes of the
 * store are applied to the view as minimal edits. If both change at the same time, the changes are merged.
 */
export function linkText({ store, view, schedule, readAside, onStoreChange }: TextLinkOptions): TextLink {
  let synced = store.document.state.text;
  let pending: ChangeSet | null = null;
  let cancel: (() => void) | null = null;

  /** Whether a worker is parsing a text. Typing is sent when it has finished. */
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
      // If the worker fails, the text is parsed on the main thread.
      .catch(() => undefined)
      .then((problems) => {
        isReading = false;
        if (pending === typedText) handOn(text, problems);
        else if (pending !== null) cancel ??= schedule(flushSoon);
      });
  };

  /** Applies the difference between the text of the store and the view to the view. */
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
