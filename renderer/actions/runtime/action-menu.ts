import type { MenuEntry } from '#renderer/ui/overlays/menu-entry.ts';
import { keysOf } from '../keys/key-bindings.ts';
import { isEnabled } from '../model/action.ts';
import type { ActionRuntime } from './action-runtime.ts';

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
