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

/** The dependencies of actions. */
export interface ActionContext {
  /** The open template; null outside the editor. */
  readonly editor: Editor | null;
  readonly navigation: Navigation;
  readonly shell: ShellPort;
  /** The bridge to the desktop app; null in a browser. */
  readonly desktop: DesktopBridge | null;
  readonly toasts: Toasts;
  readonly clipboard: ClipboardAccess;
  readonly strings: Catalogue;
  /** The API; `api.queries` is the cache of its data. */
  readonly api: Api;
}

/** The screens on which the keys and the palette entry of an action work. */
export type ActionScope =
  | 'editor'
  /** All screens with an open template: the editor and the fill-in form. */
  | 'film'
  | 'fill-in'
  | 'projects'
  | 'designs'
  | 'batch'
  | 'settings'
  | 'global';

/** The name of an `Area` with its own shortcuts. */
export type KeyArea = 'timeline';

/** The heading of an action in the menu and in the list of keys. */
export type ActionGroup = 'play' | 'edit' | 'insert' | 'timeline' | 'view' | 'file' | 'go' | 'help';

/** An action of the user. The table of actions is the single source for menus, buttons, the palette, and keys. */
export interface Action {
  /** The id in the form `noun/verb`: `scene/split`. It must not change, because user-defined keys refer to it. */
  readonly id: string;
  /** Returns the label, which can contain the current effect: `Redo: Set vignette color`. */
  readonly label: (strings: Catalogue, context: ActionContext) => string;
  /** Returns a shorter label for the list of keys. The default is the label. */
  readonly shortLabel?: (strings: Catalogue) => string;
  /**
   * The keys in the notation of `parseKeys`. Each of them runs the action; menus and tooltips display only the first.
   */
  readonly keys?: readonly string[];
  readonly icon?: LucideIcon;
  readonly scope: ActionScope;
  readonly group: ActionGroup;
  /** The area to which the keys are limited. In other areas, the same keys can run another action. */
  readonly keysIn?: KeyArea;
  /** Whether the keys also work in text fields and in the XML. */
  readonly inText?: boolean;
  /** Whether the keys also work while a dialog or a menu is open. */
  readonly inDialogs?: boolean;
  /** Whether holding a key repeats the action. */
  readonly repeats?: boolean;
  /** The clipboard event that runs the action and provides clipboard access. */
  readonly clipboardEvent?: 'copy' | 'cut' | 'paste';
  /** Whether the action is available only by keys and not in the palette. */
  readonly keysOnly?: boolean;
  /** Returns whether the action is enabled. The default is always true. */
  readonly enabled?: (context: ActionContext) => boolean;
  /** Returns the reason why the action is disabled, or how to enable it: `Select a scene first`. */
  readonly whyNot?: (strings: Catalogue, context: ActionContext) => string;
  /** Returns whether the action is on. If it is set, the action is a toggle. */
  readonly checked?: (context: ActionContext) => boolean;
  /** Whether adjacent actions with this flag form a radio group in the menu. */
  readonly exclusive?: boolean;
  readonly run: (context: ActionContext) => void | Promise<void>;
}

/** Returns the open project, or on the first screen the project of the focused card. Null without a project. */
export function currentProject({ navigation: { route }, shell }: ActionContext): string | null {
  if (route.screen === 'projects') return shell.screen().currentCard;
  return 'project' in route ? route.project : null;
}

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
    case 'batch':
    case 'settings':
      return navigation.route.screen === scope;
    case 'film':
      return editor !== null;
    case 'fill-in':
      return editor !== null && navigation.route.screen === 'fill-in';
    case 'editor':
      // The fill-in form must not change the template.
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

/** Returns an action that edits the layers selected on the timeline, or runs `other` if none is selected. */
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

/** Returns whether the selection contains layers or sounds that can be edited. */
export function hasParts(editor: Editor): boolean {
  return editableParts(editor).size > 0;
}

/** Edits the selected layers. Shows the reason for a refused edit. */
export function editLayers(context: ActionContext, { run }: LayerAction): void {
  const { editor, toasts } = context;
  const result = editor === null ? null : run(editor, context);
  if (result?.ok === false) toasts.show({ id: 'refused', message: say(result.error), tone: 'warning' });
}

/** Returns the edit that moves the selected layers in front of the next layer (1) or behind the previous one (-1). */
export function reordering(direction: -1 | 1): LayerAction {
  return {
    can: (editor) => canReorderParts(editor, direction),
    run: (editor, { strings }) => {
      const result = reorderParts(editor, direction);
      if (result !== null) editor.timeline.say(strings.timeline.layerMoved);
      return result;
    },
  };
}

/** Returns the common fields of actions on the editor screen. */
export function onEditor(group: Action['group'], run: (editor: Editor, context: ActionContext) => void) {
  return {
    scope: 'editor',
    group,
    run: (context: ActionContext) => {
      if (context.editor !== null) run(context.editor, context);
    },
  } as const;
}

/** Returns the common fields of actions on a view. They are disabled while the view is not mounted. */
export function onView<Name extends keyof EditorViews>(
  name: Name,
  group: Action['group'],
  run: (view: NonNullable<EditorViews[Name]>, editor: Editor) => void,
) {
  return {
    // The fill-in form also has a preview.
    scope: name === 'preview' ? 'film' : 'editor',
    group,
    enabled: ({ editor }: ActionContext) => editor !== null && editor.views[name] !== null,
    run: ({ editor }: ActionContext) => {
      const view = editor?.views[name] ?? null;
      if (editor !== null && view !== null) run(view, editor);
    },
  } as const;
}

/** Returns whether the library is visible. Its panels handle the actions on assets and templates. */
export function isLibraryShown({ editor }: ActionContext): boolean {
  return editor?.views.screen?.libraryShown() ?? false;
}
