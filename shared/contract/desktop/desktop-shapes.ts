// What goes over the desktop's bridge; the bridge itself is in `desktop-bridge.ts`.

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

/** Films of batches as one ZIP file. */
export interface FilmsToSave {
  readonly project: string;
  /** Batches and their rows, as `readFilms` takes them. */
  readonly of: readonly string[];
  /** With the ending `.zip`. */
  readonly suggestedName: string;
  /** As of {@link BundleToSave}. */
  readonly save: string;
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
export type SecretStored =
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

export interface WorkspaceLocation {
  readonly folder: string;
  readonly isDefault: boolean;
}

export interface WorkspaceMoveProgress {
  readonly bytes: number;
  readonly total: number;
}

export type WorkspaceOutcome =
  /** The page should be loaded anew: everything in it may be of the other workspace. */
  | { readonly kind: 'changed'; readonly location: WorkspaceLocation }
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
