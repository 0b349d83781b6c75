// The data that crosses the desktop bridge; `desktop-bridge.ts` has the bridge itself.

export interface AppInfo {
  readonly version: string;
  readonly electron: string;
  readonly chromium: string;
  readonly node: string;
  /** Null if none was found, or the service has not reported it yet. */
  readonly ffmpeg: { readonly version: string; readonly knownBad: boolean } | null;
  /** A text to display. */
  readonly logs: string;
}

export interface ChooseFilesOptions {
  readonly kind: 'media' | 'template' | 'table' | 'bundle' | 'any';
  readonly many: boolean;
}

/** A file of the user that the page can read until it changes. */
export interface DesktopFile {
  /** The token stays valid after restarts. */
  readonly token: string;
  readonly name: string;
  /** The path in the chosen folder with `/` as separator; the name if the file itself was chosen. */
  readonly path: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly lastModified: number;
  /** A relative URL for GET with or without Range. After the file has changed, the answer is 410. */
  readonly url: string;
}

export interface DesktopFolder {
  readonly name: string;
  readonly files: readonly DesktopFile[];
  /** Whether there were more files than one choice returns. */
  readonly truncated: boolean;
}

export interface FilmToSave {
  readonly project: string;
  readonly render: string;
  /** With the file extension of its format. */
  readonly suggestedName: string;
}

/** Films of batches as one ZIP file. */
export interface FilmsToSave {
  readonly project: string;
  /** Batches and their rows, in the form of `readFilms`. */
  readonly of: readonly string[];
  /** With the file extension `.zip`. */
  readonly suggestedName: string;
  /** The id of this save, as in {@link BundleToSave}. */
  readonly save: string;
}

export interface BundleToSave {
  readonly project: string;
  /** With the file extension of bundles. */
  readonly suggestedName: string;
  /** An id that the page chooses for each save, for `saveProgress` and `cancelSave`. */
  readonly save: string;
}

export interface SaveProgress {
  readonly save: string;
  /** In bytes. */
  readonly done: number;
  readonly total: number;
}

/** A file that was saved for the user. */
export interface SavedFile {
  /** The token for `showInFolder` and `openFile`. */
  readonly token: string;
  readonly name: string;
  /** A text to display. */
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

/** `gone`: the film does not exist anymore. `incomplete`: the download stopped. */
export type SaveFailure = 'gone' | 'full' | 'forbidden' | 'incomplete' | 'other';

export interface TaskProgress {
  /** From 0 to 1; null if unknown. */
  readonly fraction: number | null;
  readonly state: 'normal' | 'paused' | 'error';
}

export interface DesktopNotification {
  readonly title: string;
  readonly body: string;
  /** A route that starts with `/` or `#`; null if a click only shows the window. */
  readonly route: string | null;
}

export interface DesktopMenu {
  readonly label: string;
  /** `help`, `edit`, and `window` get the standard items of the platform. */
  readonly role?: 'file' | 'edit' | 'view' | 'window' | 'help' | undefined;
  readonly items: readonly DesktopMenuItem[];
}

export type DesktopMenuItem =
  | { readonly kind: 'separator' }
  | { readonly kind: 'submenu'; readonly label: string; readonly items: readonly DesktopMenuItem[] }
  | {
      readonly kind: 'action';
      /** The id in the action table, which `action` returns. */
      readonly id: string;
      readonly label: string;
      /** The shortcut in the action table, such as `Mod+Shift+Z`. The menu displays it; the page handles the keys. */
      readonly keys?: string | undefined;
      readonly enabled: boolean;
      /** Whether a toggle is on; undefined for other menu items. */
      readonly checked?: boolean | undefined;
      /** The standard editing command of the item in text fields, on platforms that need a menu for it. */
      readonly textRole?: 'undo' | 'redo' | 'cut' | 'copy' | 'paste' | 'selectAll' | undefined;
    };

export type SecretStorage =
  | { readonly kind: 'safe'; readonly backend: string }
  /** Encrypted with a well-known key, which is as insecure as plain text. */
  | { readonly kind: 'weak'; readonly backend: 'basic_text' }
  /** There is no secret storage, or it is locked. */
  | { readonly kind: 'unavailable' };

export type NewSecret = SecretKeys & {
  readonly name: string;
  /** Whether to store it in a weak storage, after the user has agreed. */
  readonly acceptWeak: boolean;
};

export type SecretKeys =
  | { readonly kind: 'object-store'; readonly accessKeyId: string; readonly secretAccessKey: string }
  | {
      readonly kind: 'cluster';
      readonly url: string;
      readonly apiKey: string;
      readonly apiSecret: string;
      /** The region of the other service. */
      readonly region: string;
    };

/** `memory`: until the app ends, because no secure storage is available. */
export type SecretStored =
  | { readonly kept: 'stored'; readonly storage: 'safe' | 'weak' }
  | { readonly kept: 'memory'; readonly reason: 'weak' | 'unavailable' };

export interface KnownSecret {
  readonly name: string;
  readonly kind: SecretKeys['kind'];
  /** The distinguishing part: the access key id or the address of the cluster. Null if it cannot be read now. */
  readonly hint: string | null;
  /** `locked`: stored, but the storage is locked now. */
  readonly state: 'stored' | 'memory' | 'locked';
}

export interface DesktopSettings {
  readonly theme: 'system' | 'light' | 'dark';
  /** Whether other programs can use the HTTP interface. */
  readonly api: { readonly enabled: boolean; readonly port: number };
  /** Private hosts that are permitted for sources, notifications, and object stores. */
  readonly allowHosts: readonly string[];
  /** The path that the user chose, as a text to display; null for the detected program. */
  readonly ffmpeg: string | null;
}

export type SettingsChange = Partial<
  Pick<DesktopSettings, 'theme' | 'api' | 'allowHosts'> & {
    /** The language of the desktop itself; the page has its own setting. */
    readonly language: 'system' | 'en' | 'de';
  }
>;

export interface ApiAccess {
  /** For example `http://127.0.0.1:7420`. */
  readonly url: string;
  readonly key: string;
  /** Whether the configured port was taken and another one is used. */
  readonly otherPort: boolean;
}

export interface WorkspaceLocation {
  readonly folder: string;
  readonly isDefault: boolean;
}

export interface WorkspaceMoveProgress {
  readonly bytes: number;
  readonly total: number;
}

export type WorkspaceOutcome =
  /** The page must reload, because all its data can belong to the other workspace. */
  | { readonly kind: 'changed'; readonly location: WorkspaceLocation }
  | { readonly kind: 'cancelled' }
  /** Nothing was changed. `inside`: a workspace cannot be moved into itself. */
  | { readonly kind: 'failed'; readonly reason: 'not-empty' | 'inside' | 'full' | 'forbidden' | 'in-use' | 'other' };

export type ServiceState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'running'; readonly restarts: number }
  /** The service ended unexpectedly and restarts after this number of milliseconds. */
  | {
      readonly kind: 'waiting';
      readonly milliseconds: number;
      readonly attempt: number;
      /** An error code; null if the service crashed without a message. */
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
