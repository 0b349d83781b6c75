import type {
  ApiAccess,
  DesktopSettings,
  DesktopTheme,
  TaskProgress,
} from '#shared/contract/desktop/desktop-shapes.ts';
import type { OpenedFiles } from './files/open-files.ts';
import type { FilmSaver } from './files/save-films.ts';
import type { UserFiles } from './files/user-files.ts';
import type { DesktopHandlers } from './ipc.ts';
import { askHealth } from './service-process/activity.ts';
import type { ServiceHost } from './service-process/service-host.ts';
import type { WorkspaceMoves } from './service-process/workspace-moves.ts';
import { needsRestart, type StoredSettings, settingsOfPage, withSettingsChange } from './system/desktop-settings.ts';
import type { ElectronPort, ThemePort, WindowPort } from './system/electron-port.ts';
import type { Secrets } from './system/secrets.ts';
import type { SettingsFile } from './system/settings-file.ts';
import type { Closing } from './window/closing.ts';
import type { Dialogs } from './window/dialogs.ts';

/** The dependencies of the bridge's calls. */
export interface HandlerDependencies {
  readonly electron: Pick<ElectronPort, 'app' | 'clipboard' | 'nativeTheme' | 'shell'>;
  readonly versions: Readonly<Record<string, string | undefined>>;
  readonly logs: string;
  readonly window: () => WindowPort | null;
  readonly closing: () => Closing | null;
  readonly dialogs: Dialogs;
  readonly files: UserFiles;
  readonly opened: OpenedFiles;
  readonly films: FilmSaver;
  readonly secrets: () => Promise<Secrets>;
  readonly settings: SettingsFile<StoredSettings>;
  readonly host: ServiceHost;
  readonly workspaces: WorkspaceMoves;
  /** Restarts the service with new credentials. */
  readonly renewCredentials: () => Promise<void>;
  readonly openExternal: (url: string) => boolean;
  readonly notify: DesktopHandlers['notify'];
  readonly setMenu: DesktopHandlers['setMenu'];
  readonly onSettings: (settings: DesktopSettings) => void;
}

/** Returns the handlers of all calls of the bridge. */
export function createHandlers(dependencies: HandlerDependencies): DesktopHandlers {
  const { electron, dialogs, files, films, host, workspaces } = dependencies;
  return {
    ...settingsHandlers(dependencies),
    ...secretHandlers(dependencies),
    appInfo: async () => {
      const access = host.running();
      const health = access === null ? null : await askHealth(access);
      const { electron: version = '', chrome = '', node = '' } = dependencies.versions;
      return {
        version: electron.app.getVersion(),
        electron: version,
        chromium: chrome,
        node,
        ffmpeg: health?.ffmpeg ?? null,
        logs: dependencies.logs,
      };
    },
    showLogs: async () => {
      await electron.shell.openPath(dependencies.logs);
    },
    openExternal: (url) => {
      dependencies.openExternal(url);
    },
    chooseFiles: async (options) => files.add(await dialogs.chooseFiles(options)),
    chooseFolder: async () => {
      const folder = await dialogs.chooseFolder();
      return folder === null ? null : await files.addFolder(folder);
    },
    findFiles: (tokens) => files.find(tokens),
    watchFile: (token) => files.watch(token),
    watchedFiles: () => files.watched(),
    unwatchFile: async (id) => {
      await files.unwatch([id]);
      host.sendFilesWithdrawn();
    },
    openWatchedFile: async (id) => {
      const path = files.tablePathOf(id);
      return path !== null && (await electron.shell.openPath(path)) === '';
    },
    takeOpenedFiles: () => dependencies.opened.take(),
    saveFilm: films.saveFilm,
    saveFilms: films.saveFilms,
    saveBundle: films.saveBundle,
    saveFilmsZip: films.saveFilmsZip,
    cancelSave: films.cancelSave,
    showInFolder: (token) => {
      const path = films.pathOf(token);
      if (path !== null) electron.shell.showItemInFolder(path);
      return path !== null;
    },
    openFile: async (token) => {
      const path = films.pathOf(token);
      return path !== null && (await electron.shell.openPath(path)) === '';
    },
    setProgress: (progress) => showProgress(dependencies.window(), progress),
    notify: dependencies.notify,
    setMenu: dependencies.setMenu,
    workspace: () => workspaces.location(),
    chooseWorkspace: workspaces.choose,
    moveWorkspace: workspaces.move,
    showWorkspace: async () => {
      await electron.shell.openPath(workspaces.location().folder);
    },
    serviceState: () => host.state(),
    restartService: async () => {
      await host.restart();
    },
    theme: () => themeOf(electron.nativeTheme),
    setUnsaved: (unsaved) => dependencies.closing()?.setUnsaved(unsaved),
    answerClose: (answer) => dependencies.closing()?.answer(answer),
  };
}

