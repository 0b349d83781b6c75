import type { LucideIcon } from 'lucide-react';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { EditorStore } from '#renderer/editor/document-store.ts';
import { isMac } from '#renderer/ui/browser/platform.ts';
import { Button, type ButtonProps } from '#renderer/ui/controls/button.tsx';
import { IconButton, type IconButtonProps } from '#renderer/ui/controls/icon-button.tsx';
import { ariaKeys } from '#renderer/ui/keyboard/keys.ts';
import type { MenuEntry } from '#renderer/ui/overlays/menu-entry.ts';
import { required } from '#shared/lib/assert.ts';
import { type Action, type ActionContext, eventClipboard, isEnabled, isInScope } from './action.ts';
import type { ActionRuntime } from './action-runtime.ts';
import { actionOfPress, type KeyBindings, keyContextOf, keysOf, refusedByPress } from './keys.ts';
import { hasOwnUndo, isUndoPress } from './own-undo.ts';
import type { PaletteSource } from './palette-search.ts';
import type { EditorViews } from './ports.ts';

const ActionsContext = createContext<ActionRuntime | null>(null);

/** Around the whole window; listens to the keys of every action. */
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

/** The actions of this window: `run(id)`, the table, the keys chosen. */
export function useActions(): ActionRuntime {
  return required(use(ActionsContext), 'There is no ActionsProvider above.');
}

/** The keys that were chosen instead of the table's. */
export function useKeyBindings(): KeyBindings {
  return useStore(useActions().bindings);
}

/** An action as it is now; it follows whatever it depends on. */
export interface ActionState {
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon | undefined;
  /** The first of its keys. */
  readonly keys: string | undefined;
  readonly enabled: boolean;
  /** Why it can't be done; undefined while it can. */
  readonly whyNot: string | undefined;
  /** Undefined for what is no switch. */
  readonly checked: boolean | undefined;
  readonly run: () => void;
}

/** One action, for whatever draws it. */
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

/** Compares as text, so that equal states are the same value and nothing is drawn again without need. */
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

/**
 * Offers what a part of the editor can do to actions, while it is on screen. Give another object whenever what it
 * answers has changed, such as one made with `useMemo`: buttons and menus then follow.
 */
export function useEditorView<Name extends keyof EditorViews>(name: Name, port: EditorViews[Name] | null): void {
  const { parts } = useActions();
  useEffect(() => {
    if (port === null) return;
    parts.setState(({ ports }) => ({ ports: { ...ports, [name]: port } }));
    return () => {
      parts.setState(({ ports }) => {
        if (ports[name] !== port) return {};
        const { [name]: _, ...others } = ports;
        return { ports: others as Partial<EditorViews> };
      });
    };
  }, [parts, name, port]);
}

/** Makes the open template the one that actions act on. */
export function useActionEditor(editor: EditorStore): void {
  const { parts } = useActions();
  useEffect(() => {
    parts.setState({ editor });
    return () => {
      if (parts.getState().editor === editor) parts.setState({ editor: null });
    };
  }, [parts, editor]);
}

/** Adds things to be found to the palette, while the component is on screen. */
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

/** Runs actions by their keys. What a control has taken for itself (`preventDefault`) is not looked at. */
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
      if (action === null) return sayWhyNot(refusedByPress(event, place, setting), context);
      // The browser turns copy, cut and paste into events of their own, which bring the clipboard.
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

/** Says in a line why a key does nothing now, as a menu says it of its entry. */
function sayWhyNot(refused: Action | null, context: ActionContext): void {
  const { toasts, strings } = context;
  const message = refused?.clipboardEvent === undefined ? refused?.whyNot?.(strings, context) : undefined;
  if (message !== undefined) toasts.show({ id: 'refused', message, tone: 'warning' });
}

const clipboardEvents = ['copy', 'cut', 'paste'] as const;

/** In a text field or a dialog, or while text is selected: that is what is copied. */
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
  /** The action's id. */
  readonly action: string;
  /** Instead of the action's own. */
  readonly icon?: IconButtonProps['icon'];
  readonly label?: string;
}

/** An action as a picture; its label, keys and the reason why it can't be done are the tooltip. */
export function ActionIconButton({ action: id, icon, label, ...rest }: ActionIconButtonProps) {
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

/** An action in words; `children` instead of its label. */
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

/** Actions as the entries of a menu, as they are now; a null makes a line. `only` leaves out what can't be done. */
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
