import type {
  ApiAccess,
  AppInfo,
  BundleToSave,
  ChooseFilesOptions,
  CloseAnswer,
  DesktopFile,
  DesktopFolder,
  DesktopMenu,
  DesktopNotification,
  DesktopSettings,
  DesktopTheme,
  FilmsToSave,
  FilmToSave,
  KnownSecret,
  NewSecret,
  SaveManyOutcome,
  SaveOutcome,
  SaveProgress,
  SecretStorage,
  SecretStored,
  ServiceState,
  SettingsChange,
  TaskProgress,
  WatchedFile,
  WorkspaceLocation,
  WorkspaceMoveProgress,
  WorkspaceOutcome,
} from './desktop-shapes.ts';

/**
 * The calls that a page can make to its desktop: `window.desktop`, absent in a browser. Arguments and results are plain
 * data. Events arrive as {@link DesktopEvents}; see `desktop-events.ts`. Files are identified by tokens that only the
 * desktop can resolve. The page receives paths only as texts to display, and never receives a secret.
 *
 * Each call has an entry in `desktop-calls.ts`, which checks its arguments and its result.
 */
export interface DesktopBridge {
  readonly platform: DesktopPlatform;

  readonly appInfo: () => Promise<AppInfo>;
  /** Opens the log folder in the file manager of the system. */
  readonly showLogs: () => Promise<void>;
  /** Opens a page in the browser of the user; only `https:` is permitted. */
  readonly openExternal: (url: string) => Promise<void>;

  /** Lets the user choose files; empty if the user cancels. {@link DesktopFile.url} reads their content. */
  readonly chooseFiles: (options: ChooseFilesOptions) => Promise<readonly DesktopFile[]>;
  /** Lets the user choose a folder, and returns the files in it; null if the user cancels. */
  readonly chooseFolder: () => Promise<DesktopFolder | null>;
  /** Returns files of earlier sessions by their tokens. Omits files that were removed or changed since then. */
  readonly findFiles: (tokens: readonly string[]) => Promise<readonly DesktopFile[]>;
  /**
   * Permits the service to watch a file that the user chose. The permission ends with the live table that uses it, or
   * when the user withdraws it. Returns null if the token or the file does not exist anymore.
   */
  readonly watchFile: (token: string) => Promise<WatchedFile | null>;
  /** Returns the files that the service can watch. */
  readonly watchedFiles: () => Promise<readonly WatchedFile[]>;
  /** Withdraws the permission to watch a file. Its live table can no longer be read. */
  readonly unwatchFile: (id: string) => Promise<void>;
  /** Opens a watched table with its usual program. Returns false without the permission, and for a missing file. */
  readonly openWatchedFile: (id: string) => Promise<boolean>;
  /** Returns the files that the user opened with the app since the last call, for example with a double click. */
  readonly takeOpenedFiles: () => Promise<readonly DesktopFile[]>;

  /** Asks for the destination of a finished film and saves it there. If saving fails, no partial file remains. */
  readonly saveFilm: (film: FilmToSave) => Promise<SaveOutcome>;
  /** Asks for a folder and saves films in it. Adds a number to a name that already exists. */
  readonly saveFilms: (films: readonly FilmToSave[]) => Promise<SaveManyOutcome>;
  /**
   * Asks for the destination of a project bundle and saves it there. If saving fails, no partial file remains.
   * `saveProgress` reports the progress.
   */
  readonly saveBundle: (bundle: BundleToSave) => Promise<SaveOutcome>;
  /** Asks for the destination of a ZIP file with films and saves it there. `saveProgress` reports the progress. */
  readonly saveFilmsZip: (films: FilmsToSave) => Promise<SaveOutcome>;
  /** Cancels a running `saveBundle` or `saveFilmsZip`. */
  readonly cancelSave: (save: string) => Promise<void>;
  /** Displays a file in the file manager of the system. Returns false if the file does not exist anymore. */
  readonly showInFolder: (token: string) => Promise<boolean>;
  /** Opens a saved film with the default program of the system. Returns false if that fails. */
  readonly openFile: (token: string) => Promise<boolean>;

