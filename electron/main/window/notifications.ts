import type { ElectronPort, NotificationPort } from '#main/system/electron-port.ts';
import type { DesktopNotification } from '#shared/contract/desktop/desktop-shapes.ts';

/** Shows notifications of the system, where it has them; a click is told with the route of what was clicked. */
export function createNotifier(
  Notification: ElectronPort['Notification'],
  onClick: (route: string | null) => void,
): (notification: DesktopNotification) => void {
  // Held as long as they may be clicked: nobody else does.
  const showing = new Set<NotificationPort>();
  return ({ title, body, route }) => {
    if (!Notification.isSupported()) return;
    const notification = new Notification({ title, body });
    showing.add(notification);
    notification.on('close', () => showing.delete(notification));
    notification.on('click', () => {
      showing.delete(notification);
      onClick(route);
    });
    notification.show();
  };
}
