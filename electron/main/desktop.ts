import { join } from 'node:path';
import type { DesktopEventName, DesktopEvents } from '#shared/contract/desktop/desktop-bridge.ts';
import { OFFER_CHANNEL } from '#shared/contract/desktop/desktop-channels.ts';
import type { DesktopMenu, DesktopNotification } from '#shared/contract/desktop/desktop-shapes.ts';
import { appScheme, createAppProtocol } from './app-protocol.ts';
import { createOpenedFiles, offeredPaths, pathsIn } from './files/open-files.ts';
import { createFilmSaver } from './files/save-films.ts';
import { openUserFiles } from './files/user-files.ts';
import { createHandlers, themeOf } from './handlers.ts';
import { type IpcOptions, register, registerCalls, sendEvent } from './ipc.ts';
import { createActivity } from './service-process/activity.ts';
import type { ProgramPaths } from './service-process/program-paths.ts';
import { createServiceHost, serviceEnvironment, startParameters } from './service-process/service-host.ts';
import { createWorkspaceMoves } from './service-process/workspace-moves.ts';
import { createExternalOpener, guardContents, guardSession } from './session-guard.ts';
import { openSettings } from './system/desktop-settings.ts';
import type { ElectronPort, NotificationPort, WindowPort } from './system/electron-port.ts';
import { createLog, openLogFile } from './system/log.ts';
import { openSecrets, type Secrets } from './system/secrets.ts';
import { openSettingsFile } from './system/settings-file.ts';
import { systemTimers, type Timers } from './system/timers.ts';
import { startUpdates, type UpdaterPort, updateFeed } from './updates.ts';
import { type Closing, guardClosing } from './window/closing.ts';
import { watchMain, watchPage, watchProcesses } from './window/crash.ts';
import { createDialogs } from './window/dialogs.ts';
import { firstMenu, menuTemplate } from './window/menu.ts';
import { createQuitting } from './window/quitting.ts';
import { openWindow, PAGE_URL, showWindow, windowBackground } from './window/window.ts';
import { type WindowState, windowState } from './window/window-state.ts';
import { dialogWordsFor } from './window/words.ts';

export interface DesktopOptions {
  readonly electron: ElectronPort;
  readonly paths: ProgramPaths;
  readonly platform: NodeJS.Platform;
  readonly versions: Readonly<Record<string, string | undefined>>;
  readonly argv: readonly string[];
  /** The working folder in which the app was started. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The process whose uncaught errors are logged. */
  readonly process: NodeJS.EventEmitter;
  readonly now: () => number;
  /** Loads the updater. It is called only if a feed is configured. */
  readonly loadUpdater: () => Promise<UpdaterPort>;
  readonly timers?: Timers;
}

/** The time for which a request of the page waits for a starting service. */
const SERVICE_TIMEOUT_MILLISECONDS = 15_000;

/**
 * Starts the desktop app. Immediately applies the settings that Electron requires before it is ready. A second start
 * passes its files to the first one and ends.
 */
export function startDesktop(options: DesktopOptions): void {
  const { app, protocol } = options.electron;
  app.setName('Scenewright');
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  if (options.platform === 'win32') app.setAppUserModelId('org.scenewright.editor');
  app.enableSandbox();
  protocol.registerSchemesAsPrivileged([appScheme]);
  runDesktop(options);
}

