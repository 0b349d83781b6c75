import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import type { FakeElectronState } from './fake-electron.ts';
import { preventable } from './preventable.ts';

/** The replacement of Electron's `app`: its name, its folders, and its end. */
export class FakeApp extends EventEmitter {
  get isPackaged(): boolean {
    return this.#state.packaged;
  }
  readonly #state: FakeElectronState;
  readonly #folder: string;

  constructor(state: FakeElectronState, folder: string) {
    super();
    this.#state = state;
    this.#folder = folder;
  }

  getVersion = (): string => '1.2.3';
  preferredLanguages: string[] = ['en-GB'];
  getPreferredSystemLanguages = (): string[] => this.preferredLanguages;
  getPath = (name: string): string => join(this.#folder, name);
  setName = (): void => undefined;
  setAppUserModelId = (): void => undefined;
  requestSingleInstanceLock = (): boolean => this.#state.locked;
  whenReady = (): Promise<void> => Promise.resolve();
  enableSandbox = (): void => {
    this.#state.sandboxed = true;
  };

  /**
   * Ends like Electron: emits `before-quit`, closes the windows, emits `will-quit`, and ends if no listener prevented
   * it.
   */
  quit = (): void => {
    if (this.#state.ended !== 'no') return;
    this.emit('before-quit', preventable());
    const open = this.#state.windows.filter((window) => !window.isDestroyed());
    for (const window of open) window.close();
    if (this.#state.windows.some((window) => !window.isDestroyed())) return;
    const event = preventable();
    this.emit('will-quit', event);
    if (!event.prevented) this.#state.ended = 'quit';
  };

  exit = (): void => {
    this.#state.ended = 'exit';
  };
}
