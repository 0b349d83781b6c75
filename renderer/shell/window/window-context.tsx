import { createContext, use } from 'react';
import { useStore } from 'zustand';
import type { DesktopBridge } from '#shared/contract/desktop/desktop-bridge.ts';
import { required } from '#shared/lib/assert.ts';
import type { LanguageState, LanguageStore } from './language-choice.ts';
import type { Navigation, NavigationStore } from './navigation.ts';
import type { OpenedFiles } from './opened-files.ts';
import type { RenderSession, RenderSessionStore } from './render-session.ts';
import type { Shell } from './shell.ts';
import type { ThemeState, ThemeStore } from './theme.ts';

/** The objects that exist once per window. */
export interface AppWindow {
  readonly navigation: NavigationStore;
  readonly theme: ThemeStore;
  readonly language: LanguageStore;
  readonly shell: Shell;
  /** The desktop app that contains the window; null in a browser. */
  readonly desktop: DesktopBridge | null;
  /** The opened, dropped, and chosen files. Files wait until the handler of their kind receives them. */
  readonly opened: OpenedFiles;
  readonly renders: RenderSessionStore;
}

const WindowContext = createContext<AppWindow | null>(null);

export const WindowProvider = WindowContext.Provider;

export function useAppWindow(): AppWindow {
  return required(use(WindowContext), 'There is no WindowProvider above.');
}

/** Returns the current route and the functions to change it. */
export function useNavigation(): Navigation {
  return useStore(useAppWindow().navigation);
}

export function useTheme(): ThemeState {
  return useStore(useAppWindow().theme);
}

export function useLanguage(): LanguageState {
  return useStore(useAppWindow().language);
}

/** Returns the functions of the desktop app; null in a browser. */
export function useDesktop(): DesktopBridge | null {
  return useAppWindow().desktop;
}

/** Returns the store of the rendering session. */
export function useRenderSessionStore(): RenderSessionStore {
  return useAppWindow().renders;
}

export function useRenderSession<Selected>(select: (state: RenderSession) => Selected): Selected {
  return useStore(useRenderSessionStore(), select);
}
