import type { LucideIcon } from 'lucide-react';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { EditorStore } from '#renderer/state/editor-store.ts';
import { required } from '#shared/lib/assert.ts';
import { type KeyBindings, keysOf } from '../keys/key-bindings.ts';
import { isEnabled, isInScope } from '../model/action.ts';
import type { PaletteSource } from '../model/palette-items.ts';
import type { ActionPorts } from '../model/ports.ts';
import type { ActionRuntime } from './action-runtime.ts';
import { useActionKeys } from './use-action-keys.ts';

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
export function useActionPort<Name extends keyof ActionPorts>(name: Name, port: ActionPorts[Name] | null): void {
  const { parts } = useActions();
  useEffect(() => {
    if (port === null) return;
    parts.setState(({ ports }) => ({ ports: { ...ports, [name]: port } }));
    return () => {
      parts.setState(({ ports }) => {
        if (ports[name] !== port) return {};
        const { [name]: _, ...others } = ports;
        return { ports: others as Partial<ActionPorts> };
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
