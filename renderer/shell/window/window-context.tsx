import { createContext, use } from 'react';
import { useStore } from 'zustand';
import type { DesktopBridge } from '#shared/contract/desktop/desktop-bridge.ts';
import { required } from '#shared/lib/assert.ts';
import type { LanguageState, LanguageStore } from './language-choice.ts';
import type { Navigation, NavigationStore } from './navigation.ts';
import type { OpenedFiles } from './opened-files.ts';
import type { Shell } from './shell.ts';
import type { ThemeState, ThemeStore } from './theme.ts';

/** What there is one of in a window. */
export interface AppWindow {
  readonly navigation: NavigationStore;
  readonly theme: ThemeStore;
  readonly language: LanguageStore;
  readonly shell: Shell;
  /** Null in a browser. */
  readonly desktop: DesktopBridge | null;
  /** What was opened with the app, dropped or chosen, on its way to who takes it. */
  readonly opened: OpenedFiles;
}

const WindowContext = createContext<AppWindow | null>(null);

export const WindowProvider = WindowContext.Provider;

export function useAppWindow(): AppWindow {
  return required(use(WindowContext), 'There is no WindowProvider above.');
}

/** Where the window is, and how to go elsewhere. */
export function useNavigation(): Navigation {
  return useStore(useAppWindow().navigation);
}

export function useTheme(): ThemeState {
  return useStore(useAppWindow().theme);
}

export function useLanguage(): LanguageState {
  return useStore(useAppWindow().language);
}

/** What only a desktop can do; null in a browser. */
export function useDesktop(): DesktopBridge | null {
  return useAppWindow().desktop;
}
