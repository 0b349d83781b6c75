import type { LucideIcon } from 'lucide-react';
import type { Api } from '#renderer/api/api.ts';
import type { EditorStore } from '#renderer/editor/document-store.ts';
import type { Navigation } from '#renderer/shell/window/navigation.ts';
import type { ShellPort } from '#renderer/shell/window/shell.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import type { Toasts } from '#renderer/ui/overlays/toast-store.ts';
import type { DesktopBridge } from '#shared/contract/desktop/desktop-bridge.ts';
import type { EditorViews, LayersPort } from './ports.ts';

/** What an action has at hand. */
export interface ActionContext {
  /** The open template; null outside of the editor. */
  readonly editor: EditorStore | null;
  /** What the parts on screen offer; undefined for those that are not there. */
  readonly ports: Partial<EditorViews>;
  readonly navigation: Navigation;
  readonly shell: ShellPort;
  /** Null in a browser. */
  readonly desktop: DesktopBridge | null;
  readonly toasts: Toasts;
  readonly clipboard: ClipboardAccess;
  readonly strings: Catalogue;
  /** The service; `api.queries` is the cache of what it said. */
  readonly api: Api;
}

/** The system's clipboard, as an action reaches it. */
export interface ClipboardAccess {
  /** Empty where it holds no text. */
  readonly read: () => Promise<string>;
  readonly write: (text: string) => void;
}

/** Uses the page's own clipboard access, for actions from a menu or the palette; the browser may ask for permission. */
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

/** Within a copy, cut or paste of the browser, which nobody has to be asked for. */
export function eventClipboard(event: ClipboardEvent): ClipboardAccess {
  return {
    read: async () => event.clipboardData?.getData('text/plain') ?? '',
    write: (text) => {
      event.clipboardData?.setData('text/plain', text);
      event.preventDefault();
    },
  };
}

/** Where an action is met: which screen must be shown for its keys and its place in the palette. */
export type ActionScope =
  | 'editor'
  /** Wherever a template is open: to be edited, or to be filled in. */
  | 'film'
  | 'projects'
  | 'designs'
  | 'settings'
  | 'global';

/** An area that has keys of its own, by the name that `Area` has. */
export type KeyArea = 'timeline';

/** The heading under which the sheet of keys and the menu list an action. */
export type ActionGroup = 'play' | 'edit' | 'insert' | 'timeline' | 'view' | 'file' | 'go' | 'help';

/**
 * Something that can be done. One table of these feeds the menu, buttons, the palette, keys and the sheet of keys; each
 * says its words, its keys and what it does here, and nowhere else.
 */
export interface Action {
  /** `noun/verb`: `scene/split`. Stays, because rebound keys name it. */
  readonly id: string;
  /** Its words, with what it would do now: `Redo: Set vignette colour`. */
  readonly label: (strings: Catalogue, context: ActionContext) => string;
  /** Fewer words, for the sheet of keys; the label without. */
  readonly shortLabel?: (strings: Catalogue) => string;
  /** As `parseKeys` reads them. The first is shown, all work. */
  readonly keys?: readonly string[];
  readonly icon?: LucideIcon;
  readonly scope: ActionScope;
  readonly group: ActionGroup;
  /** Its keys work only while the focus is in that area of the editor; elsewhere they keep what they mean there. */
  readonly keysIn?: KeyArea;
  /** Its keys also work in text fields and in the XML. */
  readonly inText?: boolean;
  /** Its keys also work while a dialog or a menu is open. */
  readonly inDialogs?: boolean;
  /** Holding the key repeats it. */
  readonly repeats?: boolean;
  /** Its keys are those of the browser's own copy, cut or paste, which bring the clipboard with them. */
  readonly clipboardEvent?: 'copy' | 'cut' | 'paste';
  /** Not in the palette: it makes sense only as a key. */
  readonly keysOnly?: boolean;
  /** Whether it can be done now; always without. */
  readonly enabled?: (context: ActionContext) => boolean;
  /** Why it can't, or what would make it possible: `Select a scene first`. */
  readonly whyNot?: (strings: Catalogue, context: ActionContext) => string;
  /** Makes of it one that is on or off. */
  readonly checked?: (context: ActionContext) => boolean;
  /** Of those of its kind at most one is on. */
  readonly exclusive?: boolean;
  readonly run: (context: ActionContext) => void | Promise<void>;
}

/** Whether an action can be done now. */
export function isEnabled(action: Action, context: ActionContext): boolean {
  return isInScope(action, context) && (action.enabled?.(context) ?? true);
}

/** Whether the screen that an action belongs to is shown. */
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
      // Who fills a template in changes its values, never the template.
      return editor !== null && navigation.route.screen !== 'fill-in';
    default:
      return scope satisfies never;
  }
}

interface Layered {
  readonly can?: (port: LayersPort) => boolean;
  readonly run: (port: LayersPort) => void;
}

/** An action that is for the layers that are selected on the timeline, and where none are for something else. */
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

/** Parts that are there wherever a template is open; the others belong to the editor. */
const OF_FILMS: ReadonlySet<keyof EditorViews> = new Set(['transport', 'preview', 'variables']);

/**
 * What actions of an open template have in common that one of its parts carries out: they are off while the part is not
 * on screen.
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
