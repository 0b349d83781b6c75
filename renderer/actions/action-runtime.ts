import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Api } from '#renderer/api/api.ts';
import { isMoving, mayWait } from '#renderer/editor/deferred-views.ts';
import type { Editor } from '#renderer/editor/editor.ts';
import type { NavigationStore } from '#renderer/shell/window/navigation.ts';
import type { ShellPort } from '#renderer/shell/window/shell.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { type IdleQueue, idleQueue } from '#renderer/ui/browser/idle-queue.ts';
import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';
import type { Toasts } from '#renderer/ui/overlays/toast-store.ts';
import type { DesktopBridge } from '#shared/contract/desktop/desktop-bridge.ts';
import { required } from '#shared/lib/assert.ts';
import { type Action, type ActionContext, isEnabled } from './action.ts';
import { type ClipboardAccess, systemClipboard } from './clipboard.ts';
import { onDialogs } from './dialogs.ts';
import { type KeyBindings, readBindings } from './keys.ts';
import type { PaletteSource } from './palette-search.ts';

/** Runs actions, and notifies listeners when the states of actions may have changed. */
export interface ActionRuntime {
  readonly actions: readonly Action[];
  readonly find: (id: string) => Action;
  readonly context: (clipboard?: ClipboardAccess) => ActionContext;
  /** Runs an action if it is enabled. Returns whether the action ran. */
  readonly run: (id: string, clipboard?: ClipboardAccess) => boolean;
  readonly parts: StoreApi<RuntimeState>;
  readonly bindings: StoreApi<KeyBindings>;
  /** Sets the keys of an action; null restores the defaults. */
  readonly bind: (id: string, keys: readonly string[] | null) => void;
  /** The ids of the actions that were recently run from the palette, newest first. */
  readonly recent: StoreApi<readonly string[]>;
  readonly subscribe: (listener: () => void) => () => void;
}

/** The mounted parts of the app. */
export interface RuntimeState {
  readonly editor: Editor | null;
  readonly palette: Readonly<Record<string, PaletteSource>>;
}

export interface ActionRuntimeOptions {
  readonly actions: readonly Action[];
  readonly navigation: NavigationStore;
  readonly api: Api;
  readonly toasts: Toasts;
  readonly desktop: DesktopBridge | null;
  readonly shell: ShellPort;
  readonly strings: () => Catalogue;
  /** The queue for updates of buttons during gestures. */
  readonly queue?: IdleQueue;
}

const bindingsKey = 'keys';
const recentKey = 'recent-actions';

/** Creates the runtime of a window. */
export function createActionRuntime(options: ActionRuntimeOptions): ActionRuntime {
  const { actions, navigation, api, toasts, desktop, shell, strings, queue = idleQueue } = options;
  const byId = new Map(actions.map((action) => [action.id, action]));
  const parts = createStore<RuntimeState>(() => ({ editor: null, palette: {} }));
  const bindings = createStore<KeyBindings>(() => readBindings(readStored(bindingsKey), actions));
  const recent = createStore<readonly string[]>(() => readRecent(readStored(recentKey), byId));
  const refused = () => {
    const words = strings().actions;
    toasts.show({
      id: 'clipboard',
      message: words.clipboardRefused,
      detail: words.clipboardRefusedHint,
      tone: 'warning',
    });
  };
  const clipboard = systemClipboard(window.navigator, refused);

  const find = (id: string) => required(byId.get(id), `there is no action ${id}`);
  const context = (given: ClipboardAccess = clipboard): ActionContext => {
    const { editor } = parts.getState();
    return {
      editor,
      navigation: navigation.getState(),
      shell,
      desktop,
      toasts,
      api,
      clipboard: given,
      strings: strings(),
    };
  };
  return {
    actions,
    find,
    context,
    run: (id, given) => {
      const action = find(id);
      const now = context(given);
      if (!isEnabled(action, now)) return false;
      runSafely(action, now);
      return true;
    },
    parts,
    bindings,
    bind: (id, keys) => {
      const { [id]: _, ...others } = bindings.getState();
      const next = keys === null ? others : { ...others, [id]: keys };
      bindings.setState(next, true);
      writeStored(bindingsKey, next);
    },
    recent,
    subscribe: followChanges({
      parts,
      others: [navigation, bindings, { subscribe: onDialogs }, { subscribe: shell.onScreen }],
      queue,
    }),
  };
}

/** Records that an action was run from the palette. */
export function rememberRecent({ recent }: Pick<ActionRuntime, 'recent'>, id: string): void {
  const next = [id, ...recent.getState().filter((each) => each !== id)].slice(0, 20);
  recent.setState(next, true);
  writeStored(recentKey, next);
}

function runSafely(action: Action, context: ActionContext): void {
  const { toasts, strings } = context;
  const failed = (error: unknown) => {
    const detail = error instanceof Error ? error.message : String(error);
    toasts.show({ message: strings.actions.cantDo(action.label(strings, context)), detail, tone: 'danger' });
  };
  try {
    // Start the action synchronously, because the clipboard and file choosers require a user gesture.
    action.run(context)?.catch(failed);
  } catch (error) {
    failed(error);
  }
}

function readRecent(stored: unknown, known: ReadonlyMap<string, Action>): readonly string[] {
  return Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string' && known.has(id)) : [];
}

interface Changing {
  /** The store of the open editor. Most action states depend on its template. */
  readonly parts: Pick<StoreApi<{ readonly editor: Editor | null }>, 'getState' | 'subscribe'>;
  readonly others: readonly { readonly subscribe: (listener: () => void) => () => void }[];
  readonly queue: IdleQueue;
}

/**
 * Returns a function that subscribes to possible changes of action states. During drags, scrubbing, and playback, and
 * after undo or redo, listeners wait until the main thread is idle. Until then, the picture and the timeline have
 * priority over buttons.
 */
export function followChanges({ parts, others, queue }: Changing): (listener: () => void) => () => void {
  const listeners = new Set<() => void>();
  let waits = false;
  const notify = () => {
    queue.remove(notify);
    waits = false;
    for (const listener of [...listeners]) listener();
  };
  const notifyWhenIdle = () => {
    waits = true;
    queue.add(notify);
  };
  const changed = () => {
    const editor = parts.getState().editor?.document.state;
    if (waits || (editor !== undefined && isMoving(editor))) notifyWhenIdle();
    else notify();
  };
  const followEditor = (editor: Editor | null) => {
    if (editor === null) return;
    let last = editor.document.state;
    return editor.subscribe(() => {
      const [before, now] = [last, editor.document.state];
      last = now;
      // Other parts of the editor, such as the views, change with each scroll step. Their buttons can update later.
      if (now === before) return notifyWhenIdle();
      // Notify the start and the end of playback immediately, because a button shows them.
      if (now.playing === before.playing && mayWait(now, before, waits)) notifyWhenIdle();
      else notify();
    });
  };
  /** Subscribes once on behalf of all listeners. */
  const follow = () => {
    let stopEditor = followEditor(parts.getState().editor);
    const stops = [
      ...others.map((other) => other.subscribe(notify)),
      parts.subscribe((now, before) => {
        if (now.editor !== before.editor) {
          stopEditor?.();
          stopEditor = followEditor(now.editor);
        }
        changed();
      }),
    ];
    return () => {
      queue.remove(notify);
      waits = false;
      stopEditor?.();
      for (const stop of stops) stop();
    };
  };
  let stop: (() => void) | null = null;
  return (listener) => {
    stop ??= follow();
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      stop?.();
      stop = null;
    };
  };
}
