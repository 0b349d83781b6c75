import type { BrowserWindowConstructorOptions, WebPreferences } from 'electron';
import type { ElectronPort, WindowPort } from '#main/system/electron-port.ts';
import type { SettingsFile } from '#main/system/settings-file.ts';
import type { Timers } from '#main/system/timers.ts';
import { DESKTOP_ORIGIN } from '#shared/contract/desktop/desktop-channels.ts';
import { MIN_WINDOW_SIZE, placeWindow, type WindowState } from './window-state.ts';

/** The window's color until the page is painted. It equals `--app` of both themes in `renderer/ui/tokens.css`. */
const BACKGROUND = { dark: '#101113', light: '#e9eaed' } as const;
/**
 * The delay after the last change before the bounds are stored, because they change many times while the user drags.
 */
const STORE_DELAY_MILLISECONDS = 500;

/** Returns the preferences that isolate the page. */
export function webPreferences(preload: string, isPackaged: boolean): WebPreferences {
  return {
    preload,
    contextIsolation: true,
    sandbox: true,
    webSecurity: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webviewTag: false,
    experimentalFeatures: false,
    allowRunningInsecureContent: false,
    navigateOnDragDrop: false,
    safeDialogs: true,
    spellcheck: false,
    devTools: !isPackaged,
    // Do not throttle the page behind other windows: movies continue to play, and saving continues.
    backgroundThrottling: false,
  };
}

export interface WindowOptions {
  readonly electron: Pick<ElectronPort, 'BrowserWindow' | 'screen' | 'nativeTheme'>;
  readonly preload: string;
  readonly isPackaged: boolean;
  readonly platform: NodeJS.Platform;
  readonly state: SettingsFile<WindowState | null>;
  readonly timers: Timers;
}

/** Opens the editor's window at its last position. Shows the window when the page has been painted. */
export function openWindow(options: WindowOptions): WindowPort {
  const { electron, state, timers } = options;
  const areas = electron.screen.getAllDisplays().map(({ workArea }) => workArea);
  const { bounds, maximized } = placeWindow(state.get(), areas);
  const window = new electron.BrowserWindow({
    ...bounds,
    minWidth: MIN_WINDOW_SIZE.width,
    minHeight: MIN_WINDOW_SIZE.height,
    show: false,
    title: 'Scenewright',
    backgroundColor: windowBackground(electron.nativeTheme.shouldUseDarkColors),
    webPreferences: webPreferences(options.preload, options.isPackaged),
    ...(options.platform === 'darwin' && { tabbingIdentifier: 'scenewright' }),
  } satisfies BrowserWindowConstructorOptions);
  window.once('ready-to-show', () => {
    if (maximized) window.maximize();
    window.show();
  });
  rememberBounds(window, state, timers);
  return window;
}

export function windowBackground(dark: boolean): string {
  return dark ? BACKGROUND.dark : BACKGROUND.light;
}

/** The address of the page. */
export const PAGE_URL = `${DESKTOP_ORIGIN}/`;

/** Restores, shows, and focuses the window. */
export function showWindow(window: WindowPort): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

function rememberBounds(window: WindowPort, state: SettingsFile<WindowState | null>, timers: Timers): void {
  let cancel: () => void = () => undefined;
  const write = (): void => {
    if (window.isDestroyed()) return;
    // Ignore the error, because the position is not important.
    state.set({ bounds: window.getNormalBounds(), maximized: window.isMaximized() }).catch(() => undefined);
  };
  const scheduleWrite = (): void => {
    cancel();
    cancel = timers.after(STORE_DELAY_MILLISECONDS, write);
  };
  window.on('resize', scheduleWrite);
  window.on('move', scheduleWrite);
  window.on('close', () => {
    cancel();
    write();
  });
  window.on('closed', () => cancel());
}
