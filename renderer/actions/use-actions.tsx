import type { LucideIcon } from 'lucide-react';
import { createContext, memo, type ReactNode, use, useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { Editor } from '#renderer/editor/editor.ts';
import { isMac } from '#renderer/ui/browser/platform.ts';
import { Button, type ButtonProps } from '#renderer/ui/controls/button.tsx';
import { IconButton, type IconButtonProps } from '#renderer/ui/controls/icon-button.tsx';
import { ariaKeys } from '#renderer/ui/format/keys.ts';
import type { MenuEntry } from '#renderer/ui/overlays/menu-entry.ts';
import { required } from '#shared/lib/assert.ts';
import { type Action, type ActionContext, isEnabled, isInScope } from './action.ts';
import type { ActionRuntime } from './action-runtime.ts';
import { eventClipboard } from './clipboard.ts';
import { actionOfPress, type KeyBindings, keyContextOf, keysOf, refusedByPress } from './keys.ts';
import { hasOwnUndo, isUndoPress } from './own-undo.ts';
import type { PaletteSource } from './palette-search.ts';

const ActionsContext = createContext<ActionRuntime | null>(null);

/** Provides the actions to the whole window and handles their shortcuts. */
export function ActionsProvider({
  runtime,
  children,
}: {
  readonly runtime: ActionRuntime;
  readonly children: ReactNode;
}) {
  useActionKeys(runtime);
  return <ActionsContext value={runtime}>{children}</ActionsContext>;
}

/** Returns the action runtime of the window: the action table, `run(id)`, and the key bindings. */
export function useActions(): ActionRuntime {
  return required(use(ActionsContext), 'There is no ActionsProvider above.');
}

/** Returns the user's key bindings. */
export function useKeyBindings(): KeyBindings {
  return useStore(useActions().bindings);
}

export interface ActionState {
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon | undefined;
  /** The first shortcut of the action. */
  readonly keys: string | undefined;
  readonly enabled: boolean;
  /** The reason why the action is disabled; undefined if it is enabled. */
  readonly whyNot: string | undefined;
  /** Whether the action is on; undefined if it is not a toggle. */
  readonly checked: boolean | undefined;
  readonly run: () => void;
}

/** Returns the state of an action. The component renders again after a change. */
export function useAction(id: string): ActionState {
  const runtime = useActions();
  const snapshot = useSyncExternalStore(runtime.subscribe, () => snapshotOf(runtime, id));
  const run = useCallback(() => void runtime.run(id), [runtime, id]);
  return useMemo(() => {
    const [label, keys, enabled, whyNot, checked]: [string, string | null, boolean, string | null, boolean | null] =
      JSON.parse(snapshot);
    return {
      id,
      label,
      icon: runtime.find(id).icon,
      keys: keys ?? undefined,
      enabled,
      whyNot: whyNot ?? undefined,
      checked: checked ?? undefined,
      run,
    };
  }, [snapshot, runtime, id, run]);
}

/** Serializes the state, so that an equal state does not cause a render. */
function snapshotOf(runtime: ActionRuntime, id: string): string {
  const action = runtime.find(id);
  const context = runtime.context();
  const enabled = isEnabled(action, context);
  return JSON.stringify([
    action.label(context.strings, context),
    keysOf(action, runtime.bindings.getState())[0] ?? null,
    enabled,
    enabled ? null : isInScope(action, context) ? (action.whyNot?.(context.strings, context) ?? null) : null,
    action.checked?.(context) ?? null,
  ]);
}

/** Makes this editor the target of actions while the component is mounted. */
export function useActionEditor(editor: Editor): void {
  const { parts } = useActions();
  useEffect(() => {
    parts.setState({ editor });
    return () => {
      if (parts.getState().editor === editor) parts.setState({ editor: null });
    };
  }, [parts, editor]);
}

/** Adds items to the palette while the component is mounted. */
export function usePaletteSource(name: string, source: PaletteSource): void {
  const { parts } = useActions();
  useEffect(() => {
    parts.setState(({ palette }) => ({ palette: { ...palette, [name]: source } }));
    return () => {
      parts.setState(({ palette }) => {
        const { [name]: _, ...others } = palette;
        return { palette: others };
      });
    };
  }, [parts, name, source]);
}

/** Runs actions by their shortcuts. Ignores events that a control has handled with `preventDefault`. */
function useActionKeys(runtime: ActionRuntime): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const place = keyContextOf(event);
      const context = runtime.context();
      const setting = { actions: runtime.actions, bindings: runtime.bindings.getState(), context, mac: isMac };
      const action = actionOfPress(event, place, setting);
      const isForeignUndo = isUndoPress(event) && !(event.target instanceof Element && hasOwnUndo(event.target));
      if (isForeignUndo) event.preventDefault();
      if (action === null) return showRefusal(refusedByPress(event, place, setting), context);
      // Copy, cut, and paste run in the separate clipboard event of the browser, which gives access to the clipboard.
      if (action.clipboardEvent !== undefined) return;
      event.preventDefault();
      runtime.run(action.id);
    };
    const onClipboard = (event: ClipboardEvent) => {
      if (event.defaultPrevented || isElsewhere(event)) return;
      const action = runtime.actions.find(({ clipboardEvent }) => clipboardEvent === event.type);
      if (action !== undefined) runtime.run(action.id, eventClipboard(event));
    };
    window.addEventListener('keydown', onKeyDown);
    for (const type of clipboardEvents) document.addEventListener(type, onClipboard);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      for (const type of clipboardEvents) document.removeEventListener(type, onClipboard);
    };
  }, [runtime]);
}

