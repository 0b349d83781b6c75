import type { LucideIcon } from 'lucide-react';
import type { Api } from '#renderer/api/api.ts';
import type { Editor } from '#renderer/editor/editor.ts';
import type { Navigation } from '#renderer/shell/window/navigation.ts';
import type { ShellPort } from '#renderer/shell/window/shell.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import type { Toasts } from '#renderer/ui/overlays/toast-store.ts';
import type { DesktopBridge } from '#shared/contract/desktop/desktop-bridge.ts';
import type { EditorViews, LayersPort } from './ports.ts';

/** The objects that an action can use. */
export interface ActionContext {
  /** The open template; null outside of the editor. */
  readonly editor: Editor | null;
  /** The interfaces of components on screen; undefined if a component is unmounted. */
  readonly ports: Partial<EditorViews>;
  readonly navigation: Navigation;
  readonly shell: ShellPort;
  /** Null in a browser. */
  readonly desktop: DesktopBridge | null;
  readonly toasts: Toasts;
  readonly clipboard: ClipboardAccess;
  readonly strings: Catalogue;
  /** The service; `api.queries` is the cache of its data. */
  readonly api: Api;
}

/** Access to the system clipboard. */
export interface ClipboardAccess {
  /** Returns the text; empty if there is none. */
  readonly read: () => Promise<string>;
  readonly write: (text: string) => void;
}

/**
 * Accesses the clipboard through the page, for actions from a menu or the palette. The browser may ask for permission.
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

/** Accesses the clipboard within a copy, cut, or paste event, which needs no permission. */
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

/** An area with its own keys, by the name of its `Area`. */
export type KeyArea = 'timeline';

/** The heading of an action in the sheet of keys and in the menu. */
export type ActionGroup = 'play' | 'edit' | 'insert' | 'timeline' | 'view' | 'file' | 'go' | 'help';

/**
 * An action of the user. The menu, buttons, the palette, keys, and the sheet of keys are built from one table of
 * actions.
 */
export interface Action {
  /** The id as `noun/verb`: `scene/split`. It must not change, because user-defined keys refer to it. */
  readonly id: string;
  /** Returns the label, with its effect at present: `Redo: Set vignette color`. */
  readonly label: (strings: Catalogue, context: ActionContext) => string;
  /** Returns a shorter label for the sheet of keys; the label by default. */
  readonly shortLabel?: (strings: Catalogue) => string;
  /** The keys in the notation of `parseKeys`. The first is displayed, all work. */
  readonly keys?: readonly string[];
  readonly icon?: LucideIcon;
  readonly scope: ActionScope;
  readonly group: ActionGroup;
  /** The area of the editor in which its keys work. Elsewhere the same keys can run another action. */
  readonly keysIn?: KeyArea;
  /** Whether its keys also work in text fields and in the XML. */
  readonly inText?: boolean;
  /** Whether its keys also work while a dialog or a menu is open. */
  readonly inDialogs?: boolean;
  /** Whether a held key repeats it. */
  readonly repeats?: boolean;
  /** The clipboard event of the browser that runs it, which provides the clipboard. */
  readonly clipboardEvent?: 'copy' | 'cut' | 'paste';
  /** Whether it is only a key and not listed in the palette. */
  readonly keysOnly?: boolean;
  /** Whether it is enabled; always by default. */
  readonly enabled?: (context: ActionContext) => boolean;
  /** Returns why it is disabled or how to enable it: `Select a scene first`. */
  readonly whyNot?: (strings: Catalogue, context: ActionContext) => string;
  /** Makes it a toggle and returns whether it is on. */
  readonly checked?: (context: ActionContext) => boolean;
  /** Whether at most one action of its group is on. */
  readonly exclusive?: boolean;
  readonly run: (context: ActionContext) => void | Promise<void>;
}

/** Whether an action is enabled. */
export function isEnabled(action: Action, context: ActionContext): boolean {
  return isInScope(action, context) && (action.enabled?.(context) ?? true);
}

/** Whether the screen of an action is open. */
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
      // The fill-in form changes values and never the template.
      return editor !== null && navigation.route.screen !== 'fill-in';
    default:
      return scope satisfies never;
  }
}

interface Layered {
  readonly can?: (port: LayersPort) => boolean;
  readonly run: (port: LayersPort) => void;
}

/** Returns an action for the layers that are selected on the timeline, with another action as the fallback. */
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

/** Components that exist wherever a template is open. The others belong to the editor. */
const OF_FILMS: ReadonlySet<keyof EditorViews> = new Set(['transport', 'preview', 'variables']);

/** Returns the common fields of actions that a component executes. They are disabled while it is unmounted. */
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
