import type { DesktopMenu, DesktopMenuItem } from '#shared/contract/desktop/desktop-shapes.ts';
import { type KeyBindings, keysOf } from '../keys/key-bindings.ts';
import { type Action, type ActionGroup, isEnabled } from '../model/action.ts';
import type { ActionContext } from '../model/action-context.ts';

interface MenuPlan {
  readonly group: ActionGroup;
  readonly role?: DesktopMenu['role'];
  /** Further groups in the same menu, after a line. */
  readonly also?: readonly ActionGroup[];
}

const plans: readonly MenuPlan[] = [
  { group: 'file', role: 'file' },
  { group: 'edit', role: 'edit' },
  { group: 'insert' },
  { group: 'view', role: 'view', also: ['timeline'] },
  { group: 'play' },
  { group: 'go' },
  { group: 'help', role: 'help' },
];

const textRoles: Readonly<Record<string, 'undo' | 'redo' | 'cut' | 'copy' | 'paste' | 'selectAll'>> = {
  'edit/undo': 'undo',
  'edit/redo': 'redo',
  'edit/cut': 'cut',
  'edit/copy': 'copy',
  'edit/paste': 'paste',
  'edit/select-all': 'selectAll',
};

/** The menu bar of the desktop, made of the action table as it is now. */
export function menuTemplate(
  actions: readonly Action[],
  context: ActionContext,
  bindings: KeyBindings,
): readonly DesktopMenu[] {
  const { strings } = context;
  const itemsOf = (group: ActionGroup): readonly DesktopMenuItem[] =>
    actions
      .filter((action) => action.group === group && action.keysOnly !== true)
      .map((action) => {
        const keys = keysOf(action, bindings)[0];
        const textRole = textRoles[action.id];
        return {
          kind: 'action',
          id: action.id,
          label: action.label(strings, context),
          enabled: isEnabled(action, context),
          ...(keys !== undefined && { keys }),
          ...(action.checked !== undefined && { checked: action.checked(context) }),
          ...(textRole !== undefined && { textRole }),
        };
      });
  return plans.map(({ group, role, also = [] }) => ({
    label: strings.actions.groups[group],
    ...(role !== undefined && { role }),
    items: [
      ...itemsOf(group),
      ...also.flatMap((other): readonly DesktopMenuItem[] => [{ kind: 'separator' }, ...itemsOf(other)]),
    ],
  }));
}
