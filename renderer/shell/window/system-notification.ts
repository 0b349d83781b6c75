import { readNotify } from './render-session.ts';
import { formatRoute, type Route } from './route.ts';
import { useDesktop } from './window-context.tsx';

export interface SystemNotification {
  readonly title: string;
  readonly body: string;
  /** The screen that a click on the notification opens in the desktop app. */
  readonly route: Route;
}

/**
 * Returns a function that sends a system notification while the window is in the background. The function does nothing
 * if the window has the focus, or if the user has switched off notifications.
 */
export function useSystemNotification(): (notification: SystemNotification) => void {
  const desktop = useDesktop();
  return ({ title, body, route }) => {
    if (document.hasFocus() || !readNotify()) return;
    if (desktop !== null) {
      void desktop.notify({ title, body, route: formatRoute(route) });
      return;
    }
    if (!('Notification' in window) || Notification.permission !== 'granted') return;
    new Notification(title, { body }).addEventListener('click', () => window.focus());
  };
}
