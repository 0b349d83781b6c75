import type { StoreApi } from 'zustand/vanilla';
import { isMoving, mayWait, type Turns } from '#renderer/state/at-leisure.ts';
import type { EditorStore } from '#renderer/state/editor-store.ts';

interface Changing {
  /** What is on screen; the template that is open there says most of what can be done. */
  readonly parts: Pick<StoreApi<{ readonly editor: EditorStore | null }>, 'getState' | 'subscribe'>;
  readonly others: readonly { readonly subscribe: (listener: () => void) => () => void }[];
  readonly turns: Turns;
}

/**
 * Tells whoever draws an action that what it depends on may have changed. They ask what it says then, each of them; while
 * something is dragged, scrubbed or played nobody presses one, and they are told when there is time. After an undo or a
 * redo they are, too: picture and timeline come first.
 */
export function followChanges({ parts, others, turns }: Changing): (listener: () => void) => () => void {
  const listeners = new Set<() => void>();
  let waits = false;
  const tell = () => {
    turns.remove(tell);
    waits = false;
    for (const listener of [...listeners]) listener();
  };
  const tellAtLeisure = () => {
    waits = true;
    turns.add(tell);
  };
  const changed = () => {
    const editor = parts.getState().editor?.getState();
    if (waits || (editor !== undefined && isMoving(editor))) tellAtLeisure();
    else tell();
  };
  const followEditor = (editor: EditorStore | null) =>
    editor?.subscribe((now, before) => {
      // Where playing begins the button says so at once.
      if (now.playing === before.playing && mayWait(now, before, waits)) tellAtLeisure();
      else tell();
    });
  /** Listens once for all of them. */
  const follow = () => {
    let stopEditor = followEditor(parts.getState().editor);
    const stops = [
      ...others.map((other) => other.subscribe(tell)),
      parts.subscribe((now, before) => {
        if (now.editor !== before.editor) {
          stopEditor?.();
          stopEditor = followEditor(now.editor);
        }
        changed();
      }),
    ];
    return () => {
      turns.remove(tell);
      waits = false;
      stopEditor?.();
      for (const stop of stops) stop();
    };
  };
  let stop: (() => void) | null = null;
  return (listener) => {
    stop ??= follow();
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      stop?.();
      stop = null;
    };
  };
}
