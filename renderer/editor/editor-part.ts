import { createStore } from 'zustand/vanilla';

/** Transient state of an open template: it lasts until the template is closed and is not saved. */
export interface EditorPart<State> {
  readonly state: State;
  readonly set: (change: Partial<State> | ((state: State) => Partial<State>)) => void;
  /** Calls the listener after each change. Returns a function that removes the listener. */
  readonly subscribe: (listener: (state: State, before: State) => void) => () => void;
}

/** Creates a part of the editor with its initial state. */
export function createPart<State>(initial: State): EditorPart<State> {
  const { getState, setState, subscribe } = createStore<State>(() => initial);
  return {
    get state() {
      return getState();
    },
    set: (change) => setState(change),
    subscribe,
  };
}
