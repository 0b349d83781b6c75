import type { PreventableEvent, WindowPort } from '#main/system/electron-port.ts';
import type { Timers } from '#main/system/timers.ts';
import type { CloseAnswer } from '#shared/contract/desktop/desktop-shapes.ts';

/** The time that the page can take to save when its window closes. The next start recovers unsaved changes. */
const FLUSH_MILLISECONDS = 2000;

export interface Closing {
  readonly setUnsaved: (unsaved: boolean) => void;
  readonly answer: (answer: CloseAnswer) => void;
}

export interface ClosingOptions {
  readonly timers: Timers;
  /** Requests that the page saves. */
  readonly request: (id: number) => void;
  /**
   * Called after the page has saved and before the window closes. If the result is false, the window stays open or is
   * hidden.
   */
  readonly mayGo: () => Promise<boolean>;
  /** Called if the page keeps the window open, which cancels quitting. */
  readonly onStay: () => void;
}

/** Lets the page save for at most two seconds before its window closes. */
export function guardClosing(window: WindowPort, options: ClosingOptions): Closing {
  let unsaved = false;
  let pendingRequest: { readonly id: number; readonly decide: (stay: boolean) => void } | null = null;
  let ids = 0;
  let isClosing = false;

  const flush = async (): Promise<boolean> => {
    if (!unsaved) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    ids += 1;
    pendingRequest = { id: ids, decide: resolve };
    const cancel = options.timers.after(FLUSH_MILLISECONDS, () => resolve(false));
    options.request(ids);
    const stay = await promise;
    cancel();
    pendingRequest = null;
    return stay;
  };
  const close = async (): Promise<void> => {
    const stay = await flush();
    if (stay) options.onStay();
    else if ((await options.mayGo()) && !window.isDestroyed()) window.destroy();
    isClosing = false;
  };
  window.on('close', (event: PreventableEvent) => {
    event.preventDefault();
    if (isClosing) return;
    isClosing = true;
    void close();
  });
  // A reload discards the changes, and a crashed page cannot answer.
  const dropRequest = (): void => {
    unsaved = false;
    pendingRequest?.decide(false);
  };
  window.webContents.on('did-start-loading', dropRequest);
  window.webContents.on('render-process-gone', dropRequest);
  return {
    setUnsaved: (value) => {
      unsaved = value;
      if (!window.isDestroyed()) window.setDocumentEdited(value);
    },
    answer: ({ id, stay }) => {
      if (pendingRequest?.id === id) pendingRequest.decide(stay);
    },
  };
}
