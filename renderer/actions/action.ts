import type { LucideIcon } from 'lucide-react';
import type { Api } from '#renderer/api/api.ts';
import type { Editor } from '#renderer/editor/editor.ts';
import type { EditorViews } from '#renderer/editor/editor-views.ts';
import { canReorderParts, editableParts, type LayerEdit, reorderParts } from '#renderer/editor/layer-edits.ts';
import type { Navigation } from '#renderer/shell/window/navigation.ts';
import type { ShellPort } from '#renderer/shell/window/shell.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { say } from '#renderer/strings/say.ts';
import type { Toasts } from '#renderer/ui/overlays/toast-store.ts';
import type { DesktopBridge } from '#shared/contract/desktop/desktop-bridge.ts';
import type { ClipboardAccess } from './clipboard.ts';

/** The objects that an action uses. */
export interface ActionContext {
  /** The open template; null outside of the editor. */
  readonly editor: Editor | null;
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

/** Returns whether an action is enabled. */
export function isEnabled(action: Action, context: ActionContext): boolean {
  return isInScope(action, context) && (action.enabled?.(context) ?? true);
}

/** Returns whether the action is available on the current screen. */
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

/** An edit of the selected layers and sounds; see `layer-edits.ts` of the editor. */
export interface LayerAction {
  readonly can?: (editor: Editor) => boolean;
  readonly run: (editor: Editor, context: ActionContext) => LayerEdit | null;
}

/** Returns an action for the layers that are selected on the timeline, with another action as the fallback. */
export function withLayerAction<Other extends Pick<Action, 'run' | 'enabled'>>(
  layered: LayerAction,
  other: Other,
): Other & Pick<Action, 'run' | 'enabled'> {
  return {
    ...other,
    enabled: (context) => {
      const { editor } = context;
      if (editor === null || !hasParts(editor)) return other.enabled?.(context) ?? true;
      return layered.can?.(editor) ?? true;
    },
    run: (context) => {
      const { editor } = context;
      return editor === null || !hasParts(editor) ? other.run(context) : editLayers(context, layered);
    },
  };
}

/** Returns whether layers or sounds that can be edited are selected. */
export function hasParts(editor: Editor): boolean {
  return editableParts(editor).size > 0;
}

/** Edits the selected layers and shows the reason of a refusal. */
export function editLayers(context: ActionContext, { run }: LayerAction): void {
  const { editor, toasts } = context;
  const done = editor === null ? null : run(editor, context);
  if (done?.ok === false) toasts.show({ id: 'refused', message: say(done.error), tone: 'warning' });
}

/** Returns the edit that moves the selected layers in front of the next layer (1) or behind the previous one (-1). */
export function reordering(direction: -1 | 1): LayerAction {
  return {
    can: (editor) => canReorderParts(editor, direction),
    run: (editor, { strings }) => {
      const done = reorderParts(editor, direction);
      if (done !== null) editor.timeline.say(strings.timeline.layerMoved);
      return done;
    },
  };
}

/** Returns the common fields of actions of the editor's screen. */
export function onEditor(group: Action['group'], run: (editor: Editor, context: ActionContext) => void) {
  return {
    scope: 'editor',
    group,
    run: (context: ActionContext) => {
      if (context.editor !== null) run(context.editor, context);
    },
  } as const;
}

/** Returns the common fields of actions of a view. They are disabled while it is not on screen. */
export function onView<Name extends keyof EditorViews>(
  name: Name,
  group: Action['group'],
  run: (view: NonNullable<EditorViews[Name]>, editor: Editor) => void,
) {
  return {
    // The preview also belongs to the screen that fills in values.
    scope: name === 'preview' ? 'film' : 'editor',
    group,
    enabled: ({ editor }: ActionContext) => editor !== null && editor.views[name] !== null,
    run: ({ editor }: ActionContext) => {
      const view = editor?.views[name] ?? null;
      if (editor !== null && view !== null) run(view, editor);
    },
  } as const;
}

/** Returns whether the library is on screen, whose panels carry out actions on assets and templates. */
export function isLibraryShown({ editor }: ActionContext): boolean {
  return editor?.views.screen?.libraryShown() ?? false;
}
