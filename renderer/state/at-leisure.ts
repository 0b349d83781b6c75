import type { StoreApi } from 'zustand/vanilla';
import type { EditorState } from './editor-state.ts';
import { isHistoryMove } from './history-move.ts';

/** The open template as it is shown: as it is, or as it was a moment ago. */
export type ShownEditor = Pick<StoreApi<EditorState>, 'getState' | 'getInitialState' | 'subscribe'>;

/** Turns that are given when there is time, one for each task that waits. */
export interface Turns {
  readonly add: (task: () => void) => void;
  readonly remove: (task: () => void) => void;
}

/**
 * The template as what stands beside a gesture shows it. While something is dragged, scrubbed or played, and after an undo
 * or a redo, it follows when there is time, and only to where things are by then; at rest it is always the same as the
 * store. The frame that shows what the hand does then has nothing else to draw: a step back changes the picture and the
 * timeline first, and people press undo many times in a row.
 */
export function followAtLeisure(store: ShownEditor, turns: Turns): ShownEditor {
  let shown = store.getState();
  const listeners = new Set<(state: EditorState, before: EditorState) => void>();
  let stop: (() => void) | null = null;
  let waits = false;

  const catchUp = () => {
    turns.remove(catchUp);
    waits = false;
    const before = shown;
    shown = store.getState();
    if (shown !== before) for (const listener of [...listeners]) listener(shown, before);
  };
  const follow = (state: EditorState, before: EditorState) => {
    // Where it begins and ends is followed at once: buttons say so.
    const isOnItsWay = state.scrubbing === before.scrubbing && state.playing === before.playing;
    if (isOnItsWay && mayWait(state, before, waits)) {
      waits = true;
      turns.add(catchUp);
    } else catchUp();
  };
  return {
    getInitialState: store.getInitialState,
    getState: () => {
      // What nobody listened to was not followed.
      if (stop === null) shown = store.getState();
      return shown;
    },
    subscribe(listener) {
      if (listeners.size === 0) {
        shown = store.getState();
        stop = store.subscribe(follow);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        turns.remove(catchUp);
        waits = false;
        stop?.();
        stop = null;
      };
    },
  };
}

/**
 * Whether a change need not be seen at once by what stands beside it. With what waits already also waits what comes of it,
 * such as that there is something to save.
 */
export function mayWait(state: EditorState, before: EditorState, waits: boolean): boolean {
  if (isMoving(state) || isHistoryMove(state, before)) return true;
  return waits && state.document === before.document && state.selection === before.selection;
}

/** Whether something is dragged, scrubbed or played: what need not be seen in each frame of that waits. */
export function isMoving({ isHasty, scrubbing, playing }: EditorState): boolean {
  return isHasty || scrubbing || playing;
}
