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
  WorkspaceLocation,
  WorkspaceMoveProgress,
  WorkspaceOutcome,
} from './desktop-shapes.ts';

/**
 * What a page may ask of the desktop it runs in: `window.desktop`, absent in a browser. Everything that crosses is plain
 * data; what happens on its own arrives as {@link DesktopEvents}, see `desktop-events.ts`. Files are named by tokens that
 * mean nothing elsewhere: the page never learns a path, except as words to show, and never reads a secret.
 *
 * Each call is one entry in `desktop-calls.ts`, which says how its arguments and its result are checked.
 */
export interface DesktopBridge {
  readonly platform: DesktopPlatform;

  readonly appInfo: () => Promise<AppInfo>;
  /** Opens the folder with the logs in the system's file manager. */
  readonly showLogs: () => Promise<void>;
  /** Opens a page in the person's browser; anything but `https:` is refused. */
  readonly openExternal: (url: string) => Promise<void>;

  /** Lets the person choose files; none where they changed their mind. Read them at {@link DesktopFile.url}. */
  readonly chooseFiles: (options: ChooseFilesOptions) => Promise<readonly DesktopFile[]>;
  /** Lets the person choose a folder, and gives the files below it; null where they changed their mind. */
  readonly chooseFolder: () => Promise<DesktopFolder | null>;
  /** Files that an earlier run knew, by their tokens; those that have gone or changed since are left out. */
  readonly findFiles: (tokens: readonly string[]) => Promise<readonly DesktopFile[]>;
  /** Files that were opened with the app since the last call, such as by a double click. */
  readonly takeOpenedFiles: () => Promise<readonly DesktopFile[]>;

  /** Asks where a finished film shall go and puts it there: whole, or not at all. */
  readonly saveFilm: (film: FilmToSave) => Promise<SaveOutcome>;
  /** Asks for a folder once and puts films there; a name that is taken gets a number. */
  readonly saveFilms: (films: readonly FilmToSave[]) => Promise<SaveManyOutcome>;
  /** Asks where a project shall go as a bundle and puts it there: whole, or not at all. `saveProgress` tells how far it is. */
  readonly saveBundle: (bundle: BundleToSave) => Promise<SaveOutcome>;
  /** Asks where to save films as one ZIP file; `saveProgress` tells how far it is. */
  readonly saveFilmsZip: (films: FilmsToSave) => Promise<SaveOutcome>;
  /** Ends a `saveBundle` or `saveFilmsZip` that goes on: it is then cancelled. */
  readonly cancelSave: (save: string) => Promise<void>;
  /** Shows a file in the system's file manager; false where it is not there any more. */
  readonly showInFolder: (token: string) => Promise<boolean>;
  /** Opens a saved film with the program that the system has for it; false where it could not. */
  readonly openFile: (token: string) => Promise<boolean>;

  /** Progress on the app's icon; null takes it away. */
  readonly setProgress: (progress: TaskProgress | null) => Promise<void>;
  /** A notification of the system. A click on it brings the window to the front and sends `navigate` with its route. */
  readonly notify: (notification: DesktopNotification) => Promise<void>;
  /** Replaces the menu. A choice of a person sends `action`. */
  readonly setMenu: (menus: readonly DesktopMenu[]) => Promise<void>;

  /** How well secrets are kept on this machine. */
  readonly secretStorage: () => Promise<SecretStorage>;
  /** Keeps keys under a name that renders and publications use from then on; replaces those of that name. */
  readonly setSecret: (secret: NewSecret) => Promise<SecretStored>;
  /** The names of the secrets and what they are for; never what they are. */
  readonly listSecrets: () => Promise<readonly KnownSecret[]>;
  readonly hasSecret: (name: string) => Promise<boolean>;
  readonly removeSecret: (name: string) => Promise<void>;

  readonly settings: () => Promise<DesktopSettings>;
  /** Changes what is given; answers what holds now. What concerns the service restarts it. */
  readonly changeSettings: (change: SettingsChange) => Promise<DesktopSettings>;
  /** Lets the person choose an FFmpeg program; null goes back to the one that is found. Answers what holds now. */
  readonly chooseFfmpeg: () => Promise<DesktopSettings>;
  readonly resetFfmpeg: () => Promise<DesktopSettings>;
  /** Where the HTTP interface answers; the secret is only ever copied. */
  readonly apiAccess: () => Promise<ApiAccess | null>;
  /** Puts the API secret on the clipboard. */
  readonly copyApiSecret: () => Promise<boolean>;
  /** Makes a new key and a new secret: the old ones are refused from then on. The service restarts. Null where the interface is off. */
  readonly renewApiSecret: () => Promise<ApiAccess | null>;

  /** The folder with everything, as words to show. */
  readonly workspace: () => Promise<WorkspaceLocation>;
  /** Lets the person choose another workspace and goes on with it; nothing is moved. */
  readonly chooseWorkspace: () => Promise<WorkspaceOutcome>;
  /** Lets the person choose a folder and moves the workspace into it; `workspaceMove` tells how far that is. */
  readonly moveWorkspace: () => Promise<WorkspaceOutcome>;
  readonly showWorkspace: () => Promise<void>;

  readonly serviceState: () => Promise<ServiceState>;
  /** Starts the service anew at once, such as instead of waiting for the next attempt. */
  readonly restartService: () => Promise<void>;
  readonly theme: () => Promise<DesktopTheme>;

  /** Whether there is unsaved work: closing then waits for the answer to `closeRequested`. */
  readonly setUnsaved: (unsaved: boolean) => Promise<void>;
  /** The answer to `closeRequested`: `stay` keeps the window open. */
  readonly answerClose: (answer: CloseAnswer) => Promise<void>;
}

/** What the desktop tells on its own, by name. */
export interface DesktopEvents {
  readonly serviceState: ServiceState;
  readonly theme: DesktopTheme;
  /** Save now; then call `answerClose` with the id. Without an answer the window closes after two seconds. */
  readonly closeRequested: { readonly id: number };
  /** Call `takeOpenedFiles`. */
  readonly filesOpened: { readonly count: number };
  /** Files that were dropped on the window or chosen in a form, in their order, so that work on them can go on after a restart. */
  readonly filesOffered: { readonly files: readonly DesktopFile[] };
  readonly saveProgress: SaveProgress;
  /** An action was chosen in the menu. */
  readonly action: { readonly id: string };
  /** A notification was clicked. */
  readonly navigate: { readonly route: string };
  /** The machine goes to sleep or is back. */
  readonly power: { readonly state: 'suspended' | 'resumed' };
  readonly settings: DesktopSettings;
  /** How much of the workspace has been copied to another disk, in bytes; null when it is over. */
  readonly workspaceMove: WorkspaceMoveProgress | null;
}

export type DesktopPlatform = 'darwin' | 'win32' | 'linux';
export type DesktopEventName = keyof DesktopEvents;
export type DesktopCallName = Exclude<keyof DesktopBridge, 'platform'>;