  /** Displays progress on the icon of the app; null removes it. */
  readonly setProgress: (progress: TaskProgress | null) => Promise<void>;
  /**
   * Displays a system notification. If the user clicks the notification, the window comes to the front, and the event
   * `navigate` contains the route of the notification.
   */
  readonly notify: (notification: DesktopNotification) => Promise<void>;
  /** Replaces the menu. If the user chooses an item, the event `action` is sent. */
  readonly setMenu: (menus: readonly DesktopMenu[]) => Promise<void>;

  /** Returns how securely this computer stores secrets. */
  readonly secretStorage: () => Promise<SecretStorage>;
  /** Stores keys under a name for renders and publications. Replaces existing keys with that name. */
  readonly setSecret: (secret: NewSecret) => Promise<SecretStored>;
  /** Returns the names and the uses of the secrets, but not their values. */
  readonly listSecrets: () => Promise<readonly KnownSecret[]>;
  readonly hasSecret: (name: string) => Promise<boolean>;
  readonly removeSecret: (name: string) => Promise<void>;

  readonly settings: () => Promise<DesktopSettings>;
  /** Changes the given settings and returns all settings. Changes that affect the service restart it. */
  readonly changeSettings: (change: SettingsChange) => Promise<DesktopSettings>;
  /** Lets the user choose an FFmpeg program. Returns all settings. */
  readonly chooseFfmpeg: () => Promise<DesktopSettings>;
  /** Resets FFmpeg to the detected program. Returns all settings. */
  readonly resetFfmpeg: () => Promise<DesktopSettings>;
  /**
   * Returns the address of the HTTP interface; null if the interface is off. The result does not contain the secret;
   * {@link copyApiSecret} copies it.
   */
  readonly apiAccess: () => Promise<ApiAccess | null>;
  readonly copyApiSecret: () => Promise<boolean>;
  /**
   * Creates a new key and a new secret, and restarts the service. The service then rejects the old ones. Returns null
   * if the interface is off.
   */
  readonly renewApiSecret: () => Promise<ApiAccess | null>;

  /** Returns the workspace folder as a text to display. */
  readonly workspace: () => Promise<WorkspaceLocation>;
  /** Lets the user choose another workspace and switches to it. Moves no files. */
  readonly chooseWorkspace: () => Promise<WorkspaceOutcome>;
  /** Lets the user choose a folder and moves the workspace into it. `workspaceMove` reports the progress. */
  readonly moveWorkspace: () => Promise<WorkspaceOutcome>;
  readonly showWorkspace: () => Promise<void>;

  readonly serviceState: () => Promise<ServiceState>;
  /** Restarts the service immediately, without waiting for the next automatic attempt. */
  readonly restartService: () => Promise<void>;
  readonly theme: () => Promise<DesktopTheme>;

  /** Sets whether there is unsaved work. If so, the page must answer `closeRequested` before the window closes. */
  readonly setUnsaved: (unsaved: boolean) => Promise<void>;
  /** Answers `closeRequested`. `stay` keeps the window open. */
  readonly answerClose: (answer: CloseAnswer) => Promise<void>;
}

export interface DesktopEvents {
  readonly serviceState: ServiceState;
  readonly theme: DesktopTheme;
  /**
   * Requests that the page saves now and then calls `answerClose` with this id. Without an answer, the window closes
   * after two seconds.
   */
  readonly closeRequested: { readonly id: number };
  /** Reports that the user opened files with the app. The page then calls `takeOpenedFiles`. */
  readonly filesOpened: { readonly count: number };
  /**
   * Files that the user dropped on the window or chose in a form, in order. Their tokens stay valid after a restart.
   */
  readonly filesOffered: { readonly files: readonly DesktopFile[] };
  readonly saveProgress: SaveProgress;
  /** The user chose an action in the menu. */
  readonly action: { readonly id: string };
  /** The user clicked a notification. */
  readonly navigate: { readonly route: string };
  /** The computer was suspended or resumed. */
  readonly power: { readonly state: 'suspended' | 'resumed' };
  readonly settings: DesktopSettings;
  /** The progress of copying the workspace to another disk, in bytes; null at the end. */
  readonly workspaceMove: WorkspaceMoveProgress | null;
}

export type DesktopPlatform = 'darwin' | 'win32' | 'linux';
export type DesktopEventName = keyof DesktopEvents;
export type DesktopCallName = Exclude<keyof DesktopBridge, 'platform'>;
