import { EventEmitter } from 'node:events';
import type {
  BrowserWindowConstructorOptions,
  CustomScheme,
  MenuItemConstructorOptions,
  MessageBoxOptions,
  NotificationConstructorOptions,
  OpenDialogOptions,
  Rectangle,
  SaveDialogOptions,
} from 'electron';
import type { ElectronPort, InvokeEvent } from '#main/system/electron-port.ts';
import { FakeApp } from './fake-app.ts';
import { FakeSession } from './fake-session.ts';
import { FakeWindow } from './fake-window.ts';
import { type ForkedChild, forkChild } from './forked-child.ts';

/** The state of the fake that a test reads and changes. */
export interface FakeElectronState {
  locked: boolean;
  workAreas: readonly Rectangle[];
  secretBackend: string;
  secretsAvailable: boolean;
  dark: boolean;
  /** The user's answers, which are taken in order. */
  readonly openAnswers: (readonly string[])[];
  readonly saveAnswers: (string | null)[];
  readonly boxAnswers: number[];
  readonly asked: (OpenDialogOptions | SaveDialogOptions | MessageBoxOptions)[];
  readonly schemes: CustomScheme[];
  readonly windows: FakeWindow[];
  readonly children: ForkedChild[];
  readonly notifications: FakeNotification[];
  readonly external: string[];
  readonly shown: string[];
  readonly opened: string[];
  readonly blockers: Set<number>;
  readonly copied: string[];
  menu: readonly MenuItemConstructorOptions[];
  sandboxed: boolean;
  packaged: boolean;
  ended: 'no' | 'quit' | 'exit';
}

/** A small Electron that records the calls of the main process and simulates the user and the page. */
export interface FakeElectron {
  readonly electron: ElectronPort;
  readonly state: FakeElectronState;
  readonly app: EventEmitter;
  readonly power: EventEmitter;
  readonly theme: FakeTheme;
  readonly session: FakeSession;
  /** Sends a request of the page. */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  /** Makes a call of the page or of another sender. */
  readonly invoke: (channel: string, args: readonly unknown[], from?: Partial<Sender>) => Promise<unknown>;
  /** Returns the current window. */
  readonly window: () => FakeWindow;
}

interface Sender {
  readonly id: number;
  readonly origin: string;
  readonly parent: unknown;
  /** Whether the frame no longer exists. */
  readonly gone: boolean;
}

