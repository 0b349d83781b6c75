import { createStore } from 'zustand/vanilla';
import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';
import type { DesktopBridge } from '#shared/contract/desktop/desktop-bridge.ts';
import { onDesktopEvent } from '#shared/contract/desktop/desktop-events.ts';

/** The theme setting. `system` uses the theme of the machine. */
export type Theme = 'dark' | 'light' | 'system';

export interface ThemeState {
  readonly theme: Theme;
  readonly set: (theme: Theme) => void;
}

const key = 'theme';

/**
 * Creates the theme store of the window and applies the theme to the document. Also stores the theme in the local
 * storage and in the settings of the desktop app.
 */
export function createTheme(target: Window, desktop: DesktopBridge | null) {
  const systemLight = target.matchMedia('(prefers-color-scheme: light)');
  const store = createStore<ThemeState>(() => ({
    theme: readTheme(readStored(key)),
    set: (theme) => {
      store.setState({ theme });
      writeStored(key, theme);
      void desktop?.changeSettings({ theme });
    },
  }));
  const apply = () => {
    const { theme } = store.getState();
    const light = theme === 'system' ? systemLight.matches : theme === 'light';
    target.document.documentElement.dataset['theme'] = light ? 'light' : 'dark';
  };
  store.subscribe(apply);
  systemLight.addEventListener('change', apply);
  apply();
  if (desktop !== null) {
    const take = ({ theme }: { readonly theme: Theme }) => {
      store.setState({ theme });
      writeStored(key, theme);
    };
    desktop.settings().then(take, () => undefined);
    onDesktopEvent(target, 'settings', take);
  }
  return store;
}

export type ThemeStore = ReturnType<typeof createTheme>;

/** Returns the stored theme; dark if the stored value is invalid. */
function readTheme(stored: unknown): Theme {
  return stored === 'light' || stored === 'system' ? stored : 'dark';
}
