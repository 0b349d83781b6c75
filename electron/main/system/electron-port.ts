import type {
  BrowserWindowConstructorOptions,
  CustomScheme,
  Display,
  ForkOptions,
  MenuItemConstructorOptions,
  MessageBoxOptions,
  MessageBoxReturnValue,
  NotificationConstructorOptions,
  OpenDialogOptions,
  OpenDialogReturnValue,
  ProgressBarOptions,
  Rectangle,
  SaveDialogOptions,
  SaveDialogReturnValue,
} from 'electron';

/**
 * The Electron API that the main process uses. The real module and the fake of the tests fit this interface. Each event
 * that is used has an overload.
 */
export interface ElectronPort {
  readonly app: AppPort;
  readonly BrowserWindow: new (options: BrowserWindowConstructorOptions) => WindowPort;
  readonly Menu: {
    buildFromTemplate(template: MenuItemConstructorOptions[]): unknown;
    setApplicationMenu(menu: unknown): void;
  };
  readonly Notification: {
    new (options: NotificationConstructorOptions): NotificationPort;
    isSupported(): boolean;
  };
  readonly clipboard: { writeText(text: string): void };
  readonly dialog: DialogPort;
  readonly ipcMain: IpcPort;
  readonly nativeTheme: ThemePort;
  readonly powerMonitor: { on(event: 'suspend' | 'resume', listener: () => void): unknown };
  readonly powerSaveBlocker: {
    start(type: 'prevent-app-suspension' | 'prevent-display-sleep'): number;
    stop(id: number): unknown;
  };
  readonly protocol: ProtocolPort;
  readonly safeStorage: SafeStoragePort;
  readonly screen: { getAllDisplays(): Pick<Display, 'workArea'>[] };
  readonly session: { readonly defaultSession: SessionPort };
  readonly shell: {
    openExternal(url: string): Promise<void>;
    openPath(path: string): Promise<string>;
    showItemInFolder(path: string): void;
  };
  readonly utilityProcess: { fork(modulePath: string, args?: string[], options?: ForkOptions): ChildPort };
}

export interface PreventableEvent {
  preventDefault(): void;
}

export interface AppPort {
  readonly isPackaged: boolean;
  getVersion(): string;
  getPreferredSystemLanguages(): string[];
  getPath(name: 'userData' | 'logs' | 'videos' | 'documents'): string;
  setName(name: string): void;
  setAppUserModelId(id: string): void;
  enableSandbox(): void;
  requestSingleInstanceLock(): boolean;
  whenReady(): Promise<void>;
  quit(): void;
  exit(code?: number): void;
  on(event: 'second-instance', listener: (event: unknown, argv: string[], workingDirectory: string) => void): unknown;
  on(event: 'open-file', listener: (event: PreventableEvent, path: string) => void): unknown;
  on(event: 'activate' | 'window-all-closed', listener: () => void): unknown;
  on(event: 'before-quit' | 'will-quit', listener: (event: PreventableEvent) => void): unknown;
  on(event: 'web-contents-created', listener: (event: unknown, contents: ContentsPort) => void): unknown;
  on(
    event: 'child-process-gone',
    listener: (
      event: unknown,
      details: { readonly type: string; readonly reason: string; readonly exitCode: number },
    ) => void,
  ): unknown;
}

export interface WindowPort {
  readonly webContents: ContentsPort;
  loadURL(url: string): Promise<void>;
  show(): void;
  hide(): void;
  focus(): void;
  restore(): void;
  maximize(): void;
  destroy(): void;
  close(): void;
  isDestroyed(): boolean;
  isMinimized(): boolean;
  isMaximized(): boolean;
  isFullScreen(): boolean;
  isVisible(): boolean;
  getNormalBounds(): Rectangle;
  setProgressBar(progress: number, options?: ProgressBarOptions): void;
  setBackgroundColor(color: string): void;
  setDocumentEdited(edited: boolean): void;
  on(event: 'close', listener: (event: PreventableEvent) => void): unknown;
  on(event: 'closed' | 'unresponsive' | 'responsive' | 'resize' | 'move', listener: () => void): unknown;
  once(event: 'ready-to-show', listener: () => void): unknown;
}

