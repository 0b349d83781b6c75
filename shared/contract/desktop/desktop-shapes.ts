// The data types of the desktop bridge, which `desktop-bridge.ts` defines.

export interface AppInfo {
  readonly version: string;
  readonly electron: string;
  readonly chromium: string;
  readonly node: string;
  /** The FFmpeg program of the service; null if it is missing or the service has not reported it yet. */
  readonly ffmpeg: { readonly version: string; readonly knownBad: boolean } | null;
  /** The path of the log folder, as a text to display. */
  readonly logs: string;
}

/** A file that the service can watch. */
export interface WatchedFile {
  /** The id of the permission, which the source of a live table contains. */
  readonly id: string;
  readonly name: string;
  /** The name of the folder that contains the file. */
  readonly folder: string;
}

export interface ChooseFilesOptions {
  readonly kind: 'media' | 'template' | 'table' | 'bundle' | 'any';
  readonly many: boolean;
}

/** A file of the user. The page can read it until the file changes. */
export interface DesktopFile {
  /** The token of the file, which stays valid after restarts. */
  readonly token: string;
  readonly name: string;
  /** The path within the chosen folder, with `/` as the separator. For a single chosen file, this is its name. */
  readonly path: string;
  readonly size: number;
  /** The modification time in milliseconds since 1970. */
  readonly lastModified: number;
  /**
   * The relative URL of the file for GET requests, with optional Range. After the file changes, the answer has status
   * 410.
   */
  readonly url: string;
}

export interface DesktopFolder {
  readonly name: string;
  readonly files: readonly DesktopFile[];
  /** Whether the folder has more files than one call returns. */
  readonly truncated: boolean;
}

export interface FilmToSave {
  readonly project: string;
  readonly render: string;
  /** The suggested file name with the extension of its format. */
  readonly suggestedName: string;
}

/** Films of batches to save as one ZIP file. */
export interface FilmsToSave {
  readonly project: string;
  /** Batches and rows, in the format that `readFilms` parses. */
  readonly of: readonly string[];
  /** The suggested file name with the extension `.zip`. */
  readonly suggestedName: string;
  /** The id of this save; see {@link BundleToSave}. */
  readonly save: string;
}

export interface BundleToSave {
  readonly project: string;
  /** The suggested file name, with the file extension of bundles. */
  readonly suggestedName: string;
  /** The id that the page chooses for this save; `saveProgress` and `cancelSave` use it. */
  readonly save: string;
}

export interface SaveProgress {
  readonly save: string;
  /** The number of bytes that are saved so far. */
  readonly done: number;
  readonly total: number;
}

/** A file that was saved for the user. */
export interface SavedFile {
  /** The token for `showInFolder` and `openFile`. */
  readonly token: string;
  readonly name: string;
  /** The path of the folder, as a text to display. */
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

/** The reason why saving failed. `gone`: the film no longer exists. `incomplete`: the download stopped early. */
export type SaveFailure = 'gone' | 'full' | 'forbidden' | 'incomplete' | 'other';

export interface TaskProgress {
  /** The progress from 0 to 1; null if unknown. */
  readonly fraction: number | null;
  readonly state: 'normal' | 'paused' | 'error';
}

export interface DesktopNotification {
  readonly title: string;
  readonly body: string;
  /** The route to open, starting with `/` or `#`; null if a click only brings the window to the front. */
  readonly route: string | null;
}

export interface DesktopMenu {
  readonly label: string;
  /**
   * The standard role of this menu. The desktop adds the items of the platform to `file`, `view`, and `window`. On a
   * Mac, it also fills an `edit` menu that has no items. `help` and `window` also get their system role.
   */
  readonly role?: 'file' | 'edit' | 'view' | 'window' | 'help' | undefined;
  readonly items: readonly DesktopMenuItem[];
}

export type DesktopMenuItem =
  | { readonly kind: 'separator' }
  | { readonly kind: 'submenu'; readonly label: string; readonly items: readonly DesktopMenuItem[] }
  | {
      readonly kind: 'action';
      /** The id in the action table. The event `action` contains it. */
      readonly id: string;
      readonly label: string;
      /**
       * The shortcut in the action table, such as `Mod+Shift+Z`. The menu only displays it, because the page handles
       * the keys.
       */
      readonly keys?: string | undefined;
      readonly enabled: boolean;
      /** Whether a toggle is on; undefined for other menu items. */
      readonly checked?: boolean | undefined;
      /** The standard editing command of the item in text fields. Some platforms need a menu item for this command. */
      readonly textRole?: 'undo' | 'redo' | 'cut' | 'copy' | 'paste' | 'selectAll' | undefined;
    };

export type SecretStorage =
  | { readonly kind: 'safe'; readonly backend: string }
  /** The storage encrypts with a publicly known key, which is as insecure as plain text. */
  | { readonly kind: 'weak'; readonly backend: 'basic_text' }
  /** The system has no secret storage, or the storage is locked. */
  | { readonly kind: 'unavailable' };

export type NewSecret = SecretKeys & {
  readonly name: string;
  /** Whether the user agreed to store the secret in a weak storage. */
  readonly acceptWeak: boolean;
};

export type SecretKeys =
  | { readonly kind: 'object-store'; readonly accessKeyId: string; readonly secretAccessKey: string }
  | {
      readonly kind: 'cluster';
      readonly url: string;
      readonly apiKey: string;
      readonly apiSecret: string;
      /** The region of the cluster. */
      readonly region: string;
    };

/**
 * The location of a stored secret. `memory`: no secure storage is available, so the secret is lost when the app ends.
 */
export type SecretStored =
  | { readonly location: 'stored'; readonly storage: 'safe' | 'weak' }
  | { readonly location: 'memory'; readonly reason: 'weak' | 'unavailable' };

export interface KnownSecret {
  readonly name: string;
  readonly kind: SecretKeys['kind'];
  /**
   * The public part of the secret: the access key id, or the address of the cluster; null if it is currently
   * unreadable.
   */
  readonly hint: string | null;
  /** The state of the secret. `locked`: the secret is stored, but the storage is currently locked. */
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
    /** The language of menus and dialogs of the desktop; the page has its own setting. */
    readonly language: 'system' | 'en' | 'de';
  }
>;

export interface ApiAccess {
  /** The address of the interface, for example `http://127.0.0.1:7420`. */
  readonly url: string;
  readonly key: string;
  /** Whether the interface uses a different port because the configured port was in use. */
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
  /** The workspace was not changed. `inside`: a workspace cannot be moved into itself. */
  | { readonly kind: 'failed'; readonly reason: 'not-empty' | 'inside' | 'full' | 'forbidden' | 'in-use' | 'other' };

export type ServiceState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'running'; readonly restarts: number }
  /** The service ended unexpectedly and restarts after this delay in milliseconds. */
  | {
      readonly kind: 'waiting';
      readonly milliseconds: number;
      readonly attempt: number;
      /** The error code; null if the service ended without a message. */
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
