import type { LucideIcon } from 'lucide-react';
import type { Api } from '#renderer/api/api.ts';
import type { Editor } from '#renderer/editor/editor.ts';
import type { Navigation } from '#renderer/shell/window/navigation.ts';
import type { ShellPort } from '#renderer/shell/window/shell.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import type { Toasts } from '#renderer/ui/overlays/toast-store.ts';
import type { DesktopBridge } from '#shared/contract/desktop/desktop-bridge.ts';
import type { EditorViews, LayersPort } from './ports.ts';

/** The objects that an action uses. */
export interface ActionContext {
  /** The open template; null outside of the editor. */
  readonly editor: Editor | null;
  /** The interfaces of mounted components; undefined for a component that is not mounted. */
  readonly ports: Partial<EditorViews>;
  readonly navigation: Navigation;
  readonly shell: ShellPort;
  /** The bridge to the desktop app; null in a browser. */
  readonly desktop: DesktopBridge | null;
  readonly toasts: Toasts;
  readonly clipboard: ClipboardAccess;
  readonly strings: Catalogue;
  /** The service; `api.queries` is the cache of its data. */
  readonly api: Api;
}

/** Access to the system clipboard. */
export interface ClipboardAccess {
  /** Returns the text on the clipboard; an empty text if there is none. */
  readonly read: () => Promise<string>;
  readonly write: (text: string) => void;
}

/**
 * Accesses the clipboard through the page, for actions from a menu or the palette. The browser can ask the user for
 * permission.
 */
export function systemClipboard(navigator: Navigator, refused: () => void): ClipboardAccess {
  return {
    read: async () => {
      try {
        return await navigator.clipboard.readText();
      } catch {
        refused();
        return '';
      }
    },
    write: (text) => {
      navigator.clipboard.writeText(text).catch(refused);
    },
  };
}

/** Accesses the clipboard in a copy, cut, or paste event, which needs no permission. */
export function eventClipboard(event: ClipboardEvent): ClipboardAccess {
  return {
    read: async () => event.clipboardData?.getData('text/plain') ?? '',
    write: (text) => {
      event.clipboardData?.setData('text/plain', text);
      event.preventDefault();
    },
  };
}

/** The screens on which the keys and the palette entry of an action are available. */
export type ActionScope =
  | 'editor'
  /** Every screen with an open template: the editor and the fill-in form. */
  | 'film'
  | 'projects'
  | 'designs'
  | 'settings'
  | 'global';

/** The name of an `Area` with its own keys. */
export type KeyArea = 'timeline';

/** The heading under which the menu and the sheet of keys list an action. */
export type ActionGroup = 'play' | 'edit' | 'insert' | 'timeline' | 'view' | 'file' | 'go' | 'help';

/**
 * An action of the user. One table of actions is the source of the menu, the buttons, the palette, the keys, and the
 * sheet of keys.
 */
export interface Action {
  /** The id as `noun/verb`: `scene/split`. It must not change, because user-defined keys refer to it. */
  readonly id: string;
  /** Returns the label. It can contain the current effect: `Redo: Set vignette color`. */
  readonly label: (strings: Catalogue, context: ActionContext) => string;
  /** Returns a shorter label for the sheet of keys; the label by default. */
  readonly shortLabel?: (strings: Catalogue) => string;
  /** The keys in the notation of `parseKeys`. All of them run the action, and the first is displayed. */
  readonly keys?: readonly string[];
  readonly icon?: LucideIcon;
  readonly scope: ActionScope;
  readonly group: ActionGroup;
  /** The area of the editor in which the keys work. In other areas, the same keys can run another action. */
  readonly keysIn?: KeyArea;
  /** Whether the keys also work in text fields and in the XML. */
  readonly inText?: boolean;
  /** Whether the keys also work while a dialog or a menu is open. */
  readonly inDialogs?: boolean;
  /** Whether holding a key repeats the action. */
  readonly repeats?: boolean;
  /** The clipboard event of the browser that runs the action and provides the clipboard. */
  readonly clipboardEvent?: 'copy' | 'cut' | 'paste';
  /** Whether the action has only keys, so that the palette does not list it. */
  readonly keysOnly?: boolean;
  /** Returns whether the action is enabled; always true by default. */
  readonly enabled?: (context: ActionContext) => boolean;
  /** Returns why the action is disabled, or how to enable it: `Select a scene first`. */
  readonly whyNot?: (strings: Catalogue, context: ActionContext) => string;
  /** Returns whether the action is on. With this function, the action is a toggle. */
  readonly checked?: (context: ActionContext) => boolean;
  /** Whether at most one action of its group is on. */
  readonly exclusive?: boolean;
  readonly run: (context: ActionContext) => void | Promise<void>;
}

/** Whether an action is enabled. */
export function isEnabled(action: Action, context: ActionContext): boolean {
  return isInScope(action, context) && (action.enabled?.(context) ?? true);
}

/** Whether the action is available on the current screen. */
export function isInScope({ scope }: Action, { navigation, editor }: ActionContext): boolean {
  switch (scope) {
    case 'global':
      return true;
    case 'projects':
    case 'designs':
    case 'settings':
      return navigation.route.screen === scope;
    case 'film':
      return editor !== null;
    case 'editor':
      // The fill-in form changes values, but never the template.
      return editor !== null && navigation.route.screen !== 'fill-in';
    default:
      return scope satisfies never;
  }
}

interface Layered {
  readonly can?: (port: LayersPort) => boolean;
  readonly run: (port: LayersPort) => void;
}

/** Returns an action on the layers that are selected on the timeline. If none is selected, it is the other action. */
export function orLayers<Other extends Pick<Action, 'run' | 'enabled'>>(
  { can = () => true, run }: Layered,
  other: Other,
): Other & Pick<Action, 'run' | 'enabled'> {
  const port = ({ ports }: ActionContext) =>
    ports.layers !== undefined && ports.layers.count() > 0 ? ports.layers : null;
  return {
    ...other,
    enabled: (context) => {
      const layers = port(context);
      return layers === null ? (other.enabled?.(context) ?? true) : can(layers);
    },
    run: (context) => {
      const layers = port(context);
      return layers === null ? other.run(context) : run(layers);
    },
  };
}

/** The components that are mounted whenever a template is open. All other components belong to the editor. */
const OF_FILMS: ReadonlySet<keyof EditorViews> = new Set(['transport', 'preview', 'variables']);

/**
 * Returns the common fields of actions that a component executes. The actions are disabled while the component is not
 * mounted.
 */
export function onPort<Name extends keyof EditorViews>(
  name: Name,
  group: Action['group'],
  run: (port: EditorViews[Name]) => void,
) {
  return {
    scope: OF_FILMS.has(name) ? 'film' : 'editor',
    group,
    enabled: ({ ports }: ActionContext) => ports[name] !== undefined,
    run: ({ ports }: ActionContext) => {
      const port = ports[name];
      if (port !== undefined) run(port);
    },
  } as const;
}