export interface ContentsPort {
  readonly id: number;
  send(channel: string, ...args: unknown[]): void;
  isDestroyed(): boolean;
  reload(): void;
  forcefullyCrashRenderer(): void;
  undo(): void;
  redo(): void;
  cut(): void;
  copy(): void;
  paste(): void;
  selectAll(): void;
  setWindowOpenHandler(handler: (details: { readonly url: string }) => { action: 'deny' }): void;
  on(
    event: 'will-navigate' | 'will-frame-navigate' | 'will-redirect',
    listener: (event: PreventableEvent & { readonly url: string; readonly isMainFrame: boolean }) => void,
  ): unknown;
  on(event: 'will-attach-webview', listener: (event: PreventableEvent) => void): unknown;
  on(event: 'did-start-loading', listener: () => void): unknown;
  on(
    event: 'render-process-gone',
    listener: (event: unknown, details: { readonly reason: string; readonly exitCode: number }) => void,
  ): unknown;
}

export interface NotificationPort {
  show(): void;
  on(event: 'click' | 'close', listener: () => void): unknown;
}

export interface DialogPort {
  showOpenDialog(options: OpenDialogOptions): Promise<OpenDialogReturnValue>;
  showSaveDialog(options: SaveDialogOptions): Promise<SaveDialogReturnValue>;
  showMessageBox(options: MessageBoxOptions): Promise<MessageBoxReturnValue>;
}

export interface IpcPort {
  handle(channel: string, listener: (event: InvokeEvent, ...args: unknown[]) => unknown): void;
}

export interface InvokeEvent {
  readonly sender: { readonly id: number };
  readonly senderFrame: { readonly origin: string; readonly parent: unknown } | null;
}

export interface ThemePort {
  themeSource: 'system' | 'light' | 'dark';
  readonly shouldUseDarkColors: boolean;
  readonly shouldUseHighContrastColors: boolean;
  readonly prefersReducedTransparency: boolean;
  on(event: 'updated', listener: () => void): unknown;
}

export interface ProtocolPort {
  registerSchemesAsPrivileged(schemes: CustomScheme[]): void;
  handle(scheme: string, handler: (request: Request) => Promise<Response>): void;
}

export interface SafeStoragePort {
  isAsyncEncryptionAvailable(): Promise<boolean>;
  encryptStringAsync(text: string): Promise<Buffer>;
  decryptStringAsync(encrypted: Buffer): Promise<{ readonly shouldReEncrypt: boolean; readonly result: string }>;
  getSelectedStorageBackend(): string;
}

export interface SessionPort {
  readonly webRequest: {
    onBeforeRequest(
      listener: (details: { readonly url: string }, callback: (response: { cancel?: boolean }) => void) => void,
    ): void;
  };
  setPermissionRequestHandler(
    handler: (
      contents: ContentsPort,
      permission: string,
      callback: (granted: boolean) => void,
      details: { readonly requestingUrl?: string; readonly isMainFrame: boolean },
    ) => void,
  ): void;
  setPermissionCheckHandler(
    handler: (
      contents: ContentsPort | null,
      permission: string,
      requestingOrigin: string,
      details: { readonly isMainFrame: boolean },
    ) => boolean,
  ): void;
  setDevicePermissionHandler(handler: () => boolean): void;
  setSpellCheckerEnabled(enabled: boolean): void;
  on(
    event: 'will-download',
    listener: (event: PreventableEvent, item: { getURL(): string; getFilename(): string }) => void,
  ): unknown;
}

export interface ChildPort {
  readonly pid: number | undefined;
  readonly stdout: NodeJS.ReadableStream | null;
  readonly stderr: NodeJS.ReadableStream | null;
  postMessage(message: unknown): void;
  kill(): boolean;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  once(event: 'exit', listener: (code: number) => void): unknown;
}
