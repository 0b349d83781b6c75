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
  /** Ends a `saveBundle` that goes on: it is then cancelled. */
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
  readonly setSecret: (secret: NewSecret) => Promise<SecretKept>;
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
  readonly workspace: () => Promise<WorkspacePlace>;
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

export interface AppInfo {
  readonly version: string;
  readonly electron: string;
  readonly chromium: string;
  readonly node: string;
  /** Null where none was found, or the service has not said yet. */
  readonly ffmpeg: { readonly version: string; readonly knownBad: boolean } | null;
  /** As words to show. */
  readonly logs: string;
}

export interface ChooseFilesOptions {
  readonly kind: 'media' | 'template' | 'table' | 'bundle' | 'any';
  readonly many: boolean;
}

/** A file of the person's that the page may read, as long as it stays as it is. */
export interface DesktopFile {
  /** Stays valid over restarts. */
  readonly token: string;
  readonly name: string;
  /** Below the chosen folder, with `/` between; the name where a file was chosen itself. */
  readonly path: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly lastModified: number;
  /** Relative; GET with or without Range. Once the file has changed it is answered with 410. */
  readonly url: string;
}

export interface DesktopFolder {
  readonly name: string;
  readonly files: readonly DesktopFile[];
  /** There were more files than one choice gives. */
  readonly truncated: boolean;
}

export interface FilmToSave {
  readonly project: string;
  readonly render: string;
  /** With the ending of its format. */
  readonly suggestedName: string;
}

export interface BundleToSave {
  readonly project: string;
  /** With the ending of bundles. */
  readonly suggestedName: string;
  /** Chosen by the page, another each time: names this saving in `saveProgress` and `cancelSave`. */
  readonly save: string;
}

export interface SaveProgress {
  readonly save: string;
  /** Bytes. */
  readonly done: number;
  readonly total: number;
}

/** A file that was written for the person. */
export interface SavedFile {
  /** For `showInFolder` and `openFile`. */
  readonly token: string;
  readonly name: string;
  /** As words to show. */
  readonly folder: string;
}

export type SaveOutcome =
  | { readonly kind: 'saved'; readonly file: SavedFile }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly reason: SaveFailure };

export type SaveManyOutcome =
  | {
      readonly kind: 'done';
      readonly saved: readonly SavedFile[];
      readonly failed: readonly { readonly render: string; readonly reason: SaveFailure }[];
    }
  | { readonly kind: 'cancelled' };

/** `gone`: there is no such film. `incomplete`: it stopped coming. */
export type SaveFailure = 'gone' | 'full' | 'forbidden' | 'incomplete' | 'other';

export interface TaskProgress {
  /** From 0 to 1; null where it is not known. */
  readonly fraction: number | null;
  readonly state: 'normal' | 'paused' | 'error';
}

export interface DesktopNotification {
  readonly title: string;
  readonly body: string;
  /** Beginning with `/` or `#`; null where a click only shows the window. */
  readonly route: string | null;
}

export interface DesktopMenu {
  readonly label: string;
  /** `help`, `edit` and `window` get what the platform puts there by itself. */
  readonly role?: 'file' | 'edit' | 'view' | 'window' | 'help' | undefined;
  readonly items: readonly DesktopMenuItem[];
}

export type DesktopMenuItem =
  | { readonly kind: 'separator' }
  | { readonly kind: 'submenu'; readonly label: string; readonly items: readonly DesktopMenuItem[] }
  | {
      readonly kind: 'action';
      /** Of the action table; comes back in `action`. */
      readonly id: string;
      readonly label: string;
      /** As in the action table, such as `Mod+Shift+Z`; shown, and left to the page to act on. */
      readonly keys?: string | undefined;
      readonly enabled: boolean;
      /** Undefined for what is no switch. */
      readonly checked?: boolean | undefined;
      /** What a text field does with it, where the platform needs a menu for that. */
      readonly textRole?: 'undo' | 'redo' | 'cut' | 'copy' | 'paste' | 'selectAll' | undefined;
    };

export type SecretStorage =
  | { readonly kind: 'safe'; readonly backend: string }
  /** Kept with a key that everybody knows: as good as plain text. */
  | { readonly kind: 'weak'; readonly backend: 'basic_text' }
  /** There is none, or it is locked. */
  | { readonly kind: 'unavailable' };

export type NewSecret = SecretKeys & {
  readonly name: string;
  /** Write it down although the storage is weak: only after the person was asked. */
  readonly acceptWeak: boolean;
};

export type SecretKeys =
  | { readonly kind: 'object-store'; readonly accessKeyId: string; readonly secretAccessKey: string }
  | {
      readonly kind: 'cluster';
      readonly url: string;
      readonly apiKey: string;
      readonly apiSecret: string;
      /** Of the other service. */
      readonly region: string;
    };

/** `memory`: until the app ends, because the storage is not safe. */
export type SecretKept =
  | { readonly kept: 'stored'; readonly storage: 'safe' | 'weak' }
  | { readonly kept: 'memory'; readonly reason: 'weak' | 'unavailable' };

export interface KnownSecret {
  readonly name: string;
  readonly kind: SecretKeys['kind'];
  /** What tells it from others: the access key's id, or the cluster's address. Null while it cannot be read. */
  readonly hint: string | null;
  /** `locked`: written down, and the storage does not give it now. */
  readonly state: 'stored' | 'memory' | 'locked';
}

export interface DesktopSettings {
  readonly theme: 'system' | 'light' | 'dark';
  /** Whether other programs may use the HTTP interface. */
  readonly api: { readonly enabled: boolean; readonly port: number };
  /** Private hosts that sources, notifications and object stores may be at. */
  readonly allowHosts: readonly string[];
  /** Chosen by the person, as words to show; null for the one that is found. */
  readonly ffmpeg: string | null;
}

export type SettingsChange = Partial<
  Pick<DesktopSettings, 'theme' | 'api' | 'allowHosts'> & {
    /** Of what the desktop itself says; the page keeps its own. */
    readonly language: 'system' | 'en' | 'de';
  }
>;

export interface ApiAccess {
  /** Such as `http://127.0.0.1:7420`. */
  readonly url: string;
  readonly key: string;
  /** The port of the settings was taken, so another one was used. */
  readonly otherPort: boolean;
}

export interface WorkspacePlace {
  readonly folder: string;
  readonly isDefault: boolean;
}

export interface WorkspaceMoveProgress {
  readonly bytes: number;
  readonly total: number;
}

export type WorkspaceOutcome =
  /** The page should be loaded anew: everything in it may be of the other workspace. */
  | { readonly kind: 'changed'; readonly place: WorkspacePlace }
  | { readonly kind: 'cancelled' }
  /** Nothing was changed. `inside`: a workspace cannot be moved into itself. */
  | { readonly kind: 'failed'; readonly reason: 'not-empty' | 'inside' | 'full' | 'forbidden' | 'in-use' | 'other' };

export type ServiceState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'running'; readonly restarts: number }
  /** It ended by itself; it is started again after that many milliseconds. */
  | {
      readonly kind: 'waiting';
      readonly milliseconds: number;
      readonly attempt: number;
      /** One of the error codes, or null where it crashed without a word. */
      readonly code: string | null;
      readonly message: string;
    }
  | { readonly kind: 'stopped' };

export interface DesktopTheme {
  readonly dark: boolean;
  readonly highContrast: boolean;
  readonly reducedTransparency: boolean;
}

export interface CloseAnswer {
  readonly id: number;
  readonly stay: boolean;
}