/** Shows why a shortcut currently has no effect, with the same reason as in the menu. */
function showRefusal(refused: Action | null, context: ActionContext): void {
  const { toasts, strings } = context;
  const message = refused?.clipboardEvent === undefined ? refused?.whyNot?.(strings, context) : undefined;
  if (message !== undefined) toasts.show({ id: 'refused', message, tone: 'warning' });
}

const clipboardEvents = ['copy', 'cut', 'paste'] as const;

/**
 * Returns whether the browser must handle the clipboard event: the event targets a text field or a dialog, or text is
 * selected.
 */
function isElsewhere(event: ClipboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : document.body;
  if (
    target.closest('input, textarea, [contenteditable]:not([contenteditable=false]), .cm-editor, [role=dialog]') !==
    null
  )
    return true;
  return event.type !== 'paste' && (document.getSelection()?.isCollapsed ?? true) === false;
}

type Given = 'onClick' | 'disabled' | 'pressed' | 'keys' | 'label' | 'icon';

export interface ActionIconButtonProps extends Omit<IconButtonProps, Given> {
  /** The id of the action. */
  readonly action: string;
  /** The icon that replaces the action's own icon. */
  readonly icon?: IconButtonProps['icon'];
  readonly label?: string;
}

/**
 * An icon button for an action. The tooltip shows the label, the shortcut, and the reason why the action is disabled.
 */
export const ActionIconButton = memo(ActionIcon);

function ActionIcon({ action: id, icon, label, ...rest }: ActionIconButtonProps) {
  const action = useAction(id);
  const picture = icon ?? action.icon;
  if (picture === undefined) throw new Error(`the action ${id} has no icon`);
  const name = label ?? action.label;
  return (
    <IconButton
      {...rest}
      icon={picture}
      label={name}
      keys={action.keys}
      aria-keyshortcuts={action.keys && ariaKeys(action.keys, isMac)}
      tooltip={action.whyNot === undefined ? undefined : `${name}: ${action.whyNot}`}
      disabled={!action.enabled}
      pressed={action.checked}
      onClick={action.run}
    />
  );
}

export interface ActionButtonProps extends Omit<ButtonProps, 'onClick' | 'disabled' | 'pressed' | 'keys'> {
  readonly action: string;
  readonly withIcon?: boolean;
}

/** A text button for an action. `children` replace the label. */
export function ActionButton({ action: id, withIcon = true, children, icon, tooltip, ...rest }: ActionButtonProps) {
  const action = useAction(id);
  return (
    <Button
      {...rest}
      icon={icon ?? (withIcon ? action.icon : undefined)}
      keys={action.keys}
      aria-keyshortcuts={action.keys && ariaKeys(action.keys, isMac)}
      tooltip={action.whyNot ?? tooltip ?? (children === undefined ? undefined : action.label)}
      disabled={!action.enabled}
      onClick={action.run}
    >
      {children ?? action.label}
    </Button>
  );
}

/**
 * Returns the menu entries for actions in their current state. A null id is a separator. `only` omits disabled actions.
 */
export function actionEntries(
  runtime: ActionRuntime,
  ids: readonly (string | null)[],
  { only = false }: { readonly only?: boolean } = {},
): readonly MenuEntry[] {
  const context = runtime.context();
  const bindings = runtime.bindings.getState();
  return ids.flatMap((id, at): readonly MenuEntry[] => {
    if (id === null) return [{ kind: 'separator', id: `line-${at}` }];
    const action = runtime.find(id);
    const enabled = isEnabled(action, context);
    if (only && !enabled) return [];
    return [
      {
        kind: 'command',
        id,
        label: action.label(context.strings, context),
        icon: action.icon,
        keys: keysOf(action, bindings)[0],
        disabled: !enabled,
        checked: action.checked?.(context),
        exclusive: action.exclusive,
        danger: id === 'edit/delete',
        run: () => void runtime.run(id),
      },
    ];
  });
}
