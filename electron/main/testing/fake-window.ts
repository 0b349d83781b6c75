import { EventEmitter } from 'node:events';
import type { BrowserWindowConstructorOptions, ProgressBarOptions, Rectangle } from 'electron';
import { preventable } from './preventable.ts';

/** A simulated window. */
export class FakeWindow extends EventEmitter {
  readonly options: BrowserWindowConstructorOptions;
  readonly webContents: FakeContents;
  readonly loaded: string[] = [];
  readonly progress: { readonly value: number; readonly options: ProgressBarOptions | undefined }[] = [];
  bounds: Rectangle;
  background: string;
  edited = false;
  visible: boolean;
  focused = 0;
  minimized = false;
  #maximized = false;
  #destroyed = false;
  readonly #all: FakeWindow[];
  readonly #app: EventEmitter;

  constructor(options: BrowserWindowConstructorOptions, all: FakeWindow[], app: EventEmitter) {
    super();
    this.options = options;
    const { x = 0, y = 0, width = 800, height = 600 } = options;
    this.bounds = { x, y, width, height };
    this.background = options.backgroundColor ?? '';
    this.visible = options.show ?? true;
    this.#all = all;
    this.#app = app;
    all.push(this);
    this.webContents = new FakeContents(all.length);
    app.emit('web-contents-created', {}, this.webContents);
  }

  loadURL = async (url: string): Promise<void> => {
    this.loaded.push(url);
  };
  show = (): void => {
    this.visible = true;
  };
  hide = (): void => {
    this.visible = false;
  };
  focus = (): void => {
    this.focused += 1;
  };
  restore = (): void => {
    this.minimized = false;
  };
  maximize = (): void => {
    this.#maximized = true;
  };
  isDestroyed = (): boolean => this.#destroyed;
  isMinimized = (): boolean => this.minimized;
  isMaximized = (): boolean => this.#maximized;
  isFullScreen = (): boolean => false;
  isVisible = (): boolean => this.visible;
  getNormalBounds = (): Rectangle => this.bounds;
  setProgressBar = (value: number, options?: ProgressBarOptions): void => {
    this.progress.push({ value, options });
  };
  setBackgroundColor = (color: string): void => {
    this.background = color;
  };
  setDocumentEdited = (edited: boolean): void => {
    this.edited = edited;
  };
  close = (): void => {
    const event = preventable();
    this.emit('close', event);
    if (!event.prevented) this.destroy();
  };
  destroy = (): void => {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.emit('closed');
    if (this.#all.every((window) => window.isDestroyed())) this.#app.emit('window-all-closed');
  };
}

/** A fake page that records its messages. */
export class FakeContents extends EventEmitter {
  readonly id: number;
  readonly messages: (readonly unknown[])[] = [];
  readonly did: string[] = [];
  openWindow: (details: { readonly url: string }) => { action: 'deny' } | { action: 'allow' } = () => ({
    action: 'allow',
  });

  constructor(id: number) {
    super();
    this.id = id;
  }

  send = (...args: readonly unknown[]): void => {
    this.messages.push(structuredClone(args));
  };
  isDestroyed = (): boolean => false;
  reload = (): void => {
    this.did.push('reload');
    this.emit('did-start-loading');
  };
  forcefullyCrashRenderer = (): void => {
    this.did.push('crash');
    this.emit('render-process-gone', {}, { reason: 'killed', exitCode: 9 });
  };
  undo = (): number => this.did.push('undo');
  redo = (): number => this.did.push('redo');
  cut = (): number => this.did.push('cut');
  copy = (): number => this.did.push('copy');
  paste = (): number => this.did.push('paste');
  selectAll = (): number => this.did.push('selectAll');
  setWindowOpenHandler = (handler: FakeContents['openWindow']): void => {
    this.openWindow = handler;
  };

  /** Returns the payloads of the page's events with the given name, oldest first. */
  sent(name: string): readonly unknown[] {
    return this.messages.filter((message) => message[1] === name).map((message) => message[2]);
  }
}
