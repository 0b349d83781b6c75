import type { AppPort, WindowPort } from '#main/system/electron-port.ts';
import type { Log } from '#main/system/log.ts';

export interface Quitting {
  /** Asked when the page is done and the window could go. */
  readonly mayGo: () => Promise<boolean>;
  /** The person stays after all. */
  readonly cancel: () => void;
  /** The last render has ended: where only that was waited for, the app ends. */
  readonly rendersEnded: () => void;
}

export interface QuittingOptions {
  readonly app: AppPort;
  readonly platform: NodeJS.Platform;
  /** How many films run or wait. */
  readonly renders: () => Promise<number>;
  readonly ask: (renders: number) => Promise<'background' | 'quit' | 'stay'>;
  readonly window: () => WindowPort | null;
  /** Ends the service. */
  readonly stop: () => Promise<void>;
  readonly log: Log;
}

/**
 * Ends the app: the page has saved, nobody minds the films that are being rendered, the service has closed its
 * workspace. On a Mac the app stays when its window goes.
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
      const leaves = isQuitting || platform !== 'darwin';
      const count = leaves && !isHidden() ? await renders() : 0;
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
