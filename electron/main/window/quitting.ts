import type { AppPort, WindowPort } from '#main/system/electron-port.ts';
import type { Log } from '#main/system/log.ts';

export interface Quitting {
  /**
   * Checks whether the window may close, after the page has saved. Asks the user about films that are being rendered.
   */
  readonly mayGo: () => Promise<boolean>;
  /** Called if the user stays. */
  readonly cancel: () => void;
  /** Called when the last render has ended. Ends the app if it waited only for the renders. */
  readonly rendersEnded: () => void;
}

export interface QuittingOptions {
  readonly app: AppPort;
  readonly platform: NodeJS.Platform;
  /** Returns the number of running and waiting films. */
  readonly renders: () => Promise<number>;
  readonly ask: (renders: number) => Promise<'background' | 'quit' | 'stay'>;
  readonly window: () => WindowPort | null;
  /** Stops the service. */
  readonly stop: () => Promise<void>;
  readonly log: Log;
}

/**
 * Ends the app when three steps are complete: the page has saved, the user has agreed about films that are being
 * rendered, and the service has closed its workspace. On a Mac, the app stays open when its window closes.
 */
export function createQuitting({ app, platform, renders, ask, window, stop, log }: QuittingOptions): Quitting {
  let isQuitting = false;
  let inBackground = false;
  let isStopped = false;
  app.on('before-quit', () => {
    isQuitting = true;
  });
  app.on('window-all-closed', () => {
    if (platform !== 'darwin' || isQuitting) app.quit();
  });
  app.on('will-quit', (event) => {
    if (isStopped) return;
    event.preventDefault();
    stop()
      .catch((error: unknown) => log.error('the service did not shut down cleanly', error))
      .finally(() => {
        isStopped = true;
        app.quit();
      });
  });
  const isHidden = (): boolean => inBackground && !(window()?.isVisible() ?? false);
  return {
    mayGo: async () => {
      const endsApp = isQuitting || platform !== 'darwin';
      const count = endsApp && !isHidden() ? await renders() : 0;
      const choice = count === 0 ? 'quit' : await ask(count);
      if (choice === 'quit') return true;
      isQuitting = false;
      if (choice === 'background') {
        inBackground = true;
        window()?.hide();
      }
      return false;
    },
    cancel: () => {
      isQuitting = false;
    },
    rendersEnded: () => {
      if (isHidden()) app.quit();
      inBackground = false;
    },
  };
}
