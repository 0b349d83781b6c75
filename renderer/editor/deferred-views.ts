import { type IdleQueue, idleQueue } from '#renderer/ui/browser/idle-queue.ts';
import type { Editor } from './editor.ts';
import { type DocumentStore, type EditorState, isHistoryMove } from './editor-state.ts';

/** The document that deferred views show. */
export type DeferredDocument = Pick<DocumentStore, 'state' | 'subscribe'>;

/** The open template for deferred views. Only its document can be outdated. */
export interface DeferredEditor extends Omit<Editor, 'document'> {
  readonly document: DeferredDocument;
}

/**
 * Returns the open template for views that need not follow a gesture. During drags, scrubbing, and playback, and after
 * undo or redo, these views update only when the main thread is idle, and skip intermediate states. The frames of a
 * gesture then draw only the picture and the timeline. At rest, the views show the current document.
 * The alternative is `useDeferredValue` in the views, which renders all their components at each change. With 1,000
 * scenes, the script of an undo took 160 ms instead of 70 ms, and the script of a keystroke took 126 ms instead of 93
 * ms. Only a trim was faster: 184 ms instead of 218 ms.
 */
export function deferEditor(editor: Editor): DeferredEditor {
  const document = deferDocument(editor.document, idleQueue);
  const { record, timeline, keyframes, captions, loudness, check, view, views } = editor;
  const parts = [document, record, timeline, keyframes, captions, loudness, check, view, views];
  return {
    ...editor,
    document,
    subscribe: (listener) => {
      const stops = parts.map((part) => part.subscribe(listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

/**
 * Returns a copy of the document for deferred views. The copy follows the document immediately or when the main thread
 * is idle.
 */
export function deferDocument(document: DeferredDocument, queue: IdleQueue): DeferredDocument {
  let shown = document.state;
  const listeners = new Set<(state: EditorState, before: EditorState) => void>();
  let stop: (() => void) | null = null;
  let waits = false;

  const catchUp = () => {
    queue.remove(catchUp);
    waits = false;
    const before = shown;
    shown = document.state;
    if (shown !== before) for (const listener of [...listeners]) listener(shown, before);
  };
  const follow = (state: EditorState, before: EditorState) => {
    // Follow the start and the end of playback and scrubbing immediately, because buttons show them.
    const isSameMode = state.scrubbing === before.scrubbing && state.playing === before.playing;
    if (isSameMode && mayWait(state, before, waits)) {
      waits = true;
      queue.add(catchUp);
    } else catchUp();
  };
  return {
    get state() {
      // Return the current state, because `shown` is updated only while there are listeners.
      if (stop === null) shown = document.state;
      return shown;
    },
    subscribe(listener) {
      if (listeners.size === 0) {
        shown = document.state;
        stop = document.subscribe(follow);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        queue.remove(catchUp);
        waits = false;
        stop?.();
        stop = null;
      };
    },
  };
}

/**
 * Returns whether deferred views can show a change later. While a change waits, later changes also wait if they keep
 * the document and the selection. For example, the mark for unsaved changes waits. Undo and redo wait, because users
 * often press them many times in a row.
 */
export function mayWait(state: EditorState, before: EditorState, waits: boolean): boolean {
  if (isMoving(state) || isHistoryMove(state, before)) return true;
  return waits && state.document === before.document && state.selection === before.selection;
}

/** Returns whether the user drags or scrubs, or the movie plays. */
export function isMoving({ isInteractive, scrubbing, playing }: EditorState): boolean {
  return isInteractive || scrubbing || playing;
}
