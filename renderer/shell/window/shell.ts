import { createStore } from 'zustand/vanilla';
import { collectKeys } from '#renderer/ui/overlays/typed-ahead.ts';
import { focusArea } from './areas.ts';
import type { ThemeStore } from './theme.ts';

/** The functions of the window frame on every screen. */
export interface ShellPort {
  readonly openPalette: () => void;
  readonly openKeySheet: () => void;
  /** Focuses the next (1) or previous (-1) area. */
  readonly focusArea: (direction: -1 | 1) => void;
  readonly setTheme: (theme: 'dark' | 'light' | 'system') => void;
  readonly theme: () => 'dark' | 'light' | 'system';
  /** Returns the state of the current screen. */
  readonly screen: () => ScreenState;
  /** Calls the listener after each change of the screen's state. Returns a function that removes the listener. */
  readonly onScreen: (listener: () => void) => () => void;
}

/** The screen state that actions read. The components of the screen set it. */
export interface ScreenState {
  /** The uid of the project whose card has the focus or had it last; null for none. */
  readonly currentCard: string | null;
  /** The numbers of renders in the queue. */
  readonly queue: QueueCounts;
  /** The counts of the batch on screen; null on other screens. */
  readonly batch: BatchCounts | null;
}

export interface QueueCounts {
  readonly failed: number;
  readonly active: number;
  readonly finished: number;
  readonly canPlayLast: boolean;
}

export interface BatchCounts {
  readonly canRender: boolean;
  readonly outdated: number;
  /** The number of films that are up to date. */
  readonly films: number;
}

/** The state of the screen and the overlay above it. */
export interface ShellState extends ScreenState {
  readonly overlay: 'palette' | 'keys' | null;
}

/** Creates the window frame: the overlay state and the functions for actions. */
export function createShell(target: Window, theme: ThemeStore) {
  const store = createStore<ShellState>(() => ({
    overlay: null,
    currentCard: null,
    queue: { failed: 0, active: 0, finished: 0, canPlayLast: false },
    batch: null,
  }));
  const port: ShellPort = {
    openPalette: () => {
      if (store.getState().overlay !== 'palette') collectKeys();
      store.setState({ overlay: 'palette' });
    },
    openKeySheet: () => store.setState({ overlay: 'keys' }),
    focusArea: (direction) => focusArea(target.document, direction),
    setTheme: (next) => theme.getState().set(next),
    theme: () => theme.getState().theme,
    screen: store.getState,
    onScreen: (listener) => store.subscribe(listener),
  };
  return { store, port };
}

export type Shell = ReturnType<typeof createShell>;