/** Makes the fake. `folder` contains everything that the app writes. */
export function createFakeElectron(folder: string): FakeElectron {
  const state: FakeElectronState = {
    locked: true,
    workAreas: [{ x: 0, y: 0, width: 1920, height: 1040 }],
    secretBackend: 'gnome_libsecret',
    secretsAvailable: true,
    dark: true,
    openAnswers: [],
    saveAnswers: [],
    boxAnswers: [],
    asked: [],
    schemes: [],
    windows: [],
    children: [],
    notifications: [],
    external: [],
    shown: [],
    opened: [],
    blockers: new Set(),
    copied: [],
    menu: [],
    sandboxed: false,
    packaged: false,
    ended: 'no',
  };
  const app = new FakeApp(state, folder);
  const power = new EventEmitter();
  const theme = new FakeTheme(state);
  const session = new FakeSession();
  const channels = new Map<string, (event: InvokeEvent, ...args: unknown[]) => unknown>();
  let handler: ((request: Request) => Promise<Response>) | null = null;
  let blockers = 0;
  const electron: ElectronPort = {
    app,
    BrowserWindow: class extends FakeWindow {
      constructor(options: BrowserWindowConstructorOptions) {
        super(options, state.windows, app);
      }
    },
    Menu: {
      buildFromTemplate: (template) => template,
      setApplicationMenu: (menu) => {
        state.menu = menu as readonly MenuItemConstructorOptions[];
      },
    },
    Notification: class extends FakeNotification {
      static isSupported(): boolean {
        return true;
      }
      constructor(options: NotificationConstructorOptions) {
        super(options);
        state.notifications.push(this);
      }
    },
    clipboard: { writeText: (text) => state.copied.push(text) },
    dialog: {
      showOpenDialog: async (options) => {
        state.asked.push(options);
        const filePaths = [...(state.openAnswers.shift() ?? [])];
        return { canceled: filePaths.length === 0, filePaths };
      },
      showSaveDialog: async (options) => {
        state.asked.push(options);
        const filePath = state.saveAnswers.shift() ?? null;
        return { canceled: filePath === null, filePath: filePath ?? '' };
      },
      showMessageBox: async (options) => {
        state.asked.push(options);
        return { response: state.boxAnswers.shift() ?? options.cancelId ?? 0, checkboxChecked: false };
      },
    },
    ipcMain: { handle: (channel, listener) => channels.set(channel, listener) },
    nativeTheme: theme,
    powerMonitor: power,
    powerSaveBlocker: {
      start: () => {
        blockers += 1;
        state.blockers.add(blockers);
        return blockers;
      },
      stop: (id) => state.blockers.delete(id),
    },
    protocol: {
      registerSchemesAsPrivileged: (schemes) => state.schemes.push(...schemes),
      handle: (_scheme, handle) => {
        handler = handle;
      },
    },
    safeStorage: {
      isAsyncEncryptionAvailable: async () => state.secretsAvailable,
      // A reversible change makes the stored text differ from the secret.
      encryptStringAsync: async (text) => Buffer.from([...Buffer.from(text)].map((byte) => byte ^ 0x5a)),
      decryptStringAsync: async (encrypted) => {
        if (!state.secretsAvailable) throw new Error('the keychain is locked');
        return { result: Buffer.from([...encrypted].map((byte) => byte ^ 0x5a)).toString(), shouldReEncrypt: false };
      },
      getSelectedStorageBackend: () => state.secretBackend,
    },
    screen: { getAllDisplays: () => state.workAreas.map((workArea) => ({ workArea })) },
    session: { defaultSession: session },
    shell: {
      openExternal: async (url) => {
        state.external.push(url);
      },
      openPath: async (path) => {
        state.opened.push(path);
        return '';
      },
      showItemInFolder: (path) => state.shown.push(path),
    },
    utilityProcess: {
      fork: (modulePath, args = [], options = {}) => {
        const child = forkChild(modulePath, args, options);
        state.children.push(child);
        return child;
      },
    },
  };
  return {
    electron,
    state,
    app,
    power,
    theme,
    session,
    fetch: async (url, init) => {
      if (handler === null) throw new Error('no handler for the scheme yet');
      return await handler(new Request(url, init));
    },
    invoke: async (channel, args, from = {}) => {
      const listener = channels.get(channel);
      if (listener === undefined) throw new Error(`No handler registered for '${channel}'`);
      const { id = state.windows.at(-1)?.webContents.id ?? 0, origin = 'app://editor', parent = null } = from;
      const senderFrame = from.gone === true ? null : { origin, parent };
      // Arguments and results are cloned as in Electron.
      return structuredClone(await listener({ sender: { id }, senderFrame }, ...structuredClone(args)));
    },
    window: () => {
      const last = state.windows.findLast((window) => !window.isDestroyed());
      if (last === undefined) throw new Error('there is no window');
      return last;
    },
  };
}

class FakeTheme extends EventEmitter {
  themeSource: 'system' | 'light' | 'dark' = 'system';
  readonly shouldUseHighContrastColors = false;
  readonly prefersReducedTransparency = false;
  readonly #state: FakeElectronState;

  constructor(state: FakeElectronState) {
    super();
    this.#state = state;
  }

  get shouldUseDarkColors(): boolean {
    return this.#state.dark;
  }
}

export class FakeNotification extends EventEmitter {
  readonly options: NotificationConstructorOptions;
  visible = false;

  constructor(options: NotificationConstructorOptions) {
    super();
    this.options = options;
  }

  show(): void {
    this.visible = true;
  }
}