function runDesktop(options: DesktopOptions): void {
  const { electron, paths, platform, timers = systemTimers } = options;
  const { app } = electron;
  const data = app.getPath('userData');
  const logs = join(data, 'logs');
  const log = createLog(openLogFile(join(logs, 'app.log')), options.now);
  watchMain(options.process, log);
  watchProcesses(app, log);

  let ready = false;
  let window: WindowPort | null = null;
  let closing: Closing | null = null;
  let secrets: Promise<Secrets> | null = null;
  let keys: Secrets | null = null;
  let menus: readonly DesktopMenu[] = firstMenu;
  const sendToPage = <Name extends DesktopEventName>(name: Name, payload: DesktopEvents[Name]): void => {
    if (window !== null && !window.isDestroyed()) sendEvent(window.webContents, name, payload);
  };

  const settings = openSettings(join(data, 'settings.json'), log);
  const words = () => dialogWordsFor(settings.get().language, () => app.getPreferredSystemLanguages());
  const dialogs = createDialogs(electron.dialog, () => app.getPath('videos'), words);
  const watched = join(data, 'watched.json');
  const files = openUserFiles({ path: join(data, 'files.json'), watched }, log);
  const opened = createOpenedFiles(files, (count) => sendToPage('filesOpened', { count }));
  const openExternal = createExternalOpener(electron.shell, log);
  const openedSecrets = (): Promise<Secrets> => {
    secrets ??= openSecrets({ path: join(data, 'secrets.json'), safeStorage: electron.safeStorage, platform, log });
    return secrets;
  };
  let renewsCredentials = false;
  const host = createServiceHost({
    utilityProcess: electron.utilityProcess,
    entry: paths.service,
    settings: () => ({
      ...startParameters(settings.get(), paths),
      ...{ newCredentials: renewsCredentials, watchedFiles: watched },
    }),
    environment: () => serviceEnvironment(options.environment, settings.get().ffmpeg),
    keys: () => keys?.keys() ?? { objectStores: {}, clusters: {} },
    log,
    output: openLogFile(join(logs, 'service.log')),
    timers,
    onState: (state) => sendToPage('serviceState', state),
    onFilesReleased: (ids) =>
      void files.unwatch(ids).catch((error: unknown) => log.error('failed to withdraw file permissions', error)),
  });
  const whenRunning = () => host.whenRunning(SERVICE_TIMEOUT_MILLISECONDS);
  const activity = createActivity({
    powerSaveBlocker: electron.powerSaveBlocker,
    service: host.running,
    timers,
    onIdle: () => quitting.rendersEnded(),
  });
  const quitting = createQuitting({
    app,
    platform,
    renders: activity.renders,
    ask: dialogs.rendersRunning,
    window: () => window,
    stop: async () => {
      activity.stop();
      await host.stop();
    },
    log,
  });

  const showMenu = (): void =>
    electron.Menu.setApplicationMenu(
      electron.Menu.buildFromTemplate(
        menuTemplate(menus, {
          platform,
          isPackaged: app.isPackaged,
          run: ({ id, textRole }) => {
            // In text fields on a Mac, Electron's menu role edits the text and the page ignores the action. Everywhere
            // else, the page handles the action.
            if (platform === 'darwin' && textRole !== undefined) window?.webContents[textRole]();
            sendToPage('action', { id });
          },
        }),
      ),
    );

  const notify = createNotifier(electron.Notification, (route) => {
    open();
    if (route !== null) sendToPage('navigate', { route });
  });
  const handlers = createHandlers({
    electron,
    versions: options.versions,
    logs,
    window: () => window,
    closing: () => closing,
    dialogs,
    files,
    opened,
    films: createFilmSaver({
      ...{ dialogs, service: whenRunning, log },
      onProgress: (progress) => sendToPage('saveProgress', progress),
    }),
    secrets: openedSecrets,
    settings,
    host,
    workspaces: createWorkspaceMoves({
      ...{ dialogs, settings, host, log },
      onProgress: (progress) => sendToPage('workspaceMove', progress),
    }),
    renewCredentials: async () => {
      renewsCredentials = true;
      await host.restart().finally(() => {
        renewsCredentials = false;
      });
    },
    openExternal,
    notify,
    setMenu: (requested) => {
      menus = requested;
      showMenu();
    },
    onSettings: (changed) => sendToPage('settings', changed),
  });

  const bounds = openSettingsFile<WindowState | null>({
    path: join(data, 'window.json'),
    version: 1,
    schema: windowState.nullable(),
    fallback: null,
    onUnusable: (reason) => log.warn(reason),
  });
  const open = (): void => {
    if (window !== null && !window.isDestroyed()) {
      showWindow(window);
      return;
    }
    const newWindow = openWindow({
      electron,
      preload: paths.preload,
      isPackaged: app.isPackaged,
      platform,
      state: bounds,
      timers,
    });
    window = newWindow;
    watchPage(newWindow, { dialogs, log, now: options.now, quit: () => app.quit() });
    closing = guardClosing(newWindow, {
      timers,
      request: (id) => sendToPage('closeRequested', { id }),
      mayGo: quitting.mayGo,
      onStay: quitting.cancel,
    });
    newWindow.on('closed', () => {
      window = null;
      closing = null;
    });
    newWindow.loadURL(PAGE_URL).catch((error: unknown) => log.error('failed to load the page', error));
  };
  app.on('web-contents-created', (_event, contents) => guardContents(contents, openExternal, log));
  app.on('second-instance', (_event, argv, folder) => {
    if (ready) open();
    void opened.add(pathsIn(argv, folder));
  });
  app.on('open-file', (event, path) => {
    event.preventDefault();
    if (ready) open();
    void opened.add([path]);
  });
  app.on('activate', () => {
    if (ready) open();
  });

  const startApp = async (): Promise<void> => {
    await app.whenReady();
    electron.nativeTheme.themeSource = settings.get().theme;
    guardSession(electron.session.defaultSession, log);
    electron.protocol.handle(
      appScheme.scheme,
      createAppProtocol({ renderer: paths.renderer, service: whenRunning, serveFile: files.serve, log }),
    );
    const ipc: IpcOptions = { ipcMain: electron.ipcMain, log, windowId: () => window?.webContents.id ?? null };
    registerCalls(handlers, ipc);
    register(OFFER_CHANNEL, ipc, async (args) => {
      sendToPage('filesOffered', { files: [...(await files.add(offeredPaths(args)))] });
    });
    watchPower(electron.powerMonitor, (state) => {
      host.sendPowerMessage({ kind: 'power', state });
      sendToPage('power', { state });
    });
    electron.nativeTheme.on('updated', () => {
      const theme = themeOf(electron.nativeTheme);
      window?.setBackgroundColor(windowBackground(theme.dark));
      sendToPage('theme', theme);
    });
    showMenu();
    // The page and the service load at the same time without waiting for each other.
    ready = true;
    open();
    void opened.add(pathsIn(options.argv, options.folder));
    host.start();
    activity.start();
    startUpdates({
      isPackaged: app.isPackaged,
      feed: updateFeed(options.environment, settings.get().updateFeed, paths.updateConfiguration),
      key: paths.updateKey,
      load: options.loadUpdater,
      timers,
      log,
      onReady: (version) => notify({ ...words().updateReady(version), route: null }),
    });
    keys = await openedSecrets();
    host.sendKeys();
  };
  startApp().catch((error: unknown) => {
    log.error('the app failed to start', error);
    app.exit(1);
  });
}

/**
 * Returns a function that shows notifications of the system if they are available. A click reports the route of the
 * notification.
 */
function createNotifier(
  Notification: ElectronPort['Notification'],
  onClick: (route: string | null) => void,
): (notification: DesktopNotification) => void {
  // Electron holds no references to notifications. Without this set, they could be garbage-collected before a click.
  const openNotifications = new Set<NotificationPort>();
  return ({ title, body, route }) => {
    if (!Notification.isSupported()) return;
    const notification = new Notification({ title, body });
    openNotifications.add(notification);
    notification.on('close', () => openNotifications.delete(notification));
    notification.on('click', () => {
      openNotifications.delete(notification);
      onClick(route);
    });
    notification.show();
  };
}

/** Reports sleep and wake-up. Interrupted work then continues immediately instead of at its next attempt. */
function watchPower(
  powerMonitor: ElectronPort['powerMonitor'],
  onChange: (state: 'suspended' | 'resumed') => void,
): void {
  powerMonitor.on('suspend', () => onChange('suspended'));
  powerMonitor.on('resume', () => onChange('resumed'));
}
