import { type Action, type ActionContext, type ActionGroup, isEnabled } from '#renderer/actions/action.ts';
import type { ActionRuntime } from '#renderer/actions/action-runtime.ts';
import { type KeyBindings, keysOf } from '#renderer/actions/keys.ts';
import type { LanguageStore } from '#renderer/shell/window/language-choice.ts';
import type { NavigationStore } from '#renderer/shell/window/navigation.ts';
import { parseRoute } from '#renderer/shell/window/route.ts';
import type { DesktopBridge } from '#shared/contract/desktop/desktop-bridge.ts';
import { onDesktopEvent } from '#shared/contract/desktop/desktop-events.ts';
import type { DesktopMenu, DesktopMenuItem } from '#shared/contract/desktop/desktop-shapes.ts';

interface MenuPlan {
  readonly group: ActionGroup;
  readonly role?: DesktopMenu['role'];
  /** Additional groups in the same menu, each after a separator. */
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

/** Returns the menu bar of the desktop app from the action table. */
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

/** The delay in milliseconds before the menu is rebuilt, because each key press can change the menu. */
const MENU_DELAY_MILLISECONDS = 250;

/** Keeps the menu bar of the desktop app in sync with the action table, and runs the chosen actions. */
export function connectDesktopMenu(
  target: Window,
  desktop: DesktopBridge,
  actions: ActionRuntime,
  { navigation, language }: { readonly navigation: NavigationStore; readonly language: LanguageStore },
): void {
  let sentMenus = '';
  let timer: ReturnType<typeof setTimeout> | null = null;
  const send = () => {
    timer = null;
    const menus = menuTemplate(actions.actions, actions.context(), actions.bindings.getState());
    const text = JSON.stringify(menus);
    if (text === sentMenus) return;
    sentMenus = text;
    void desktop.setMenu(menus);
  };
  const sendSoon = () => {
    if (timer === null) timer = setTimeout(send, MENU_DELAY_MILLISECONDS);
  };
  actions.subscribe(sendSoon);
  language.subscribe(sendSoon);
  send();
  onDesktopEvent(target, 'action', ({ id }) => {
    if (actions.actions.some((action) => action.id === id)) actions.run(id);
  });
  onDesktopEvent(target, 'navigate', ({ route }) => navigation.getState().go(parseRoute(route)));
}
