import type { AppPort, WindowPort } from '#main/system/electron-port.ts';
import type { Log } from '#main/system/log.ts';
import type { Dialogs } from './dialogs.ts';

export interface CrashOptions {
  readonly dialogs: Pick<Dialogs, 'pageCrashed' | 'pageHangs'>;
  readonly log: Log;
  readonly now: () => number;
  readonly quit: () => void;
}

/** The exit reasons of processes that did not crash. */
const EXPECTED_ENDS: readonly string[] = ['clean-exit', 'killed'];
const CRASH_LIMIT = { times: 3, milliseconds: 5 * 60_000 } as const;

/**
 * Offers to reload the page when it has crashed or hangs. The service is another process and continues. The page
 * recovers unsaved edits.
 */
export function watchPage(window: WindowPort, { dialogs, log, now, quit }: CrashOptions): void {
  let crashes: readonly number[] = [];
  let hangs = false;
  const offerReload = async (): Promise<void> => {
    crashes = [...crashes.filter((time) => now() - time < CRASH_LIMIT.milliseconds), now()];
    const choice = await dialogs.pageCrashed(crashes.length >= CRASH_LIMIT.times);
    if (choice === 'quit') quit();
    else if (!window.isDestroyed()) window.webContents.reload();
  };
  const offerWait = async (): Promise<void> => {
    if (hangs) return;
    hangs = true;
    const choice = await dialogs.pageHangs();
    // Keep a page that recovered while the dialog was open.
    if (choice === 'reload' && hangs && !window.isDestroyed()) window.webContents.forcefullyCrashRenderer();
    if (choice === 'reload' && hangs && !window.isDestroyed()) window.webContents.reload();
    hangs = false;
  };
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    log.error(`the process of the page exited: ${reason} (${exitCode})`);
    if (!EXPECTED_ENDS.includes(reason)) void offerReload();
  });
  window.on('unresponsive', () => {
    log.warn('the page does not respond');
    void offerWait();
  });
  window.on('responsive', () => {
    hangs = false;
  });
}

/** Logs the end of Electron's other processes. Chromium restarts its GPU process itself. */
export function watchProcesses(app: AppPort, log: Log): void {
  app.on('child-process-gone', (_event, { type, reason, exitCode }) =>
    log.error(`a process exited: ${type}, ${reason} (${exitCode})`),
  );
}

/** Logs uncaught errors. The app continues, because the page and the service are other processes. */
export function watchMain(process: NodeJS.EventEmitter, log: Log): void {
  process.on('uncaughtException', (error: unknown) => log.error('uncaught error', error));
  process.on('unhandledRejection', (error: unknown) => log.error('unhandled rejection', error));
}
