import { createStore } from 'zustand/vanilla';
import { focusArea } from './areas.ts';
import type { ThemeStore } from './theme.ts';

/** The functions of the window's frame on every screen. */
export interface ShellPort {
  readonly openPalette: () => void;
  readonly openKeySheet: () => void;
  /** Focuses the next (1) or previous (-1) area. */
  readonly focusArea: (direction: -1 | 1) => void;
  readonly setTheme: (theme: 'dark' | 'light' | 'system') => void;
  readonly theme: () => 'dark' | 'light' | 'system';
}

/** The state of the overlay above the screens. */
export interface ShellState {
  readonly overlay: 'palette' | 'keys' | null;
}

/** Creates the frame of the window: the overlay above the screens and the functions for actions. */
export function createShell(target: Window, theme: ThemeStore) {
  const store = createStore<ShellState>(() => ({ overlay: null }));
  const port: ShellPort = {
    openPalette: () => store.setState({ overlay: 'palette' }),
    openKeySheet: () => store.setState({ overlay: 'keys' }),
    focusArea: (direction) => focusArea(target.document, direction),
    setTheme: (next) => theme.getState().set(next),
    theme: () => theme.getState().theme,
  };
  return { store, port };
}

export type Shell = ReturnType<typeof createShell>;