export function themeOf(theme: ThemePort): DesktopTheme {
  return {
    dark: theme.shouldUseDarkColors,
    highContrast: theme.shouldUseHighContrastColors,
    reducedTransparency: theme.prefersReducedTransparency,
  };
}

type SettingsCalls =
  | 'settings'
  | 'changeSettings'
  | 'chooseFfmpeg'
  | 'resetFfmpeg'
  | 'apiAccess'
  | 'copyApiSecret'
  | 'renewApiSecret';

function settingsHandlers(dependencies: HandlerDependencies): Pick<DesktopHandlers, SettingsCalls> {
  const { electron, settings, host } = dependencies;
  const change = async (next: StoredSettings): Promise<DesktopSettings> => {
    const previous = settings.get();
    await settings.set(next);
    electron.nativeTheme.themeSource = next.theme;
    dependencies.onSettings(settingsOfPage(next));
    if (needsRestart(previous, next)) await host.restart();
    return settingsOfPage(next);
  };
  const apiAccess = (): ApiAccess | null => {
    const running = host.running();
    if (running === null || !settings.get().api.enabled) return null;
    return { url: running.url, key: running.credentials.key, otherPort: running.otherPort };
  };
  return {
    settings: () => settingsOfPage(settings.get()),
    changeSettings: (requested) => change(withSettingsChange(settings.get(), requested)),
    chooseFfmpeg: async () => {
      const ffmpeg = await dependencies.dialogs.chooseProgram();
      return ffmpeg === null ? settingsOfPage(settings.get()) : await change({ ...settings.get(), ffmpeg });
    },
    resetFfmpeg: () => change({ ...settings.get(), ffmpeg: null }),
    apiAccess,
    renewApiSecret: async () => {
      if (apiAccess() === null) return null;
      await dependencies.renewCredentials();
      return apiAccess();
    },
    copyApiSecret: () => {
      const running = host.running();
      if (running === null || !settings.get().api.enabled) return false;
      electron.clipboard.writeText(running.credentials.secret);
      return true;
    },
  };
}

type SecretCalls = 'secretStorage' | 'setSecret' | 'listSecrets' | 'hasSecret' | 'removeSecret';

function secretHandlers({ secrets, host }: HandlerDependencies): Pick<DesktopHandlers, SecretCalls> {
  return {
    secretStorage: async () => (await secrets()).storage(),
    setSecret: async (secret) => {
      const stored = await (await secrets()).set(secret);
      host.sendKeys();
      return stored;
    },
    listSecrets: async () => {
      const open = await secrets();
      await open.unlock();
      host.sendKeys();
      return open.list();
    },
    hasSecret: async (name) => (await secrets()).has(name),
    removeSecret: async (name) => {
      await (await secrets()).remove(name);
      host.sendKeys();
    },
  };
}

/** Electron shows values above 1 as progress with an unknown end. */
const INDETERMINATE_PROGRESS = 2;
const NO_PROGRESS = -1;

/** Shows progress on the app's icon. */
function showProgress(window: WindowPort | null, progress: TaskProgress | null): void {
  if (window === null || window.isDestroyed()) return;
  if (progress === null) {
    window.setProgressBar(NO_PROGRESS);
    return;
  }
  const { fraction, state } = progress;
  if (fraction === null)
    window.setProgressBar(INDETERMINATE_PROGRESS, { mode: state === 'normal' ? 'indeterminate' : state });
  else window.setProgressBar(fraction, { mode: state });
}
