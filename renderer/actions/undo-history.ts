import { useEffect, useRef } from 'react';
import { hasOwnUndo, isUndoPress } from './own-undo.ts';

/** The undo history of a screen without a template, such as the brand. Each step is a whole state. */
export interface UndoHistory<State> {
  /** The earlier states, latest last. */
  readonly past: readonly State[];
  /** The undone states. The next to redo is last. */
  readonly future: readonly State[];
}

/** The maximum number of undo steps. */
const MAX_STEPS = 200;

export function emptyHistory<State>(): UndoHistory<State> {
  return { past: [], future: [] };
}

/** Returns the history after a change of the state. */
export function withUndoStep<State>({ past }: UndoHistory<State>, before: State): UndoHistory<State> {
  return { past: [...past, before].slice(-MAX_STEPS), future: [] };
}

/** Moves one step back (−1) or forward (1) in the history; null at the end of the history. */
export function moveInHistory<State>(
  { past, future }: UndoHistory<State>,
  current: State,
  direction: -1 | 1,
): { readonly state: State; readonly history: UndoHistory<State> } | null {
  const [from, to] = direction === -1 ? [past, future] : [future, past];
  if (from.length === 0) return null;
  const state = from.at(-1) as State;
  const [remaining, opposite] = [from.slice(0, -1), [...to, current]];
  return {
    state,
    history: direction === -1 ? { past: remaining, future: opposite } : { past: opposite, future: remaining },
  };
}

/** Handles the keys for undo and redo, except in text fields, which have their own undo. */
export function useUndoKeys(undo: () => void, redo: () => void): void {
  const latest = useRef({ undo, redo });
  useEffect(() => {
    latest.current = { undo, redo };
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isUndoPress(event)) return;
      if (event.target instanceof Element && hasOwnUndo(event.target)) return;
      event.preventDefault();
      if (event.key.toLowerCase() === 'y' || event.shiftKey) latest.current.redo();
      else latest.current.undo();
    };
    // Handlers on the window run later, and would otherwise handle every undo key outside text fields.
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
