import type { ActionRuntime } from '#renderer/actions/action-runtime.ts';
import type { LanguageStore } from '#renderer/shell/window/language-choice.ts';
import type { NavigationStore } from '#renderer/shell/window/navigation.ts';
import { parseRoute } from '#renderer/shell/window/route.ts';
import type { DesktopBridge } from '#shared/contract/desktop/desktop-bridge.ts';
import { onDesktopEvent } from '#shared/contract/desktop/desktop-events.ts';
import { menuTemplate } from './menu-template.ts';

/** The delay in milliseconds before the menu is rebuilt, because each key press can change the menu. */
const gather = 250;

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
    if (timer === null) timer = setTimeout(send, gather);
  };
  actions.subscribe(sendSoon);
  language.subscribe(sendSoon);
  send();
  onDesktopEvent(target, 'action', ({ id }) => {
    if (actions.actions.some((action) => action.id === id)) actions.run(id);
  });
  onDesktopEvent(target, 'navigate', ({ route }) => navigation.getState().go(parseRoute(route)));
}
